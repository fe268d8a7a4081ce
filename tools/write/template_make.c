/* template_make.c - templates of events that are described, to begin with */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "common/command.h"
#include "common/talk.h"
#include "write/template_make.h"

enum {
	TYPES = 1 << 14, /* numbers beyond have no template */
	SYSTEM = 16,	 /* numbers below are the standard's */
	FIRST_ID = 0x1000,
	LAST_ID = 0xefff,
	WORD = 8,     /* of the entries that are made */
	PROBED = 256, /* values of an enumeration */
};

/* A template as it is written. */
struct maker {
	FILE *out;
	const struct posix_trace_layout_np *layout;
	bool is_packed;
	bool is_fixed; /* where the next field is, is known: */
	size_t at;     /* in bytes */
};

static bool is_shown(const struct posix_trace_field_np *field)
{
	return !(field->flags & POSIX_TRACE_FIELD_DETAIL_NP);
}

static void put_escaped(FILE *out, const char *text)
{
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			putc('\\', out);
		putc(*text, out);
	}
}

/* Fields stand where C puts them. */
static void align(struct maker *maker, size_t size)
{
	const size_t over = maker->at % size;

	if (maker->is_packed || size < 2)
		return;
	if (!maker->is_fixed)
		fprintf(maker->out,
			"{{ $at = $DATAPOINTER + %zu }} {{ $at = $at / %zu }} "
			"{{ $DATAPOINTER = $at * %zu }} ",
			size - 1, size, size);
	else if (over) {
		fprintf(maker->out, "O%zu ", size - over);
		maker->at += size - over;
	}
}

/* A text that a null ends, and that is no longer than what is left. */
static void put_text(struct maker *maker, bool shows)
{
	fprintf(maker->out,
		"{{ $more = 1 }} {{ $left = $HL + %d - $DATAPOINTER }} "
		"LOOP $left { $more, 1 { {{ $c = U1 }} $c, 0 "
		"{ {{ $more = 0 }} }%s } } ",
		WORD, shows ? ", \\* { $c%A0 }" : "");
	if (shows)
		fputs("\" \" ", maker->out);
	maker->is_fixed = false;
}

static char code_of(const struct posix_trace_field_np *field)
{
	switch (field->kind) {
	case POSIX_TRACE_FIELD_SIGNED_NP:
		return field->flags & POSIX_TRACE_FIELD_HEX_NP ? 'X' : 'D';
	case POSIX_TRACE_FIELD_FLOAT_NP:
		return 'F';
	case POSIX_TRACE_FIELD_CHAR_NP:
		return 'A';
	}
	return field->flags & POSIX_TRACE_FIELD_HEX_NP ? 'X' : 'U';
}

/* What an enumeration calls a number, or NULL. */
static const char *label_of(const struct maker *maker,
			    const struct posix_trace_field_np *field,
			    unsigned long long number)
{
	const struct posix_trace_value_np value = {
		.field = field,
		.data = &number,
		.len = field->size,
		.count = 1,
	};
	struct posix_trace_number_np got;

	if (field->size > sizeof(number))
		return NULL;
	if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
		number <<= 8 * (sizeof(number) - field->size);
	return posix_trace_value_number_np(maker->layout, &value, 0, &got) ?
		       NULL :
		       got.label;
}

/* Those that are small, and those that have all bits. */
static void put_labels(struct maker *maker,
		       const struct posix_trace_field_np *field)
{
	const char *label;

	fprintf(maker->out, "X%zu, ", field->size);
	for (unsigned i = 0; i < PROBED; i++) {
		label = label_of(maker, field, i);
		if (label)
			fprintf(maker->out, "0x%X \"%s \", ", i, label);
	}
	label = label_of(maker, field, UINT32_MAX);
	if (label && field->size > 2)
		fprintf(maker->out, "0x%X \"%s \", ", UINT32_MAX, label);
	label = label_of(maker, field, UINT64_MAX);
	if (label && field->size != 1 && field->size != 4)
		fprintf(maker->out, "-1 \"%s \", ", label);
	fprintf(maker->out, "\\* { R%zu %c%zu } ", field->size, code_of(field),
		field->size);
}

static void put_number(struct maker *maker,
		       const struct posix_trace_field_np *field)
{
	if (field->flags & POSIX_TRACE_FIELD_ENUM_NP)
		put_labels(maker, field);
	else
		fprintf(maker->out, "%c%zu ", code_of(field), field->size);
}

/* How many elements there are, once or as many as the data has. */
static void put_numbers(struct maker *maker,
			const struct posix_trace_field_np *field)
{
	if (!(field->flags & POSIX_TRACE_FIELD_ARRAY_NP)) {
		put_number(maker, field);
		return;
	}
	if (field->count)
		fprintf(maker->out, "LOOP %zu { ", field->count);
	else
		fprintf(maker->out,
			"{{ $left = $HL + %d - $DATAPOINTER }} "
			"{{ $left = $left / %zu }} LOOP $left { ",
			WORD, field->size);
	put_number(maker, field);
	fputs("} ", maker->out);
}

static size_t length_of(const struct posix_trace_field_np *field)
{
	return field->size * (field->count ? field->count : 1);
}

static void put_shown(struct maker *maker,
		      const struct posix_trace_field_np *field)
{
	fprintf(maker->out, "\\\n\t\"%s=\" ", field->name);
	if (field->kind != POSIX_TRACE_FIELD_TEXT_NP)
		put_numbers(maker, field);
	else if (field->size && field->count)
		fprintf(maker->out, "A%zu ", length_of(field));
	else
		put_text(maker, true);
	if (*field->unit) {
		putc('"', maker->out);
		put_escaped(maker->out, field->unit);
		fputs(" \" ", maker->out);
	}
}

static void put_field(struct maker *maker,
		      const struct posix_trace_field_np *field)
{
	const bool is_text = field->kind == POSIX_TRACE_FIELD_TEXT_NP;

	if (!is_text)
		align(maker, field->size);
	if (is_shown(field))
		put_shown(maker, field);
	else if (is_text && !(field->size && field->count))
		put_text(maker, false);
	else
		fprintf(maker->out, "O%zu ", length_of(field));
	maker->at += length_of(field);
}

/* Behind the last field that is shown nothing matters. */
static unsigned last_shown(const struct posix_trace_layout_np *layout)
{
	unsigned count = layout->fields;

	while (count && !is_shown(&layout->field[count - 1]))
		count--;
	return count;
}

static bool has_controls(const char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text < 0x20 || *text == 0x7f ||
		    (unsigned char)*text == 0xc2)
			return true;
	return false;
}

static void put_template(FILE *out, unsigned id, const char *name,
			 const char *description,
			 const struct posix_trace_layout_np *layout)
{
	struct maker maker = {
		.out = out,
		.layout = layout,
		.is_packed = strstr(description, "[[packed]]"),
		.is_fixed = true,
	};
	const unsigned count = last_shown(layout);

	fputs("\n#!posix event \"", out);
	put_escaped(out, name);
	fprintf(out, "\" hook %04X word=%d\n%04X 1.0 L=APPL \"\" W1 ", id, WORD,
		id);
	for (unsigned i = 0; i < count; i++)
		put_field(&maker, &layout->field[i]);
	putc('\n', out);
}

/* Whether a template was written. */
static bool make(struct source *source, trace_event_id_t type, unsigned id,
		 FILE *out)
{
	static char description[POSIX_TRACE_DESCRIPTION_MAX_NP + 1];
	static struct posix_trace_layout_np layout;
	char name[TRACE_EVENT_NAME_MAX + 1];

	if (source_get_name(source, type, name) || has_controls(name))
		return false;
	if (source_get_description(source, type, description,
				   sizeof(description)) ||
	    posix_trace_layout_parse_np(description, &layout)) {
		fprintf(out, "\n# %s is not described.\n", name);
		return false;
	}
	put_template(out, id, name, description, &layout);
	return true;
}

/* Each type when its first event comes. */
static int make_all(struct source *source, FILE *out, unsigned *made)
{
	static bool is_met[TYPES];
	struct posix_trace_item_np item;
	int unavailable, err;

	memset(is_met, 0, sizeof(is_met));
	for (;;) {
		const trace_event_id_t *type = &item.info.posix_event_id;

		err = source_next(source, &item, &unavailable);
		if (err || unavailable)
			return err;
		if (item.kind == POSIX_TRACE_ITEM_LOSS_NP || *type < SYSTEM ||
		    *type >= TYPES || is_met[*type])
			continue;
		is_met[*type] = true;
		if (*made <= LAST_ID - FIRST_ID)
			*made += make(source, *type, FIRST_ID + *made, out);
	}
}

int template_make(struct source *source, FILE *out)
{
	unsigned made = 0;
	int err;

	fputs("# Templates of events that are described: see trcfmt(5).\n",
	      out);
	err = make_all(source, out, &made);
	if (err) {
		talk_error(source->name, err);
		return EXIT_SYSTEM;
	}
	if (!made)
		talk("%s: no event is described", source->name);
	return made ? EXIT_SUCCESS : EXIT_NOTHING;
}
