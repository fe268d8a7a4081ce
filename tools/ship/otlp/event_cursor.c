/*
 * event_cursor.c - how far the events of a log were sent, in a file beside it
 */
#include <string.h>

#include "ship/cursor_file.h"
#include "ship/otlp/event_cursor.h"

static const struct cursor_kind kind = { "posixtrace ship events 1",
					 { "events", "open", "size" } };

int event_cursor_read(struct event_cursor *cursor, const char *path)
{
	struct cursor_values values;
	const int err = cursor_file_read(&values, &kind, path);

	*cursor = (struct event_cursor){
		.items = values.number[0],
		.open = values.number[1],
		.size = values.number[2],
		.has_ended = values.has_ended,
	};
	memcpy(cursor->uuid, values.uuid, sizeof(cursor->uuid));
	return err;
}

int event_cursor_write(const struct event_cursor *cursor, const char *path)
{
	struct cursor_values values = {
		.number = { cursor->items, cursor->open, cursor->size },
		.has_ended = cursor->has_ended,
	};

	memcpy(values.uuid, cursor->uuid, sizeof(values.uuid));
	return cursor_file_write(&values, &kind, path);
}
