/*
 * values.c - values of fields for viewers
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/utf8.h"
#include "bridge/values.h"
#include "event/data.h"
#include "event/objects.h"
#include "event/sysevent.h"

enum { REPLACEMENT = 3 }; /* bytes of U+FFFD */

static const struct payload_style style = { .full = true, .bare = true };

/* Texts */

/* Keeps words that fill the block. */
static int keep(void *arg, const char *data, size_t len)
{
	struct bridge_values *values = arg;

	if (pxt_array_reserve(&values->text, &values->room, values->len + len,
			      1))
		return ENOMEM;
	memcpy(values->text + values->len, data, len);
	values->len += len;
	return 0;
}

static void begin_words(struct bridge_values *values)
{
	values->len = 0;
	values->words.len = 0;
	values->words.error = 0;
}

/* Words are UTF-8: show escapes what is not. */
static int end_words(struct bridge_values *values, struct bridge_value *value)
{
	value->kind = BRIDGE_TEXT_VALUE;
	value->text = values->words.block;
	value->len = values->words.len;
	if (!values->len)
		return values->words.error;
	out_flush(&values->words);
	value->text = values->text;
	value->len = values->len;
	return values->words.error;
}

static bool is_valid(const uint8_t *at, const uint8_t *end)
{
	uint32_t code;

	while (at < end) {
		const size_t step = pxt_utf8_take(at, end, &code);

		if (!step)
			return false;
		at += step;
	}
	return true;
}

int bridge_values_text(struct bridge_values *values, const void *data,
		       size_t len, struct bridge_value *value)
{
	const uint8_t *bytes = data;

	value->kind = BRIDGE_TEXT_VALUE;
	value->text = data;
	value->len = len;
	if (is_valid(bytes, bytes + len))
		return 0;
	if (pxt_array_reserve(&values->text, &values->room,
			      REPLACEMENT * len + 1, 1))
		return ENOMEM;
	value->text = values->text;
	value->len = bridge_text(values->bridge, values->text,
				 REPLACEMENT * len + 1, data, len);
	return 0;
}

/* Fields */

static bool is_text(const struct posix_trace_field_np *field,
		    const struct posix_trace_number_np *number)
{
	const unsigned special =
		POSIX_TRACE_FIELD_FLAGS_NP | POSIX_TRACE_FIELD_OCTAL_NP;

	return number->label || number->kind == POSIX_TRACE_FIELD_CHAR_NP ||
	       objects_are_in(field) || field->flags & special;
}

static void take_number(const struct posix_trace_field_np *field,
			const struct posix_trace_number_np *number,
			struct bridge_value *value)
{
	value->as.u = number->as.u;
	switch (number->kind) {
	case POSIX_TRACE_FIELD_FLOAT_NP:
		value->kind = BRIDGE_FLOAT;
		value->as.f = number->as.f;
		value->is_narrow = field->size == sizeof(float);
		return;
	case POSIX_TRACE_FIELD_BOOL_NP:
		value->kind = BRIDGE_BOOL;
		return;
	case POSIX_TRACE_FIELD_SIGNED_NP:
		value->kind = BRIDGE_SIGNED;
		value->as.s = number->as.s;
		break;
	default:
		value->kind = BRIDGE_UNSIGNED;
	}
	if (field->flags & POSIX_TRACE_FIELD_HEX_NP) {
		value->kind = BRIDGE_ADDRESS;
		value->as.u = objects_address(field, number);
	}
}

int bridge_values_get(struct bridge_values *values,
		      const struct posix_trace_value_np *from, size_t index,
		      struct bridge_value *value)
{
	const struct fields *fields = values->bridge->fields;
	struct posix_trace_number_np number;

	if (from->field->kind == POSIX_TRACE_FIELD_TEXT_NP)
		return index ? EINVAL :
			       bridge_values_text(values, from->data, from->len,
						  value);
	if (posix_trace_value_number_np(fields->layout, from, index, &number))
		return EINVAL;
	if (!is_text(from->field, &number)) {
		take_number(from->field, &number, value);
		return 0;
	}
	begin_words(values);
	fields_put_element(&values->words, &style, fields, from, index);
	return end_words(values, value);
}

int bridge_values_system(struct bridge_values *values,
			 struct bridge_value *value)
{
	struct bridge *bridge = values->bridge;

	begin_words(values);
	if (!sysevent_put(&values->words, &bridge->labels, bridge->item))
		return ENODATA;
	return end_words(values, value);
}

int bridge_values_rest(struct bridge_values *values, struct bridge_value *value)
{
	struct bridge *bridge = values->bridge;
	const struct posix_trace_item_np *item = bridge->item;
	const void *rest = item->data;
	size_t len = item->data_len;

	if (bridge->is_described)
		rest = fields_rest(bridge->fields, &len);
	if (!rest || !len)
		return ENODATA;
	if (!bridge->is_described &&
	    bridge_values_system(values, value) != ENODATA)
		return values->words.error;
	begin_words(values);
	if (bridge->is_described)
		payload_put_hex(&values->words, &style, rest, len);
	else
		payload_put(&values->words, &style, rest, len,
			    data_is_cut(item));
	return end_words(values, value);
}

void bridge_values_init(struct bridge_values *values, struct bridge *bridge)
{
	values->bridge = bridge;
	values->text = NULL;
	values->room = 0;
	values->len = 0;
	out_init_taker(&values->words, keep, values);
}

void bridge_values_fini(struct bridge_values *values)
{
	free(values->text);
}
