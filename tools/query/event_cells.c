/*
 * event_cells.c - the columns of an event
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/utf8.h"
#include "bridge/texts.h"
#include "common/stamp.h"
#include "common/text.h"
#include "event/data.h"
#include "event/json_args.h"
#include "event/objects.h"
#include "query/event_cells.h"

/* Texts under construction */

static int take(void *arg, const char *data, size_t len)
{
	struct event_text *text = arg;

	if (pxt_array_reserve(&text->text, &text->room, text->len + len + 1, 1))
		return ENOMEM;
	memcpy(text->text + text->len, data, len);
	text->len += len;
	return 0;
}

static void begin_text(struct event_cells *cells)
{
	cells->made.len = 0;
	cells->out.len = 0;
	cells->out.error = 0;
}

static int end_text(struct event_cells *cells)
{
	return out_flush(&cells->out);
}

static bool is_valid(const char *text, size_t len)
{
	const uint8_t *at = (const uint8_t *)text, *end = at + len;
	uint64_t eight;
	uint32_t code;
	size_t taken;

	while (at < end) {
		if (end - at >= (ptrdiff_t)sizeof(eight)) {
			memcpy(&eight, at, sizeof(eight));
			if (!(eight & 0x8080808080808080)) {
				at += sizeof(eight);
				continue;
			}
		}
		if (*at < 0x80) {
			at++;
			continue;
		}
		taken = pxt_utf8_take(at, end, &code);
		if (!taken)
			return false;
		at += taken;
	}
	return true;
}

int event_cells_set_text(struct event_cells *cells, struct cell *cell,
			 const void *data, size_t len)
{
	enum { WIDEST = 3 }; /* bytes of U+FFFD */
	struct event_text *valid = &cells->valid;

	if (is_valid(data, len)) {
		cell_set_text(cell, data, len);
		return 0;
	}
	valid->len = 0;
	if (pxt_array_reserve(&valid->text, &valid->room, WIDEST * len, 1))
		return ENOMEM;
	texts_append(valid->text, &valid->len, valid->room, data, len);
	cells->replaced++;
	cell_set_text(cell, valid->text, valid->len);
	return 0;
}

static int set_made(struct event_cells *cells, struct cell *cell)
{
	const int err = end_text(cells);

	return err ? err :
		     event_cells_set_text(cells, cell, cells->made.text,
					  cells->made.len);
}

/* Labels are UTF-8. */
static void set_label(struct cell *cell, struct label label)
{
	if (label.len)
		cell_set_text(cell, label.text, label.len);
}

/* Columns of events */

void event_cells_decode(struct event_cells *cells)
{
	if (!cells->is_decoded)
		fields_decode(&cells->fields, cells->item);
	cells->is_decoded = true;
}

static void set_name(struct event_cells *cells, struct cell *cell)
{
	const struct label name =
		labels_event(&cells->labels, cells->item->info.posix_event_id);

	set_label(cell, name);
	cell->is_lasting = name.text != cells->labels.unnamed;
}

static void set_number(struct cell *cell, pid_t number)
{
	if (number)
		cell_set_integer(cell, number);
}

/* The thread whose number the event has: see event_cells_tid(). */
static void set_thread_name(struct event_cells *cells, struct cell *cell)
{
	struct posix_trace_item_np item = *cells->item;

	item.tid = event_cells_tid(&item);
	set_label(cell, comm_thread(&cells->comm, &item));
}

static void set_address(struct event_cells *cells, struct cell *cell)
{
	const uintptr_t address =
		(uintptr_t)cells->item->info.posix_prog_address;

	cell_set_text(cell, cell->digits, text_hex(cell->digits, address));
}

static const struct symbol *find_symbol(struct event_cells *cells)
{
	if (!cells->symbols)
		cells->symbols = symbols_create(cells->source, false);
	return symbols_of(cells->symbols, cells->item);
}

static void set_data(const struct event_cells *cells, struct cell *cell)
{
	if (!cells->item->data_len)
		return;
	cell->kind = CELL_BLOB;
	cell->is_lasting = false;
	cell->data = cells->item->data;
	cell->len = cells->item->data_len;
}

static int set_shown(struct event_cells *cells, struct cell *cell)
{
	static const struct payload_style style = { .full = true };

	event_cells_decode(cells);
	if (!cells->item->data_len)
		return 0;
	begin_text(cells);
	data_put(&cells->out, &style, &cells->labels, &cells->fields,
		 cells->item);
	return set_made(cells, cell);
}

static int set_args(struct event_cells *cells, struct cell *cell)
{
	event_cells_decode(cells);
	if (!cells->fields.layout || !cells->has_json)
		return 0;
	begin_text(cells);
	json_args_put_fields(&cells->json, &cells->fields);
	jsonl_end_line(&cells->json);
	cells->out.len--;
	return set_made(cells, cell);
}

int event_cells_get(struct event_cells *cells, enum event_column column,
		    struct cell *cell)
{
	const struct posix_trace_item_np *item = cells->item;
	const struct posix_trace_event_info *info = &item->info;
	const struct timespec *when = &info->posix_timestamp;

	cell->kind = CELL_NULL;
	switch (column) {
	case EVENT_TS:
		cell_set_integer(cell, stamp_ns(when));
		break;
	case EVENT_REL:
		cell_set_integer(cell, stamp_ns(when) - cells->base_ns);
		break;
	case EVENT_NAME:
		set_name(cells, cell);
		break;
	case EVENT_PID:
		set_number(cell, info->posix_pid);
		break;
	case EVENT_TID:
		set_number(cell, event_cells_tid(item));
		break;
	case EVENT_HOST:
		set_label(cell, comm_host(&cells->comm, item->origin));
		break;
	case EVENT_COMM:
		set_label(cell, comm_of(&cells->comm, item->origin,
					info->posix_pid, when));
		break;
	case EVENT_TNAME:
		set_thread_name(cells, cell);
		break;
	case EVENT_ADDR:
		set_address(cells, cell);
		break;
	case EVENT_FUNC:
		set_label(cell, find_symbol(cells)->shown.function);
		break;
	case EVENT_SRC:
		set_label(cell, find_symbol(cells)->shown.place);
		break;
	case EVENT_LEN:
		cell_set_integer(cell, (int64_t)item->data_len);
		break;
	case EVENT_DATA:
		set_data(cells, cell);
		break;
	case EVENT_TEXT:
		return set_shown(cells, cell);
	case EVENT_ARGS:
		return set_args(cells, cell);
	case EVENT_ORIGIN:
		cell_set_integer(cell, item->origin);
		break;
	case EVENT_SYSTEM:
		cell_set_integer(cell, info->posix_event_id <
					       POSIX_TRACE_UNNAMED_USEREVENT);
		break;
	}
	return 0;
}

/* Columns of losses. Without a reason the stream had no room. */

int event_cells_get_loss(struct event_cells *cells, int column,
			 struct cell *cell)
{
	static const char full[] = "stream full";
	const struct posix_trace_item_np *item = cells->item;

	cell->kind = CELL_NULL;
	switch (column) {
	case 0:
		cell_set_integer(cell, stamp_ns(&item->info.posix_timestamp));
		break;
	case 1:
		cell_set_integer(cell, stamp_ns(&item->lost_end));
		break;
	case 2:
		if (item->lost)
			cell_set_unsigned(cell, item->lost);
		break;
	case 3:
		set_number(cell, item->info.posix_pid);
		break;
	case 4:
		set_number(cell, item->tid);
		break;
	case 5:
		if (item->data_len)
			return event_cells_set_text(cells, cell, item->data,
						    item->data_len);
		cell_set_text(cell, full, sizeof(full) - 1);
		break;
	}
	return 0;
}

/* Fields */

static void set_plain_number(struct cell *cell,
			     const struct posix_trace_number_np *number)
{
	switch (number->kind) {
	case POSIX_TRACE_FIELD_FLOAT_NP:
		cell_set_real(cell, number->as.f);
		break;
	case POSIX_TRACE_FIELD_SIGNED_NP:
		cell_set_integer(cell, number->as.s);
		break;
	default:
		cell_set_unsigned(cell, number->as.u);
	}
}

static int set_array(struct event_cells *cells,
		     const struct posix_trace_value_np *value,
		     struct cell *cell)
{
	if (!cells->has_json)
		return 0;
	begin_text(cells);
	json_args_put_value(&cells->json, &cells->fields, value);
	jsonl_end_line(&cells->json);
	cells->out.len--;
	return set_made(cells, cell);
}

/* An object without a name is called by its kind and number, as in holds. */
static int set_object(struct event_cells *cells,
		      const struct posix_trace_value_np *value,
		      const struct posix_trace_number_np *number,
		      struct cell *cell)
{
	const char *kind = value->field->object ? value->field->object : "";
	char text[OBJECTS_TEXT + OBJECTS_NUMBER], digits[OBJECTS_NUMBER];
	const char *shown = text;
	size_t name, len;

	if (number->label)
		return event_cells_set_text(cells, cell, number->label,
					    strlen(number->label));
	len = objects_name(&cells->fields, value->field, number, text, &name);
	if (len) {
		shown = objects_shown(text, name, &len);
	} else {
		objects_print(digits, value->field, number);
		len = (size_t)snprintf(text, sizeof(text), "%s%s%s", kind,
				       *kind ? "/" : "", digits);
	}
	begin_text(cells);
	out_bytes(&cells->out, shown, len);
	return set_made(cells, cell);
}

/* A column of names is one of texts, also where a value has no name. */
static int set_constant(struct event_cells *cells,
			const struct posix_trace_value_np *value,
			const struct posix_trace_number_np *number,
			struct cell *cell)
{
	char name[POSIX_TRACE_NAME_MAX_NP + 1];
	size_t len;

	if (number->label) {
		cell_set_text(cell, number->label, strlen(number->label));
		cell->is_lasting = true;
		return 0;
	}
	len = posix_trace_value_name_np(cells->fields.layout, value, 0, name,
					sizeof(name));

	if (!len) {
		set_plain_number(cell, number);
		cell_spell(cell);
		return 0;
	}
	begin_text(cells);
	out_bytes(&cells->out, name, len);
	return set_made(cells, cell);
}

/* A null character is an empty text. */
static int set_character(struct event_cells *cells,
			 const struct posix_trace_value_np *value,
			 const struct posix_trace_number_np *number,
			 struct cell *cell)
{
	return event_cells_set_text(cells, cell, value->data,
				    number->as.u ? value->len : 0);
}

int event_cells_get_value(struct event_cells *cells,
			  const struct posix_trace_value_np *value,
			  enum schema_aspect aspect, struct cell *cell)
{
	const struct posix_trace_field_np *field = value->field;
	struct posix_trace_number_np number;

	cell->kind = CELL_NULL;
	if (field->kind == POSIX_TRACE_FIELD_TEXT_NP)
		return event_cells_set_text(cells, cell, value->data,
					    value->len);
	if (field->flags & POSIX_TRACE_FIELD_ARRAY_NP)
		return set_array(cells, value, cell);
	if (posix_trace_value_number_np(cells->fields.layout, value, 0,
					&number))
		return 0;
	if (aspect == ASPECT_VALUE && field->object)
		return set_object(cells, value, &number, cell);
	if (aspect == ASPECT_VALUE &&
	    field->flags &
		    (POSIX_TRACE_FIELD_ENUM_NP | POSIX_TRACE_FIELD_FLAGS_NP))
		return set_constant(cells, value, &number, cell);
	if (number.kind == POSIX_TRACE_FIELD_CHAR_NP)
		return set_character(cells, value, &number, cell);
	set_plain_number(cell, &number);
	return 0;
}

int event_cells_get_object(struct event_cells *cells, struct cell *cell)
{
	const struct fields *fields = &cells->fields;

	cell->kind = CELL_NULL;
	for (unsigned i = 0; i < fields->count; i++)
		if (fields->values[i].field->object)
			return event_cells_get_value(cells, &fields->values[i],
						     ASPECT_VALUE, cell);
	return 0;
}

/* Columns of a described type */

static int find_field(const struct posix_trace_layout_np *layout,
		      const char *name)
{
	const struct posix_trace_field_np *field =
		fields_layout_find(layout, name);

	return field ? (int)(field - layout->field) : -1;
}

static int map_columns(struct event_cells *cells,
		       const struct schema_table *table)
{
	const struct posix_trace_layout_np *layout = cells->fields.layout;

	if (cells->mapped == layout && cells->mapped_table == table)
		return 0;
	if (pxt_array_reserve(&cells->place, &cells->place_room, table->columns,
			      sizeof(*cells->place)))
		return ENOMEM;
	for (size_t i = 0; i < table->columns; i++)
		cells->place[i] =
			table->column[i].aspect ?
				find_field(layout, table->column[i].field) :
				-1;
	cells->mapped = layout;
	cells->mapped_table = table;
	return 0;
}

int event_cells_get_typed(struct event_cells *cells,
			  const struct schema_table *table, size_t column,
			  struct cell *cell)
{
	const struct schema_column *its = &table->column[column];
	int place, err;

	if (!its->aspect)
		return event_cells_get(cells, (enum event_column)its->which,
				       cell);
	cell->kind = CELL_NULL;
	event_cells_decode(cells);
	if (!cells->fields.layout)
		return 0;
	err = map_columns(cells, table);
	if (err)
		return err;
	place = cells->place[column];
	return place < 0 || (unsigned)place >= cells->fields.count ?
		       0 :
		       event_cells_get_value(cells,
					     &cells->fields.values[place],
					     its->aspect, cell);
}

int event_cells_init(struct event_cells *cells, struct source *source,
		     int64_t base_ns)
{
	memset(cells, 0, sizeof(*cells));
	cells->source = source;
	cells->base_ns = base_ns;
	fields_init(&cells->fields, source);
	labels_init(&cells->labels, source, false);
	comm_init(&cells->comm, source);
	out_init_taker(&cells->out, take, &cells->made);
	cells->has_json = jsonl_is_there();
	return cells->has_json ? jsonl_init(&cells->json, &cells->out) : 0;
}

void event_cells_fini(struct event_cells *cells)
{
	if (cells->has_json)
		jsonl_fini(&cells->json);
	fields_fini(&cells->fields);
	labels_fini(&cells->labels);
	symbols_close(cells->symbols);
	free(cells->made.text);
	free(cells->valid.text);
	free(cells->place);
}
