/*
 * json_args.c - the fields of a described event as a JSON object
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "event/json_args.h"
#include "event/objects.h"

#ifdef HAVE_YAJL

static void put_word(struct jsonl *json, const char *word)
{
	jsonl_text(json, word, strlen(word));
}

static void put_float(struct jsonl *json, double number, bool narrow)
{
	char digits[FIELDS_FLOAT];

	if (isnan(number)) {
		put_word(json, "NaN");
	} else if (isinf(number)) {
		put_word(json, number < 0 ? "-Infinity" : "Infinity");
	} else {
		fields_print_float(digits, number, narrow);
		jsonl_digits(json, digits);
	}
}

static void put_character(struct jsonl *json, unsigned long long code)
{
	const char character = (char)code;

	/* As a text, where it is the end. */
	jsonl_bytes(json, &character, code ? 1 : 0);
}

static void put_number(struct jsonl *json,
		       const struct posix_trace_field_np *field,
		       const struct posix_trace_number_np *number)
{
	if (number->label) {
		put_word(json, number->label);
		return;
	}
	switch (number->kind) {
	case POSIX_TRACE_FIELD_FLOAT_NP:
		put_float(json, number->as.f, field->size == sizeof(float));
		break;
	case POSIX_TRACE_FIELD_BOOL_NP:
		jsonl_bool(json, number->as.u);
		break;
	case POSIX_TRACE_FIELD_CHAR_NP:
		put_character(json, number->as.u);
		break;
	case POSIX_TRACE_FIELD_SIGNED_NP:
		jsonl_signed(json, number->as.s);
		break;
	default:
		jsonl_unsigned(json, number->as.u);
	}
}

static void put_numbers(struct jsonl *json,
			const struct posix_trace_layout_np *layout,
			const struct posix_trace_value_np *value)
{
	const bool many = value->field->flags & POSIX_TRACE_FIELD_ARRAY_NP;
	struct posix_trace_number_np number;

	if (many)
		jsonl_open_array(json);
	for (size_t i = 0; i < value->count; i++)
		if (!posix_trace_value_number_np(layout, value, i, &number))
			put_number(json, value->field, &number);
	if (many)
		jsonl_close_array(json);
}

static void put_value(struct jsonl *json,
		      const struct posix_trace_layout_np *layout,
		      const struct posix_trace_value_np *value)
{
	jsonl_key(json, value->field->name);
	if (value->field->kind == POSIX_TRACE_FIELD_TEXT_NP)
		jsonl_bytes(json, value->data, value->len);
	else
		put_numbers(json, layout, value);
}

/* Objects */

/* Of an array each element has its name, or is empty. */
static void put_names(struct jsonl *json, const struct fields *fields,
		      const struct posix_trace_value_np *value)
{
	struct posix_trace_number_np number;
	char text[OBJECTS_TEXT];
	size_t len, name;

	for (size_t i = 0; i < value->count; i++) {
		posix_trace_value_number_np(fields->layout, value, i, &number);
		len = objects_name(fields, value->field, &number, text, &name);
		jsonl_bytes(json, text, len);
	}
}

static bool has_name(const struct fields *fields,
		     const struct posix_trace_value_np *value)
{
	struct posix_trace_number_np number;
	char text[OBJECTS_TEXT];
	size_t name;

	for (size_t i = 0; i < value->count; i++) {
		posix_trace_value_number_np(fields->layout, value, i, &number);
		if (!number.label && objects_name(fields, value->field, &number,
						  text, &name))
			return true;
	}
	return false;
}

static void put_objects(struct jsonl *json, const struct fields *fields)
{
	bool any = false;

	for (unsigned i = 0; i < fields->count; i++) {
		const struct posix_trace_value_np *value = &fields->values[i];
		const bool many =
			value->field->flags & POSIX_TRACE_FIELD_ARRAY_NP;

		if (!objects_are_in(value->field) || !has_name(fields, value))
			continue;
		if (!any)
			jsonl_key(json, "objects");
		if (!any)
			jsonl_open_object(json);
		any = true;
		jsonl_key(json, value->field->name);
		if (many)
			jsonl_open_array(json);
		put_names(json, fields, value);
		if (many)
			jsonl_close_array(json);
	}
	if (any)
		jsonl_close_object(json);
}

void json_args_put(struct jsonl *json, const struct fields *fields)
{
	const void *rest;
	size_t len;

	jsonl_key(json, "args");
	jsonl_open_object(json);
	for (unsigned i = 0; i < fields->count; i++)
		put_value(json, fields->layout, &fields->values[i]);
	jsonl_close_object(json);
	put_objects(json, fields);

	rest = fields_rest(fields, &len);
	if (!len)
		return;
	jsonl_key(json, "rest");
	jsonl_hex(json, rest, len);
}

#endif
