/*
 * ship_cursor.c - how far a log was shipped, in a file beside it
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/crc32c.h"
#include "common/out.h"
#include "ship/ship_cursor.h"

enum { TEXT = 512 };

char *ship_cursor_path(const char *log, const char *name)
{
	char *path;

	return asprintf(&path, "%s.ship-%s", log, name) < 0 ? NULL : path;
}

static int format(char *text, const struct ship_cursor *cursor)
{
	char uuid[2 * SECTION_UUID + 1];
	int len;

	for (int i = 0; i < SECTION_UUID; i++)
		sprintf(uuid + 2 * i, "%02x", cursor->uuid[i]);
	len = snprintf(text, TEXT,
		       "posixtrace ship 1\nlog %s\nsection %" PRIu64
		       "\nat %" PRIu64 "\ngone %" PRIu64 "\nended %d\n",
		       uuid, cursor->number, cursor->at, cursor->gone,
		       cursor->has_ended);
	return len + snprintf(text + len, TEXT - (size_t)len,
			      "checksum %08" PRIx32 "\n",
			      pxt_crc32c(0, text, (size_t)len));
}

static bool parse_uuid(struct ship_cursor *cursor, const char *text)
{
	for (int i = 0; i < SECTION_UUID; i++) {
		unsigned byte;

		if (sscanf(text + (size_t)2 * (size_t)i, "%2x", &byte) != 1)
			return false;
		cursor->uuid[i] = (unsigned char)byte;
	}
	return true;
}

/* A cursor is believed if it would be written just so. */
static int parse(struct ship_cursor *cursor, const char *text, size_t len)
{
	char uuid[2 * SECTION_UUID + 1], again[TEXT];
	int ended;

	if (sscanf(text,
		   "posixtrace ship 1\nlog %32[0-9a-f]\nsection %" SCNu64
		   "\nat %" SCNu64 "\ngone %" SCNu64 "\nended %d\n",
		   uuid, &cursor->number, &cursor->at, &cursor->gone,
		   &ended) != 5 ||
	    strlen(uuid) != sizeof(uuid) - 1 || !parse_uuid(cursor, uuid))
		return EBADMSG;
	cursor->has_ended = ended == 1;
	if ((size_t)format(again, cursor) != len || strcmp(again, text) != 0)
		return EBADMSG;
	return 0;
}

int ship_cursor_read(struct ship_cursor *cursor, const char *path)
{
	const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	char text[TEXT];
	long n;

	*cursor = (struct ship_cursor){ .number = 0 };
	if (fd < 0)
		return errno;
	n = section_read(fd, text, sizeof(text) - 1, 0);
	close(fd);
	if (n < 0)
		return EBADMSG;
	text[n] = '\0';
	return parse(cursor, text, (size_t)n);
}

static int sync_folder_of(const char *path)
{
	char *copy = strdup(path);
	int fd, err = 0;

	if (!copy)
		return ENOMEM;
	fd = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0 || fsync(fd))
		err = errno;
	if (fd >= 0)
		close(fd);
	free(copy);
	return err;
}

static int write_draft(const struct ship_cursor *cursor, const char *draft)
{
	const int fd = open(
		draft, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC,
		0666);
	char text[TEXT];
	int err;

	if (fd < 0)
		return errno;
	err = out_whole(fd, text, (size_t)format(text, cursor));
	if (!err && fsync(fd))
		err = errno;
	if (close(fd) && !err)
		err = errno;
	return err;
}

int ship_cursor_write(const struct ship_cursor *cursor, const char *path)
{
	char *draft;
	int err;

	if (asprintf(&draft, "%s~", path) < 0)
		return ENOMEM;
	err = write_draft(cursor, draft);
	if (!err && rename(draft, path))
		err = errno;
	if (err)
		unlink(draft);
	free(draft);
	return err ? err : sync_folder_of(path);
}
