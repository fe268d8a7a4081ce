/* fields_put.c - readable form of fields */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/text.h"
#include "event/fields.h"
#include "event/objects.h"

enum { PLACES = 6 };

/* Decimals of few digits, which most floating-point numbers stand for, are
 * found by multiplying. Both ways to the digits are exact: a decimal of so few
 * digits is the only one that is read as this number. */
static bool print_decimal(char *text, double number, bool narrow)
{
	const double most = narrow ? 1e6 : 1e15, size = fabs(number);
	double scaled = size, read;
	uint64_t unit = 1;
	int places = 0;

	if (!(size >= 1e-4 && size < most))
		return false;
	for (; places <= PLACES; places++, unit *= 10) {
		scaled = rint(size * (double)unit);
		read = scaled / (double)unit;
		if (narrow ? (float)read == (float)size : read == size)
			break;
	}
	if (places > PLACES || scaled >= most)
		return false;

	if (number < 0)
		*text++ = '-';
	text += out_print(text, (uint64_t)scaled / unit);
	if (places)
		*text++ = '.';
	out_digits(text, (unsigned)places, (uint64_t)scaled % unit);
	text[places] = '\0';
	return true;
}

void fields_print_float(char *text, double number, bool narrow)
{
	if (print_decimal(text, number, narrow))
		return;
	for (int digits = narrow ? 6 : 15; digits <= 17; digits++) {
		const double again =
			(snprintf(text, FIELDS_FLOAT, "%.*g", digits, number),
			 strtod(text, NULL));

		if (narrow ? (float)again == (float)number : again == number)
			break;
	}
}

static bool is_text(const struct posix_trace_field_np *field)
{
	return field->kind == POSIX_TRACE_FIELD_TEXT_NP;
}

static void put_character(struct out *out, unsigned long long code)
{
	char text[FIELDS_FLOAT];

	if (code > ' ' && code < 0x7f)
		snprintf(text, sizeof(text), "%c", (int)code);
	else
		snprintf(text, sizeof(text), "\\x%02llx", code);
	out_text(out, text);
}

static void put_integer(struct out *out,
			const struct posix_trace_number_np *number)
{
	const bool negative =
		number->kind == POSIX_TRACE_FIELD_SIGNED_NP && number->as.s < 0;

	if (negative)
		out_text(out, "-");
	out_number(out, negative ? 0 - number->as.u : number->as.u);
}

static void put_octal(struct out *out, unsigned long long number)
{
	char text[FIELDS_FLOAT];

	snprintf(text, sizeof(text), "0%llo", number);
	out_text(out, text);
}

static void put_address(struct out *out,
			const struct posix_trace_field_np *field,
			const struct posix_trace_number_np *number)
{
	char text[FIELDS_FLOAT];

	out_bytes(out, text, text_hex(text, objects_address(field, number)));
}

/* No flag, or none that has a name. */
static void put_bits(struct out *out, const struct posix_trace_field_np *field,
		     const struct posix_trace_number_np *number)
{
	if (number->as.u)
		put_address(out, field, number);
	else
		out_text(out, "0");
}

static void put_object(struct out *out, const struct payload_style *style,
		       const struct fields *fields,
		       const struct posix_trace_field_np *field,
		       const struct posix_trace_number_np *number)
{
	char text[OBJECTS_TEXT];
	const char *shown;
	size_t len, name;

	len = objects_name(fields, field, number, text, &name);
	if (!len) {
		objects_print(text, field, number);
		out_text(out, text);
	} else {
		shown = objects_shown(text, name, &len);
		payload_put_called(out, style, shown, len);
	}
}

/* True if the value is the field's value for none: it counts nothing. */
static bool is_none(const struct posix_trace_field_np *field,
		    const struct posix_trace_number_np *number)
{
	return field->flags & POSIX_TRACE_FIELD_NONE_NP &&
	       field->kind <= POSIX_TRACE_FIELD_SIGNED_NP &&
	       objects_address(field, number) ==
		       ~0ULL >> (64 - 8 * field->size);
}

static void put_number(struct out *out, const struct payload_style *style,
		       const struct fields *fields,
		       const struct posix_trace_field_np *field,
		       const struct posix_trace_number_np *number)
{
	char text[FIELDS_FLOAT];

	if (number->kind == POSIX_TRACE_FIELD_FLOAT_NP) {
		fields_print_float(text, number->as.f,
				   field->size == sizeof(float));
		out_text(out, text);
	} else if (number->kind == POSIX_TRACE_FIELD_BOOL_NP) {
		out_text(out, number->as.u ? "true" : "false");
	} else if (number->kind == POSIX_TRACE_FIELD_CHAR_NP) {
		put_character(out, number->as.u);
	} else if (objects_are_in(field)) {
		put_object(out, style, fields, field, number);
	} else if (is_none(field, number)) {
		put_integer(out, number);
	} else if (field->flags & POSIX_TRACE_FIELD_FLAGS_NP) {
		put_bits(out, field, number);
	} else if (field->flags & POSIX_TRACE_FIELD_HEX_NP) {
		put_address(out, field, number);
	} else if (field->flags & POSIX_TRACE_FIELD_OCTAL_NP) {
		put_octal(out, objects_address(field, number));
	} else {
		put_integer(out, number);
	}
}

static bool put_flags(struct out *out, const struct payload_style *style,
		      const struct fields *fields,
		      const struct posix_trace_value_np *value, size_t index)
{
	char name[POSIX_TRACE_NAME_MAX_NP + 1];
	const size_t len = posix_trace_value_name_np(fields->layout, value,
						     index, name, sizeof(name));

	if (len)
		payload_put_called(out, style, name, len);
	return len;
}

/* Elements are shown by name, if they have one. */
static void put_element(struct out *out, const struct payload_style *style,
			const struct fields *fields,
			const struct posix_trace_value_np *value, size_t index)
{
	struct posix_trace_number_np number;

	if (posix_trace_value_number_np(fields->layout, value, index, &number))
		return;
	if (number.label)
		payload_put_called(out, style, number.label,
				   strlen(number.label));
	else if (!(value->field->flags & POSIX_TRACE_FIELD_FLAGS_NP) ||
		 !put_flags(out, style, fields, value, index))
		put_number(out, style, fields, value->field, &number);
}

void fields_put_element(struct out *out, const struct payload_style *style,
			const struct fields *fields,
			const struct posix_trace_value_np *value, size_t index)
{
	struct payload_style bare = *style;

	bare.bare = true;
	put_element(out, &bare, fields, value, index);
}

/* Arrays are shown by their first elements. */
static void put_array(struct out *out, const struct payload_style *style,
		      const struct fields *fields,
		      const struct posix_trace_value_np *value)
{
	const size_t most = style->full ? value->count : PAYLOAD_HEX_MAX;

	out_text(out, "{");
	for (size_t i = 0; i < value->count && i < most; i++) {
		if (i)
			out_text(out, ",");
		put_element(out, style, fields, value, i);
	}
	if (value->count > most)
		out_text(out, style->ascii ? ",..." : ",\xe2\x80\xa6");
	out_text(out, "}");
}

static void put_numbers(struct out *out, const struct payload_style *style,
			const struct fields *fields,
			const struct posix_trace_value_np *value)
{
	if (value->field->flags & POSIX_TRACE_FIELD_ARRAY_NP)
		put_array(out, style, fields, value);
	else
		put_element(out, style, fields, value, 0);
}

void fields_put_value(struct out *out, const struct payload_style *style,
		      const struct fields *fields,
		      const struct posix_trace_value_np *value)
{
	if (is_text(value->field))
		payload_put_text(out, style, value->data, value->len);
	else
		put_numbers(out, style, fields, value);
}

void fields_put_bare(struct out *out, const struct payload_style *style,
		     const struct fields *fields,
		     const struct posix_trace_value_np *value)
{
	struct payload_style bare = *style;

	bare.bare = true;
	if (is_text(value->field))
		payload_put_bare(out, style, value->data, value->len);
	else
		put_numbers(out, &bare, fields, value);
}

/* A named number is not a count. */
static bool counts(const struct fields *fields,
		   const struct posix_trace_value_np *value)
{
	struct posix_trace_number_np number;

	return posix_trace_value_number_np(fields->layout, value, 0, &number) ||
	       value->field->flags & POSIX_TRACE_FIELD_ARRAY_NP ||
	       (!number.label && !is_none(value->field, &number));
}

void fields_put_unit(struct out *out, const struct payload_style *style,
		     const struct fields *fields,
		     const struct posix_trace_value_np *value)
{
	if (*value->field->unit && counts(fields, value))
		payload_put_name(out, style, value->field->unit);
}

/* End of the described data, including a struct's trailing padding. */
static size_t end_of(const struct fields *fields)
{
	const struct posix_trace_value_np *last;
	size_t end;

	if (fields->layout->size && fields->count == fields->layout->fields)
		return fields->layout->size;
	if (!fields->count)
		return 0;
	last = &fields->values[fields->count - 1];
	end = (size_t)((const char *)last->data -
		       (const char *)fields->item->data);
	if (!is_text(last->field))
		return end + last->len;
	if (!last->field->size)
		return end + last->len + 1;
	return last->field->count ? end + last->field->count :
				    fields->item->data_len;
}

const void *fields_rest(const struct fields *fields, size_t *len)
{
	const struct posix_trace_item_np *item = fields->item;
	const size_t end = end_of(fields);

	*len = end < item->data_len ? item->data_len - end : 0;
	return *len ? (const char *)item->data + end : NULL;
}

static bool is_shown(const struct payload_style *style,
		     const struct posix_trace_field_np *field)
{
	return style->full || !(field->flags & POSIX_TRACE_FIELD_DETAIL_NP);
}

bool fields_show(const struct payload_style *style, const struct fields *fields)
{
	size_t len;

	for (unsigned i = 0; i < fields->count; i++)
		if (is_shown(style, fields->values[i].field))
			return true;
	return fields_rest(fields, &len);
}

void fields_put(struct out *out, const struct payload_style *style,
		const struct fields *fields)
{
	unsigned shown = 0;
	const void *rest;
	size_t len;

	for (unsigned i = 0; i < fields->count; i++) {
		const struct posix_trace_value_np *value = &fields->values[i];

		if (!is_shown(style, value->field))
			continue;
		if (shown++)
			out_text(out, " ");
		out_text(out, value->field->name);
		out_text(out, "=");
		fields_put_value(out, style, fields, value);
		fields_put_unit(out, style, fields, value);
	}
	rest = fields_rest(fields, &len);
	if (!len)
		return;
	if (shown)
		out_text(out, " + ");
	payload_put_hex(out, style, rest, len);
}
