/*
 * ship_cursor.c - how far a log was shipped, in a file beside it
 */
#include <stdio.h>
#include <string.h>

#include "ship/cursor_file.h"
#include "ship/ship_cursor.h"

static const struct cursor_kind kind = { "posixtrace ship 1",
					 { "section", "at", "gone" } };

char *ship_cursor_path(const char *log, const char *name)
{
	char *path;

	return asprintf(&path, "%s.ship-%s", log, name) < 0 ? NULL : path;
}

int ship_cursor_read(struct ship_cursor *cursor, const char *path)
{
	struct cursor_values values;
	const int err = cursor_file_read(&values, &kind, path);

	*cursor = (struct ship_cursor){
		.number = values.number[0],
		.at = values.number[1],
		.gone = values.number[2],
		.has_ended = values.has_ended,
	};
	memcpy(cursor->uuid, values.uuid, sizeof(cursor->uuid));
	return err;
}

int ship_cursor_write(const struct ship_cursor *cursor, const char *path)
{
	struct cursor_values values = {
		.number = { cursor->number, cursor->at, cursor->gone },
		.has_ended = cursor->has_ended,
	};

	memcpy(values.uuid, cursor->uuid, sizeof(values.uuid));
	return cursor_file_write(&values, &kind, path);
}
