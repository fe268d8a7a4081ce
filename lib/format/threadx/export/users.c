/* users.c - user events of ThreadX for other types */
#include "format/threadx/export/users.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { FIRST = 4096, LAST = 65535, NAME = 64 };

uint16_t pxt_threadx_users_id(struct pxt_threadx_users *users,
			      trace_event_id_t type)
{
	if (type >= PXT_THREADX_TYPES)
		return 0;
	if (!users->id[type]) {
		if (users->count > LAST - FIRST)
			return 0;
		users->type[users->count] = (uint16_t)type;
		users->id[type] = (uint16_t)(FIRST + users->count++);
	}
	return users->id[type];
}

static bool is_word(const struct posix_trace_field_np *field)
{
	return field->kind != POSIX_TRACE_FIELD_TEXT_NP &&
	       !(field->flags & POSIX_TRACE_FIELD_ARRAY_NP) &&
	       !(field->flags & POSIX_TRACE_FIELD_DETAIL_NP);
}

unsigned pxt_threadx_users_fields(const struct posix_trace_layout_np *layout,
				  unsigned fields[4])
{
	unsigned count = 0;

	for (unsigned i = 0; i < layout->fields && count < 4; i++)
		if (is_word(&layout->field[i]))
			fields[count++] = i;
	return count;
}

/* Fields of the file are separated by commas, which cannot be escaped. */
static void tame(char to[NAME], const char *from)
{
	size_t len = 0;

	for (; from && *from && len < NAME - 1; from++) {
		const unsigned char byte = (unsigned char)*from;

		to[len++] =
			byte < ' ' || byte > '~' || byte == ',' ? '_' : *from;
	}
	to[len] = '\0';
}

/* The letters that TraceX draws: two initials. */
static void abbreviate(char letters[3], const char *name)
{
	const char *second = name;

	while (isalnum((unsigned char)*second))
		second++;
	while (*second && !isalnum((unsigned char)*second))
		second++;
	if (!*second && *name)
		second = name + 1;
	letters[0] = *name ? (char)toupper((unsigned char)*name) : '?';
	letters[1] = *second ? (char)toupper((unsigned char)*second) : ' ';
	letters[2] = '\0';
}

static int put_type(struct pxt_view *view, struct pxt_output *out,
		    trace_event_id_t type, unsigned id)
{
	const struct posix_trace_layout_np *layout;
	char line[8 * NAME], name[NAME] = "", letters[3],
			     label[4][NAME] = { "" };
	unsigned fields[4], count = 0;
	int len;

	tame(name, view->get_name(view, type));
	if (!*name)
		snprintf(name, sizeof(name), "#%u", (unsigned)type);
	abbreviate(letters, name);
	layout = view->get_layout(view, type);
	if (layout)
		count = pxt_threadx_users_fields(layout, fields);
	for (unsigned i = 0; i < count; i++)
		tame(label[i], layout->field[fields[i]].name);
	len = snprintf(line, sizeof(line),
		       "%u, %s, %s, (0,96,160), (255,255,255), %s, %s, %s, "
		       "%s\r\n",
		       id, name, letters, label[0], label[1], label[2],
		       label[3]);
	return out->write(out, line, (size_t)len);
}

int pxt_threadx_users_write(const struct pxt_threadx_users *users,
			    struct pxt_view *view, struct pxt_output *out)
{
	static const char start[] =
		"What the events of the user are, for the folder CustomEvents "
		"of TraceX\r\nStart\r\n";
	static const char end[] = "End\r\n";
	int err;

	err = out->write(out, start, strlen(start));
	for (unsigned i = 0; !err && i < users->count; i++)
		err = put_type(view, out, users->type[i], FIRST + i);
	return err ? err : out->write(out, end, strlen(end));
}
