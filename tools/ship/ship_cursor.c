/*
 * ship_cursor.c - how far a log was shipped, in a file beside it
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "ship/cursor_file.h"
#include "ship/ship_cursor.h"

char *ship_cursor_path(const char *log, const char *name)
{
	char *path;

	return asprintf(&path, "%s.ship-%s", log, name) < 0 ? NULL : path;
}

static size_t format(char text[CURSOR_FILE_MOST],
		     const struct ship_cursor *cursor)
{
	char uuid[2 * SECTION_UUID + 1];
	int len;

	cursor_file_print(uuid, cursor->uuid);
	len = snprintf(text, CURSOR_FILE_MOST,
		       "posixtrace ship 1\nlog %s\nsection %" PRIu64
		       "\nat %" PRIu64 "\ngone %" PRIu64 "\nended %d\n",
		       uuid, cursor->number, cursor->at, cursor->gone,
		       cursor->has_ended);
	return cursor_file_seal(text, (size_t)len);
}

/* A cursor is believed if it would be written just so. */
static int parse(struct ship_cursor *cursor, const char *text, size_t len)
{
	char uuid[2 * SECTION_UUID + 1], again[CURSOR_FILE_MOST];
	int ended;

	if (sscanf(text,
		   "posixtrace ship 1\nlog %32[0-9a-f]\nsection %" SCNu64
		   "\nat %" SCNu64 "\ngone %" SCNu64 "\nended %d\n",
		   uuid, &cursor->number, &cursor->at, &cursor->gone,
		   &ended) != 5 ||
	    strlen(uuid) != sizeof(uuid) - 1 ||
	    !cursor_file_parse(uuid, cursor->uuid))
		return EBADMSG;
	cursor->has_ended = ended == 1;
	if (format(again, cursor) != len || strcmp(again, text) != 0)
		return EBADMSG;
	return 0;
}

int ship_cursor_read(struct ship_cursor *cursor, const char *path)
{
	char text[CURSOR_FILE_MOST];
	size_t len;
	int err;

	*cursor = (struct ship_cursor){ .number = 0 };
	err = cursor_file_read(path, text, &len);
	return err ? err : parse(cursor, text, len);
}

int ship_cursor_write(const struct ship_cursor *cursor, const char *path)
{
	char text[CURSOR_FILE_MOST];
	const size_t len = format(text, cursor);

	return cursor_file_write(path, text, len);
}
