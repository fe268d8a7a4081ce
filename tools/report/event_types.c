/*
 * event_types.c - the types of a page's events, and what their fields hold
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "event/data.h"
#include "event/objects.h"
#include "report/event_types.h"

void event_types_init(struct event_types *types, struct bridge *bridge,
		      struct packed_blocks *blocks, struct report_words *words)
{
	*types = (struct event_types){
		.bridge = bridge,
		.blocks = blocks,
		.words = words,
	};
}

void event_types_fini(struct event_types *types)
{
	for (size_t i = 0; i < types->count; i++) {
		free(types->type[i].field);
		block_fini(&types->type[i].block);
		block_list_fini(&types->type[i].list);
	}
	free(types->type);
	pxt_map_fini(&types->numbers);
}

/* Fields */

static bool has_words(const struct posix_trace_field_np *field)
{
	const unsigned words =
		POSIX_TRACE_FIELD_ARRAY_NP | POSIX_TRACE_FIELD_ENUM_NP |
		POSIX_TRACE_FIELD_FLAGS_NP | POSIX_TRACE_FIELD_OCTAL_NP |
		POSIX_TRACE_FIELD_ERRNO_NP | POSIX_TRACE_FIELD_SIGNAL_NP;

	return field->flags & words || objects_are_in(field) ||
	       field->__constants || field->__none ||
	       field->kind == POSIX_TRACE_FIELD_CHAR_NP;
}

static enum event_field_kind kind_of(const struct posix_trace_field_np *field)
{
	if (field->kind == POSIX_TRACE_FIELD_TEXT_NP)
		return EVENT_FIELD_TEXT;
	if (has_words(field))
		return EVENT_FIELD_WORD;
	if (field->kind == POSIX_TRACE_FIELD_FLOAT_NP)
		return field->size == sizeof(float) ? EVENT_FIELD_FLOAT :
						      EVENT_FIELD_DOUBLE;
	if (field->kind == POSIX_TRACE_FIELD_BOOL_NP)
		return EVENT_FIELD_BOOL;
	return field->flags & POSIX_TRACE_FIELD_HEX_NP ? EVENT_FIELD_HEX :
							 EVENT_FIELD_INTEGER;
}

static enum block_form form_of(const struct event_field *field)
{
	switch (field->kind) {
	case EVENT_FIELD_DOUBLE:
		return BLOCK_DOUBLE;
	case EVENT_FIELD_FLOAT:
		return BLOCK_FLOAT;
	case EVENT_FIELD_BOOL:
	case EVENT_FIELD_HEX:
		return BLOCK_UNSIGNED;
	case EVENT_FIELD_INTEGER:
		return field->field->kind == POSIX_TRACE_FIELD_SIGNED_NP ?
			       BLOCK_SIGNED :
			       BLOCK_UNSIGNED;
	default:
		return BLOCK_TEXT;
	}
}

static int add_field(struct event_type *type, const struct event_field *field)
{
	if (pxt_array_reserve(&type->field, &type->room, type->fields + 1,
			      sizeof(*type->field)))
		return ENOMEM;
	type->field[type->fields++] = *field;
	return block_add_column(&type->block, NULL, form_of(field));
}

static int describe(struct event_type *type,
		    const struct posix_trace_layout_np *layout)
{
	int err = 0;

	type->described = type->fields;
	for (unsigned i = 0; i < layout->fields && !err; i++) {
		const struct posix_trace_field_np *from = &layout->field[i];
		const struct event_field field = {
			.kind = kind_of(from),
			.field = from,
			.is_of_number =
				!objects_are_in(from) &&
				!(from->flags & POSIX_TRACE_FIELD_ARRAY_NP),
		};

		err = add_field(type, &field);
	}
	if (!err)
		type->layout = layout;
	return err;
}

/* Types */

static int add_type(struct event_types *types, trace_event_id_t id)
{
	if (pxt_array_reserve(&types->type, &types->room, types->count + 1,
			      sizeof(*types->type)))
		return ENOMEM;
	types->type[types->count++] = (struct event_type){ .id = id };
	return 0;
}

static int find_beyond(struct event_types *types, trace_event_id_t id,
		       uint32_t *number)
{
	size_t *found = pxt_map_at_number(&types->numbers, (uint64_t)id);

	if (!found || (!*found && add_type(types, id)))
		return ENOMEM;
	if (!*found)
		*found = types->count;
	*number = (uint32_t)*found - 1;
	return 0;
}

static int find(struct event_types *types, trace_event_id_t id,
		uint32_t *number)
{
	if (id >= FIELDS_TYPES)
		return find_beyond(types, id, number);
	if (!types->number[id] && add_type(types, id))
		return ENOMEM;
	if (!types->number[id])
		types->number[id] = (uint32_t)types->count;
	*number = types->number[id] - 1;
	return 0;
}

int event_types_find(struct event_types *types, uint32_t *number)
{
	const struct bridge *bridge = types->bridge;
	struct event_type *type;

	if (find(types, bridge->item->info.posix_event_id, number))
		return ENOMEM;
	type = &types->type[*number];
	type->events++;
	return bridge->is_described && !type->layout ?
		       describe(type, bridge->fields->layout) :
		       0;
}

/* Values */

static int put_number(struct event_types *types, struct event_type *type,
		      size_t column, const struct posix_trace_value_np *value)
{
	const enum event_field_kind kind = type->field[column].kind;
	struct posix_trace_number_np number;
	uint64_t bits;
	float narrow;

	if (posix_trace_value_number_np(types->bridge->fields->layout, value, 0,
					&number))
		return 0;
	if (kind == EVENT_FIELD_FLOAT) {
		uint32_t half;

		narrow = (float)number.as.f;
		memcpy(&half, &narrow, sizeof(half));
		bits = half;
	} else if (kind == EVENT_FIELD_DOUBLE) {
		memcpy(&bits, &number.as.f, sizeof(bits));
	} else if (kind == EVENT_FIELD_HEX) {
		bits = objects_address(value->field, &number);
	} else {
		bits = number.as.u;
	}
	return block_put(&type->block, column, bits);
}

static int put_text(struct event_types *types, struct event_type *type,
		    size_t column, const char *text, size_t len)
{
	const size_t before = block_text_size(&type->block);
	const int err = block_put_text(&type->block, column, text, len);

	types->texts += block_text_size(&type->block) - before;
	return err;
}

static int put_word(struct event_types *types, struct event_type *type,
		    size_t column, const struct posix_trace_value_np *value)
{
	struct posix_trace_number_np number;
	const bool is_known =
		type->field[column].is_of_number &&
		!posix_trace_value_number_np(types->bridge->fields->layout,
					     value, 0, &number);
	size_t known = 0, len;
	const char *text;
	int err;

	if (is_known)
		known = block_known(&type->block, column, number.as.u);
	if (known)
		return block_put(&type->block, column, known);
	err = report_words_field(types->words, value, &text, &len);
	if (!err)
		err = put_text(types, type, column, text, len);
	return err || !is_known ? err :
				  block_know(&type->block, column, number.as.u);
}

static int put_field(struct event_types *types, struct event_type *type,
		     const struct posix_trace_value_np *value)
{
	const size_t column =
		type->described + (size_t)(value->field - type->layout->field);
	struct bridge_value text;
	int err;

	switch (type->field[column].kind) {
	case EVENT_FIELD_TEXT:
		err = bridge_values_get(&types->words->values, value, 0, &text);
		return err ? err :
			     put_text(types, type, column, text.text, text.len);
	case EVENT_FIELD_WORD:
		return put_word(types, type, column, value);
	default:
		return put_number(types, type, column, value);
	}
}

/* A column that types get at the first need. */
static int put_extra(struct event_types *types, struct event_type *type,
		     enum event_field_kind kind, size_t *column,
		     const char *text, size_t len)
{
	const struct event_field field = { .kind = kind };
	int err = 0;

	if (!*column) {
		err = add_field(type, &field);
		*column = type->fields;
	}
	return err ? err : put_text(types, type, *column - 1, text, len);
}

static int put_rest(struct event_types *types, struct event_type *type)
{
	const char *text;
	size_t len;
	const int err = report_words_rest(types->words, &text, &len);

	if (err)
		return err == ENODATA ? 0 : err;
	return put_extra(types, type, EVENT_FIELD_DATA, &type->data, text, len);
}

static int put_template(struct event_types *types, struct event_type *type)
{
	struct rendering *rendering = types->words->rendering;
	const char *text;
	size_t len;
	int err;

	if (!rendering || !rendering_has(rendering, type->id))
		return 0;
	err = report_words_template(types->words, &text, &len);
	if (err)
		return err == ENODATA ? 0 : err;
	return put_extra(types, type, EVENT_FIELD_TEMPLATE, &type->text, text,
			 len);
}

int event_types_put(struct event_types *types, uint32_t number)
{
	const struct bridge *bridge = types->bridge;
	const struct fields *fields = bridge->fields;
	struct event_type *type = &types->type[number];
	int err = 0;

	block_begin_row(&type->block);
	if (bridge->is_described)
		for (unsigned i = 0; i < fields->count && !err; i++)
			err = put_field(types, type, &fields->values[i]);
	if (!err && bridge->item->data_len)
		err = put_rest(types, type);
	return err ? err : put_template(types, type);
}

int event_types_flush(struct event_types *types, long of)
{
	int err = 0;

	for (size_t i = 0; i < types->count && !err; i++) {
		struct event_type *type = &types->type[i];

		if (type->block.rows && type->fields)
			err = packed_blocks_add(types->blocks, &type->block,
						&type->list, of);
		else
			block_clear(&type->block);
	}
	types->texts = 0;
	return err;
}
