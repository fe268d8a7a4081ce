/*
 * event_row.c - rows of the table of events
 */
#include <errno.h>
#include <string.h>

#include "common/stamp.h"
#include "ship/postgres/event_row.h"
#include "ship/postgres/type_row.h"

/* Bytes of a text: more takes a server too much memory. */
enum { TEXT_MOST = 16 << 20 };

const char event_row_copy[] =
	"copy posixtrace.event (log, seq, i, ts, name, pid, tid, origin, addr, "
	"system, data, text, args, aside) from stdin (format binary)";

static bool has_aside(struct event_cells *cells,
		      const struct posix_trace_value_np *value)
{
	struct posix_trace_number_np number;

	switch (type_row_aside(value->field)) {
	case ASIDE_NEVER:
		return false;
	case ASIDE_NUMBER:
		return !posix_trace_value_number_np(cells->fields.layout, value,
						    0, &number) &&
		       number.label;
	case ASIDE_TEXT:
		return true;
	case ASIDE_ODD_TEXT:
		break;
	}
	return !jsonl_is_text(value->data, value->len);
}

static bool is_long(struct event_row *row, size_t len)
{
	row->has_left_out |= len > TEXT_MOST;
	return len > TEXT_MOST;
}

static int put_cell(struct jsonl *json, const struct cell *cell)
{
	switch (cell->kind) {
	case CELL_INTEGER:
		jsonl_signed(json, cell->integer);
		break;
	case CELL_TEXT:
		jsonl_text(json, cell->data, cell->len);
		break;
	default:
		jsonl_raw(json, "null", 4);
	}
	return 0;
}

static int put_aside_value(struct event_row *row,
			   const struct posix_trace_value_np *value)
{
	const bool is_number = type_row_aside(value->field) == ASIDE_NUMBER;
	struct cell cell;
	int err;

	err = event_cells_get_value(row->cells, value,
				    is_number ? ASPECT_NUMBER : ASPECT_VALUE,
				    &cell);
	if (err)
		return err;
	jsonl_key(&row->writer->json, value->field->name);
	return put_cell(&row->writer->json, &cell);
}

static int put_aside(struct event_row *row, struct bytes *bytes)
{
	const struct fields *fields = &row->cells->fields;
	bool any = false;
	int err = 0;

	event_cells_decode(row->cells);
	json_rows_clear(&row->aside);
	for (unsigned i = 0; fields->layout && i < fields->count && !err; i++) {
		if (!has_aside(row->cells, &fields->values[i]))
			continue;
		if (!any)
			json_rows_begin(&row->aside, row->writer);
		any = true;
		err = put_aside_value(row, &fields->values[i]);
	}
	if (any)
		json_rows_end(&row->aside, row->writer);
	if (!err)
		err = row->aside.bytes.error;
	if (!any || is_long(row, row->aside.bytes.len)) {
		bytes_field_null(bytes);
		return err;
	}
	/* Without the bracket of a list. */
	if (!err)
		bytes_field_json(bytes, row->aside.bytes.text + 1,
				 row->aside.bytes.len - 1,
				 &row->writer->replaced);
	return err;
}

static int put_text(struct event_row *row, enum event_column column,
		    struct bytes *bytes)
{
	struct cell cell;
	const int err = event_cells_get(row->cells, column, &cell);

	if (err)
		return err;
	if (cell.kind != CELL_TEXT || is_long(row, cell.len))
		bytes_field_null(bytes);
	else if (column == EVENT_ARGS)
		bytes_field_json(bytes, cell.data, cell.len,
				 &row->writer->replaced);
	else
		bytes_field_text(bytes, cell.data, cell.len,
				 &row->writer->replaced);
	return 0;
}

static void put_number(struct bytes *bytes, int32_t number)
{
	if (number)
		bytes_field_int(bytes, number);
	else
		bytes_field_null(bytes);
}

static void put_data(struct bytes *bytes,
		     const struct posix_trace_item_np *item)
{
	if (item->data_len)
		bytes_field(bytes, item->data, item->data_len);
	else
		bytes_field_null(bytes);
}

int event_row_put(struct event_row *row, int32_t number, struct bytes *bytes)
{
	const struct posix_trace_item_np *item = row->cells->item;
	const struct posix_trace_event_info *info = &item->info;
	int err;

	row->has_left_out = false;
	bytes_begin_row(bytes, EVENT_ROW_FIELDS);
	bytes_field_int(bytes, row->log);
	bytes_field_long(bytes, (int64_t)row->section);
	bytes_field_int(bytes, number);
	bytes_field_long(bytes, stamp_ns(&info->posix_timestamp));
	err = put_text(row, EVENT_NAME, bytes);
	put_number(bytes, info->posix_pid);
	put_number(bytes, event_cells_tid(item));
	bytes_field_int(bytes, (int32_t)item->origin);
	bytes_field_long(bytes, (int64_t)(uintptr_t)info->posix_prog_address);
	bytes_field_bool(bytes,
			 info->posix_event_id < POSIX_TRACE_UNNAMED_USEREVENT);
	put_data(bytes, item);
	if (!err)
		err = put_text(row, EVENT_TEXT, bytes);
	if (!err)
		err = put_text(row, EVENT_ARGS, bytes);
	if (!err)
		err = put_aside(row, bytes);
	return err ? err : bytes->error;
}
