/*
 * json.c - a field of CTF as text in JSON
 */
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "source/ctf/facts.h"
#include "source/ctf/json.h"

/* Levels; the metadata has been looked at, and does not nest deeper. */
enum { DEPTH = 80 };

static void put(struct ctf_frames *frames, const char *text)
{
	ctf_frames_put(frames, text, strlen(text));
}

static void put_number(struct ctf_frames *frames, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void put_number(struct ctf_frames *frames, const char *format, ...)
{
	char text[64];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	put(frames, text);
}

void ctf_json_put_text(struct ctf_frames *frames, const char *text)
{
	put(frames, "\"");
	for (; *text; text++) {
		const size_t plain = strcspn(
			text, "\"\\\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b"
			      "\x0c\x0d\x0e\x0f\x10\x11\x12\x13\x14\x15\x16"
			      "\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f");

		ctf_frames_put(frames, text, plain);
		text += plain;
		if (!*text)
			break;
		if (*text == '"' || *text == '\\')
			put_number(frames, "\\%c", *text);
		else
			put_number(frames, "\\u%04x", (unsigned char)*text);
	}
	put(frames, "\"");
}

static void put_real(struct ctf_frames *frames, double value)
{
	if (isfinite(value))
		put_number(frames, "%.17g", value);
	else
		put(frames, "null");
}

static void put_field(struct ctf_frames *frames, const bt_field *field,
		      unsigned depth);

static void put_array(struct ctf_frames *frames, const bt_field *field,
		      unsigned depth)
{
	const uint64_t count = bt_field_array_get_length(field);

	put(frames, "[");
	for (uint64_t i = 0; i < count; i++) {
		if (i)
			put(frames, ",");
		put_field(frames,
			  bt_field_array_borrow_element_field_by_index_const(
				  field, i),
			  depth);
	}
	put(frames, "]");
}

static void put_structure(struct ctf_frames *frames, const bt_field *field,
			  unsigned depth)
{
	const bt_field_class *class = bt_field_borrow_class_const(field);
	const uint64_t count = bt_field_class_structure_get_member_count(class);

	put(frames, "{");
	for (uint64_t i = 0; i < count; i++) {
		if (i)
			put(frames, ",");
		ctf_json_put_text(
			frames,
			bt_field_class_structure_member_get_name(
				bt_field_class_structure_borrow_member_by_index_const(
					class, i)));
		put(frames, ":");
		put_field(frames,
			  bt_field_structure_borrow_member_field_by_index_const(
				  field, i),
			  depth);
	}
	put(frames, "}");
}

static void put_other(struct ctf_frames *frames, const bt_field *field,
		      bt_field_class_type type, unsigned depth)
{
	if (type == BT_FIELD_CLASS_TYPE_STRING)
		ctf_json_put_text(frames, ctf_facts_text(field));
	else if (bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_ARRAY))
		put_array(frames, field, depth + 1);
	else if (type == BT_FIELD_CLASS_TYPE_STRUCTURE)
		put_structure(frames, field, depth + 1);
	else if (bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_VARIANT))
		put_field(frames,
			  bt_field_variant_borrow_selected_option_field_const(
				  field),
			  depth + 1);
	else
		put(frames, "null");
}

static void put_field(struct ctf_frames *frames, const bt_field *field,
		      unsigned depth)
{
	const bt_field_class_type type = bt_field_get_class_type(field);

	if (depth > DEPTH)
		put(frames, "null");
	else if (type == BT_FIELD_CLASS_TYPE_BOOL)
		put(frames, bt_field_bool_get_value(field) ? "true" : "false");
	else if (type == BT_FIELD_CLASS_TYPE_BIT_ARRAY)
		put_number(frames, "%" PRIu64,
			   bt_field_bit_array_get_value_as_integer(field));
	else if (bt_field_class_type_is(type,
					BT_FIELD_CLASS_TYPE_UNSIGNED_INTEGER))
		put_number(frames, "%" PRIu64,
			   bt_field_integer_unsigned_get_value(field));
	else if (bt_field_class_type_is(type,
					BT_FIELD_CLASS_TYPE_SIGNED_INTEGER))
		put_number(frames, "%" PRId64,
			   bt_field_integer_signed_get_value(field));
	else if (type == BT_FIELD_CLASS_TYPE_SINGLE_PRECISION_REAL)
		put_real(frames,
			 bt_field_real_single_precision_get_value(field));
	else if (type == BT_FIELD_CLASS_TYPE_DOUBLE_PRECISION_REAL)
		put_real(frames,
			 bt_field_real_double_precision_get_value(field));
	else
		put_other(frames, field, type, depth);
}

void ctf_json_put(struct ctf_frames *frames, const bt_field *field)
{
	put_field(frames, field, 0);
}
