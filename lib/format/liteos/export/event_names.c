/* event_names.c - names of events in the file beside an export */
#include "format/liteos/export/event_names.h"

#include <stdio.h>
#include <string.h>

#include "format/liteos/frame.h"
#include "format/liteos/names.h"

bool pxt_liteos_event_names_turn(const struct posix_trace_field_np *field,
				 unsigned turn)
{
	if (field->flags & POSIX_TRACE_FIELD_KEY_NP)
		return turn == 0;
	return turn == 1 && !(field->flags & POSIX_TRACE_FIELD_DETAIL_NP);
}

/* The kind of a value, if it is not the default. */
static const char *kind_of(const struct posix_trace_field_np *field)
{
	if (field->object && !strcmp(field->object, "task"))
		return pxt_liteos_names_kind(PXT_LITEOS_TASK_ID);
	if (field->flags & POSIX_TRACE_FIELD_KEY_NP)
		return pxt_liteos_names_kind(PXT_LITEOS_KEY);
	if (field->kind == POSIX_TRACE_FIELD_SIGNED_NP ||
	    field->kind == POSIX_TRACE_FIELD_FLOAT_NP)
		return pxt_liteos_names_kind(PXT_LITEOS_SIGNED);
	if (field->flags & POSIX_TRACE_FIELD_COUNTER_NP)
		return pxt_liteos_names_kind(PXT_LITEOS_LEVEL);
	if (field->flags & POSIX_TRACE_FIELD_HEX_NP)
		return pxt_liteos_names_kind(PXT_LITEOS_HEX);
	return NULL;
}

struct line {
	char text[2048];
	size_t len;
};

static void add_value(struct line *line, const char *name, const char *kind)
{
	const size_t room = sizeof(line->text) - line->len - 1;
	const int len = snprintf(line->text + line->len, room, "\t%s%s%s", name,
				 kind ? ":" : "", kind ? kind : "");

	if (len > 0 && (size_t)len < room)
		line->len += (size_t)len;
	else
		line->text[line->len] = '\0';
}

/* Arrays of known length have as many values. */
static void add_field(struct line *line,
		      const struct posix_trace_field_np *field)
{
	char name[80];

	/* Fields of LiteOS, without a name of their own. */
	if (field->kind == POSIX_TRACE_FIELD_TEXT_NP ||
	    !strcmp(field->name, "identity"))
		return;
	if (!(field->flags & POSIX_TRACE_FIELD_ARRAY_NP)) {
		add_value(line, field->name, kind_of(field));
		return;
	}
	for (size_t i = 0; i < field->count && i < PXT_LITEOS_PARAMS_MAX; i++) {
		snprintf(name, sizeof(name), "%s_%zu", field->name, i);
		add_value(line, name, kind_of(field));
	}
}

static void begin_line(struct line *line, uint32_t type, const char *name)
{
	line->len = (size_t)snprintf(line->text, sizeof(line->text), "0x%x\t",
				     type);
	for (size_t i = 0; i < TRACE_EVENT_NAME_MAX && name[i]; i++)
		line->text[line->len++] =
			(uint8_t)name[i] < ' ' ? '?' : name[i];
}

int pxt_liteos_event_names_write(struct pxt_export *export, uint32_t type,
				 const char *name,
				 const struct posix_trace_layout_np *layout)
{
	struct pxt_output *beside = export->beside;
	struct line line;

	if (!beside || !*name)
		return 0;
	begin_line(&line, type, name);
	for (unsigned turn = 0; layout && turn < PXT_LITEOS_TURNS; turn++)
		for (unsigned i = 0; i < layout->fields; i++)
			if (pxt_liteos_event_names_turn(&layout->field[i],
							turn))
				add_field(&line, &layout->field[i]);
	line.text[line.len++] = '\n';
	return beside->write(beside, line.text, line.len);
}
