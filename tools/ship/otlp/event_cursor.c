/*
 * event_cursor.c - how far the events of a log were sent, in a file beside it
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "ship/cursor_file.h"
#include "ship/otlp/event_cursor.h"

static size_t format(char text[CURSOR_FILE_MOST],
		     const struct event_cursor *cursor)
{
	char uuid[2 * SECTION_UUID + 1];
	int len;

	cursor_file_print(uuid, cursor->uuid);
	len = snprintf(text, CURSOR_FILE_MOST,
		       "posixtrace ship events 1\nlog %s\nevents %" PRIu64
		       "\nopen %" PRIu64 "\nsize %" PRIu64 "\nended %d\n",
		       uuid, cursor->items, cursor->open, cursor->size,
		       cursor->has_ended);
	return cursor_file_seal(text, (size_t)len);
}

/* A cursor is believed if it would be written just so. */
static int parse(struct event_cursor *cursor, const char *text, size_t len)
{
	char uuid[2 * SECTION_UUID + 1], again[CURSOR_FILE_MOST];
	int ended;

	if (sscanf(text,
		   "posixtrace ship events 1\nlog %32[0-9a-f]\nevents %" SCNu64
		   "\nopen %" SCNu64 "\nsize %" SCNu64 "\nended %d\n",
		   uuid, &cursor->items, &cursor->open, &cursor->size,
		   &ended) != 5 ||
	    strlen(uuid) != sizeof(uuid) - 1 ||
	    !cursor_file_parse(uuid, cursor->uuid))
		return EBADMSG;
	cursor->has_ended = ended == 1;
	if (format(again, cursor) != len || strcmp(again, text) != 0)
		return EBADMSG;
	return 0;
}

int event_cursor_read(struct event_cursor *cursor, const char *path)
{
	char text[CURSOR_FILE_MOST];
	size_t len;
	int err;

	*cursor = (struct event_cursor){ .items = 0 };
	err = cursor_file_read(path, text, &len);
	return err ? err : parse(cursor, text, len);
}

int event_cursor_write(const struct event_cursor *cursor, const char *path)
{
	char text[CURSOR_FILE_MOST];
	const size_t len = format(text, cursor);

	return cursor_file_write(path, text, len);
}
