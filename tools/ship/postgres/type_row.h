/*
 * type_row.h - what views have to know of an event type, from its description
 */
#ifndef SHIP_POSTGRES_TYPE_ROW_H
#define SHIP_POSTGRES_TYPE_ROW_H

#include "query/event_cells.h"
#include "ship/postgres/json_rows.h"

/* Beside the fields in JSON stands what that does not tell of a field: the
 * number of a constant, or the text of an object, of flags, or of odd bytes. */
enum aside { ASIDE_NEVER, ASIDE_NUMBER, ASIDE_TEXT, ASIDE_ODD_TEXT };

enum aside type_row_aside(const struct posix_trace_field_np *field);

/* Puts a row for a type. layout NULL: it has no description. */
void type_row_put(struct json_rows *rows, struct json_writer *writer,
		  const char *name, bool is_system, const char *description,
		  const struct posix_trace_layout_np *layout);

#endif
