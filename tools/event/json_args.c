/*
 * json_args.c - fields of a described event as a JSON object
 */
#include <math.h>
#include <string.h>

#include "event/json_args.h"
#include "event/objects.h"

static void put_word(struct jsonl *json, const char *word)
{
	jsonl_text(json, word, strlen(word));
}

void json_args_put_float(struct jsonl *json, double number, bool narrow)
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

	/* Null characters are empty texts. */
	jsonl_bytes(json, &character, code ? 1 : 0);
}

static void put_number(struct jsonl *json,
		       const struct posix_trace_field_np *field,
		       const struct posix_trace_number_np *number)
{
	switch (number->kind) {
	case POSIX_TRACE_FIELD_FLOAT_NP:
		json_args_put_float(json, number->as.f,
				    field->size == sizeof(float));
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

/* Enumerations have one name per value; a set of flags is a number. */
static bool is_enumeration(const struct posix_trace_field_np *field)
{
	return field->flags & POSIX_TRACE_FIELD_ENUM_NP &&
	       !(field->flags & POSIX_TRACE_FIELD_FLAGS_NP);
}

/* Puts a constant's name, or else the number. */
static void put_either(struct jsonl *json,
		       const struct posix_trace_field_np *field,
		       const struct posix_trace_number_np *number)
{
	if (number->label && is_enumeration(field))
		put_word(json, number->label);
	else
		put_number(json, field, number);
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
			put_either(json, value->field, &number);
	if (many)
		jsonl_close_array(json);
}

void json_args_put_value(struct jsonl *json, const struct fields *fields,
			 const struct posix_trace_value_np *value)
{
	if (value->field->kind == POSIX_TRACE_FIELD_TEXT_NP)
		jsonl_bytes(json, value->data, value->len);
	else
		put_numbers(json, fields->layout, value);
}

void json_args_put_fields(struct jsonl *json, const struct fields *fields)
{
	jsonl_open_object(json);
	for (unsigned i = 0; i < fields->count; i++) {
		jsonl_key(json, fields->values[i].field->name);
		json_args_put_value(json, fields, &fields->values[i]);
	}
	jsonl_close_object(json);
}

/* Facts about values, beside them: an object with those fields that have such
 * facts. */
struct aside {
	const char *key;
	/* True if any element of the value has one. */
	bool (*has)(const struct fields *fields,
		    const struct posix_trace_value_np *value);
	/* Puts the fact about one element. */
	void (*put)(struct jsonl *json, const struct fields *fields,
		    const struct posix_trace_value_np *value, size_t index);
};

/* Objects */

static void put_object(struct jsonl *json, const struct fields *fields,
		       const struct posix_trace_value_np *value, size_t index)
{
	struct posix_trace_number_np number;
	char text[OBJECTS_TEXT] = "";
	size_t len, name = 0;
	const char *shown;

	posix_trace_value_number_np(fields->layout, value, index, &number);
	len = objects_name(fields, value->field, &number, text, &name);
	shown = objects_shown(text, name, &len);
	jsonl_bytes(json, shown, len);
}

static bool has_object(const struct fields *fields,
		       const struct posix_trace_value_np *value)
{
	struct posix_trace_number_np number;
	char text[OBJECTS_TEXT];
	size_t name;

	if (!objects_are_in(value->field))
		return false;
	for (size_t i = 0; i < value->count; i++) {
		posix_trace_value_number_np(fields->layout, value, i, &number);
		if (!number.label &&
		    objects_name(fields, value->field, &number, text, &name))
			return true;
	}
	return false;
}

/* Names of numbers */

static void put_name(struct jsonl *json, const struct fields *fields,
		     const struct posix_trace_value_np *value, size_t index)
{
	char text[POSIX_TRACE_NAME_MAX_NP + 1];

	jsonl_bytes(json, text,
		    posix_trace_value_name_np(fields->layout, value, index,
					      text, sizeof(text)));
}

static bool has_name(const struct fields *fields,
		     const struct posix_trace_value_np *value)
{
	const unsigned named =
		POSIX_TRACE_FIELD_ERRNO_NP | POSIX_TRACE_FIELD_FLAGS_NP |
		POSIX_TRACE_FIELD_NONE_NP | POSIX_TRACE_FIELD_SIGNAL_NP;
	bool any = false;

	if (!(value->field->flags & named) || is_enumeration(value->field))
		return false;
	for (size_t i = 0; i < value->count && !any; i++)
		any = posix_trace_value_name_np(fields->layout, value, i, NULL,
						0);
	return any;
}

/* Numbers of names */

static void put_bare(struct jsonl *json, const struct fields *fields,
		     const struct posix_trace_value_np *value, size_t index)
{
	struct posix_trace_number_np number;

	posix_trace_value_number_np(fields->layout, value, index, &number);
	put_number(json, value->field, &number);
}

static bool has_constant(const struct fields *fields,
			 const struct posix_trace_value_np *value)
{
	struct posix_trace_number_np number;

	for (size_t i = 0; is_enumeration(value->field) && i < value->count;
	     i++)
		if (!posix_trace_value_number_np(fields->layout, value, i,
						 &number) &&
		    number.label)
			return true;
	return false;
}

/* Arrays have an entry for each element, which may be empty. */
static void put_aside(struct jsonl *json, const struct fields *fields,
		      const struct posix_trace_value_np *value,
		      const struct aside *aside)
{
	const bool many = value->field->flags & POSIX_TRACE_FIELD_ARRAY_NP;

	jsonl_key(json, value->field->name);
	if (many)
		jsonl_open_array(json);
	for (size_t i = 0; i < value->count; i++)
		aside->put(json, fields, value, i);
	if (many)
		jsonl_close_array(json);
}

static void put_asides(struct jsonl *json, const struct fields *fields,
		       const struct aside *aside)
{
	bool any = false;

	for (unsigned i = 0; i < fields->count; i++) {
		if (!aside->has(fields, &fields->values[i]))
			continue;
		if (!any)
			jsonl_key(json, aside->key);
		if (!any)
			jsonl_open_object(json);
		any = true;
		put_aside(json, fields, &fields->values[i], aside);
	}
	if (any)
		jsonl_close_object(json);
}

void json_args_put(struct jsonl *json, const struct fields *fields)
{
	static const struct aside asides[] = {
		{ "names", has_name, put_name },
		{ "numbers", has_constant, put_bare },
		{ "objects", has_object, put_object },
	};
	const void *rest;
	size_t len;

	jsonl_key(json, "args");
	json_args_put_fields(json, fields);
	for (size_t i = 0; i < sizeof(asides) / sizeof(asides[0]); i++)
		put_asides(json, fields, &asides[i]);

	rest = fields_rest(fields, &len);
	if (!len)
		return;
	jsonl_key(json, "rest");
	jsonl_hex(json, rest, len);
}
