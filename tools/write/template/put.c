/* put.c - writing a template from a description */
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <trace_np.h>

#include "event/layout_mark.h"
#include "write/template/put.h"

enum {
	WORD = 8, /* word size of this machine's entries */
	SIGNALS = 65,
};

/* State of writing a template. */
struct maker {
	FILE *out;
	const struct posix_trace_layout_np *layout;
	const struct template_manner *manner;
	bool is_packed;
	bool is_fixed; /* the next field has a fixed offset: */
	size_t at;     /* in bytes */
};

static unsigned long long all_bits(const struct posix_trace_field_np *field)
{
	return ~0ULL >> (64 - 8 * field->size);
}

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

/* Fields are aligned as in C. */
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

/* Puts a null-terminated text, limited to the remaining data. */
static void put_text(struct maker *maker, bool shows)
{
	fprintf(maker->out,
		"{{ $more = 1 }} {{ $left = $HL + $HOOKENV / 8 - $DATAPOINTER "
		"}} LOOP $left { $more, 1 { {{ $c = U1 }} $c, 0 "
		"{ {{ $more = 0 }} }%s } } ",
		shows ? ", \\* { $c%A0 }" : "");
	if (shows)
		fputs("\" \" ", maker->out);
	maker->is_fixed = false;
}

static char code_of(const struct posix_trace_field_np *field)
{
	if (field->kind <= POSIX_TRACE_FIELD_SIGNED_NP) {
		if (field->flags & POSIX_TRACE_FIELD_ERRNO_NP)
			return 'E';
		if (field->flags & POSIX_TRACE_FIELD_OCTAL_NP)
			return 'o';
	}
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

/* An enumeration's name of a number, or NULL. */
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

/* Puts a code with its size: a word has its own letter. */
static void put_code(const struct maker *maker, char code,
		     const struct posix_trace_field_np *field)
{
	const struct template_manner *manner = maker->manner;

	if (manner && manner->is_word(field))
		fprintf(maker->out, "%cW ", code);
	else
		fprintf(maker->out, "%c%zu ", code, field->size);
	if (code == 'E')
		fputs("\" \" ", maker->out);
}

/* Hex and octal numbers have a prefix. */
static const char *base_of(const struct posix_trace_field_np *field)
{
	switch (code_of(field)) {
	case 'X':
		return "0x";
	case 'o':
		return "0";
	default:
		return "";
	}
}

/* True for a set of flags that all have names. */
static bool has_flags(const struct posix_trace_field_np *field)
{
	return field->flags & POSIX_TRACE_FIELD_FLAGS_NP &&
	       field->flags & POSIX_TRACE_FIELD_ENUM_NP;
}

/* True if its values have names. */
static bool has_labels(const struct maker *maker,
		       const struct posix_trace_field_np *field)
{
	const struct template_manner *manner = maker->manner;

	return field->flags & (POSIX_TRACE_FIELD_ENUM_NP |
			       POSIX_TRACE_FIELD_SIGNAL_NP |
			       POSIX_TRACE_FIELD_NONE_NP) &&
	       !has_flags(field) &&
	       !(manner && manner->is_bare && manner->is_bare(field));
}

/* Same for a value that was read. */
static void put_read(const struct maker *maker,
		     const struct posix_trace_field_np *field)
{
	if (*base_of(field))
		fprintf(maker->out, "\"%s\" ", base_of(field));
	fputs("$v%", maker->out);
	put_code(maker, code_of(field), field);
}

static void put_unit(struct maker *maker,
		     const struct posix_trace_field_np *field)
{
	if (!*field->unit)
		return;
	putc('"', maker->out);
	put_escaped(maker->out, field->unit);
	fputs(" \" ", maker->out);
}

/* Puts a case for a number of that value. */
static void put_case(struct maker *maker,
		     const struct posix_trace_field_np *field, long long value,
		     const char *label)
{
	fprintf(maker->out, "0x%llX \"", value & all_bits(field));
	put_escaped(maker->out, label);
	fputs(" \", ", maker->out);
}

/* Puts the number that means none, without a name. */
static void put_none(struct maker *maker,
		     const struct posix_trace_field_np *field)
{
	char text[24];

	if (field->kind == POSIX_TRACE_FIELD_SIGNED_NP)
		snprintf(text, sizeof(text), "-1");
	else
		snprintf(text, sizeof(text), "%llu", all_bits(field));
	put_case(maker, field, -1, text);
}

static void put_labels(struct maker *maker,
		       const struct posix_trace_field_np *field)
{
	long long value;
	const char *label;

	fputs("{{ $v = ", maker->out);
	put_code(maker, 'X', field);
	fputs("}} $v, ", maker->out);
	for (unsigned i = 0; (label = posix_trace_field_constant_np(
				      maker->layout, field, i, &value));
	     i++)
		put_case(maker, field, value, label);
	for (value = 1;
	     field->flags & POSIX_TRACE_FIELD_SIGNAL_NP && value < SIGNALS;
	     value++) {
		label = label_of(maker, field, (unsigned long long)value);
		if (label)
			put_case(maker, field, value, label);
	}
	if (field->flags & POSIX_TRACE_FIELD_NONE_NP)
		put_none(maker, field);
	fputs("\\* { ", maker->out);
	put_read(maker, field);
	if (!(field->flags & POSIX_TRACE_FIELD_ARRAY_NP))
		put_unit(maker, field);
	fputs("} ", maker->out);
}

/* Puts a flag that is set, and clears it. */
static void put_flag(struct maker *maker, unsigned long long flag,
		     const char *label)
{
	fputs("\\\n\t\t", maker->out);
	if (!flag)
		fputs("$s, 0 { ", maker->out);
	else
		fprintf(maker->out, "$v & 0x%llX, 0x%llX { $s, 1 \"|\" ", flag,
			flag);
	fputs("\"", maker->out);
	put_escaped(maker->out, label);
	fputs("\" {{ $s = 1 }} ", maker->out);
	if (flag)
		fprintf(maker->out, "{{ $v = $v - 0x%llX }} ", flag);
	fputs("} ", maker->out);
}

static void put_flags(struct maker *maker,
		      const struct posix_trace_field_np *field)
{
	long long value;
	const char *label;

	fputs("{{ $s = 0 }} {{ $v = ", maker->out);
	put_code(maker, 'X', field);
	fputs("}} ", maker->out);
	label = label_of(maker, field, UINT64_MAX);
	if (label)
		put_flag(maker, all_bits(field), label);
	for (unsigned i = 0; (label = posix_trace_field_constant_np(
				      maker->layout, field, i, &value));
	     i++)
		put_flag(maker, value & all_bits(field), label);
	fputs("\\\n\t\t$v, 0 { $s, 0 \"0\" \" \" }, "
	      "\\* { $s, 1 \"|\" \"0x\" $v%",
	      maker->out);
	put_code(maker, 'X', field);
	fputs("} ", maker->out);
}

static void put_number(struct maker *maker,
		       const struct posix_trace_field_np *field)
{
	if (has_flags(field))
		put_flags(maker, field);
	else if (has_labels(maker, field))
		put_labels(maker, field);
	else if (field->kind == POSIX_TRACE_FIELD_BOOL_NP)
		fprintf(maker->out, "U%zu, 0 \"false \", \\* \"true \" ",
			field->size);
	else
		put_code(maker, code_of(field), field);
}

/* Puts a count of elements, fixed or up to the end of the data. */
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
			"{{ $left = $HL + $HOOKENV / 8 - $DATAPOINTER }} "
			"{{ $left = $left / %zu }} LOOP $left { ",
			field->size);
	put_number(maker, field);
	fputs("} ", maker->out);
}

static size_t length_of(const struct posix_trace_field_np *field)
{
	return field->size * (field->count ? field->count : 1);
}

/* Rows of numbers do not show their base, and names have none. */
static bool says_base(const struct maker *maker,
		      const struct posix_trace_field_np *field)
{
	return field->kind != POSIX_TRACE_FIELD_TEXT_NP &&
	       !(field->flags & POSIX_TRACE_FIELD_ARRAY_NP) &&
	       !has_flags(field) && !has_labels(maker, field);
}

static void put_shown(struct maker *maker,
		      const struct posix_trace_field_np *field)
{
	fprintf(maker->out, "\\\n\t\"%s=%s\" ", field->name,
		says_base(maker, field) ? base_of(field) : "");
	if (field->kind != POSIX_TRACE_FIELD_TEXT_NP)
		put_numbers(maker, field);
	else if (field->size && field->count)
		fprintf(maker->out, "A%zu ", length_of(field));
	else
		put_text(maker, true);
	if (!has_labels(maker, field) ||
	    field->flags & POSIX_TRACE_FIELD_ARRAY_NP)
		put_unit(maker, field);
}

static void put_field(struct maker *maker,
		      const struct posix_trace_field_np *field)
{
	const bool is_text = field->kind == POSIX_TRACE_FIELD_TEXT_NP;

	if (!is_text)
		align(maker, field->size);
	/* Data may end before any field but the first. */
	if (!maker->manner && field != maker->layout->field)
		fputs("more() ", maker->out);
	if (is_shown(field))
		put_shown(maker, field);
	else if (is_text && !(field->size && field->count))
		put_text(maker, false);
	else
		fprintf(maker->out, "O%zu ", length_of(field));
	maker->at += length_of(field);
}

/* The last field that is shown ends the template. */
static unsigned last_shown(const struct posix_trace_layout_np *layout)
{
	unsigned count = layout->fields;

	while (count && !is_shown(&layout->field[count - 1]))
		count--;
	return count;
}

static void put_attachment(FILE *out, unsigned id, const char *name,
			   const char *description,
			   const struct template_manner *manner)
{
	fputs("\n#!posix event \"", out);
	put_escaped(out, name);
	fprintf(out, "\" hook %04X ", id);
	if (manner)
		fprintf(out, "system=%s\n", manner->system);
	else
		fprintf(out, "word=%d layout=0x%08x\n", WORD,
			layout_mark(description));
}

static void put_maybe(struct maker *maker,
		      const struct posix_trace_field_np *field)
{
	const struct template_manner *manner = maker->manner;
	const char *opens =
		manner && manner->opens ? manner->opens(field) : NULL;

	if (opens)
		fprintf(maker->out, "\\\n\t%s", opens);
	put_field(maker, field);
	if (opens)
		fputs("} ", maker->out);
}

static void put_fields(struct maker *maker)
{
	const struct template_manner *manner = maker->manner;
	const unsigned count = last_shown(maker->layout);
	unsigned opened = 0;

	for (unsigned i = 0; i < count; i++) {
		for (; manner && opened < TEMPLATE_RESTS &&
		       manner->rest[opened].opens &&
		       manner->rest[opened].from == i;
		     opened++)
			fprintf(maker->out, "\\\n\t%s",
				manner->rest[opened].opens);
		put_maybe(maker, &maker->layout->field[i]);
	}
	for (; opened; opened--)
		fputs("} ", maker->out);
}

unsigned template_id(const char *name, unsigned first, unsigned count,
		     bool *is_taken)
{
	unsigned at = layout_mark(name) % count;

	while (is_taken[at])
		at = (at + 1) % count;
	is_taken[at] = true;
	return first + at;
}

void template_put_more(FILE *out, unsigned id)
{
	fprintf(out,
		"\n# more(): ends where the data does, with what may be missing "
		"to align it.\n"
		"%04X 1.0 L=APPL \"@more\" {{ more() \\\n"
		"\t{{ $left = $HL + $HOOKENV / 8 - $DATAPOINTER }} \\\n"
		"\t$left%%D8, 0 { $BREAK }, -1 { $BREAK }, -2 { $BREAK }, "
		"-3 { $BREAK }, \\\n"
		"\t-4 { $BREAK }, -5 { $BREAK }, -6 { $BREAK }, "
		"-7 { $BREAK } }}\n",
		id);
}

int template_put(FILE *out, unsigned id, const char *name,
		 const char *description, const struct template_manner *manner)
{
	static struct posix_trace_layout_np layout;
	struct maker maker = {
		.out = out,
		.layout = &layout,
		.manner = manner,
		.is_packed = strstr(description, "[[packed]]"),
		.is_fixed = true,
	};

	if (posix_trace_layout_parse_np(description, &layout))
		return EINVAL;
	put_attachment(out, id, name, description, manner);
	fprintf(out, "%04X 1.0 L=APPL \"\" ", id);
	if (manner && manner->before)
		fprintf(out, "\\\n\t%s\\\n\t", manner->before);
	fputs("W1 ", out);
	put_fields(&maker);
	putc('\n', out);
	return 0;
}
