/*
 * cursor_file.c - a small text that is there as a whole, or not
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
#include "common/durable.h"
#include "common/out.h"
#include "ship/cursor_file.h"
#include "source/section.h"

size_t cursor_file_seal(char text[CURSOR_FILE_MOST], size_t len)
{
	return len + (size_t)snprintf(text + len, CURSOR_FILE_MOST - len,
				      "checksum %08" PRIx32 "\n",
				      pxt_crc32c(0, text, len));
}

void cursor_file_print(char digits[2 * CURSOR_FILE_UUID + 1],
		       const unsigned char uuid[CURSOR_FILE_UUID])
{
	for (int i = 0; i < CURSOR_FILE_UUID; i++)
		sprintf(digits + 2 * i, "%02x", uuid[i]);
}

bool cursor_file_parse(const char *digits, unsigned char uuid[CURSOR_FILE_UUID])
{
	for (int i = 0; i < CURSOR_FILE_UUID; i++) {
		unsigned byte;

		if (sscanf(digits + (size_t)2 * (size_t)i, "%2x", &byte) != 1)
			return false;
		uuid[i] = (unsigned char)byte;
	}
	return true;
}

int cursor_file_read(const char *path, char text[CURSOR_FILE_MOST], size_t *len)
{
	const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	long n;

	if (fd < 0)
		return errno;
	n = section_read(fd, text, CURSOR_FILE_MOST - 1, 0);
	close(fd);
	if (n < 0)
		return EBADMSG;
	text[n] = '\0';
	*len = (size_t)n;
	return 0;
}

static int sync_folder_of(const char *path)
{
	char *copy = strdup(path);
	int err;

	if (!copy)
		return ENOMEM;
	err = durable_folder(dirname(copy));
	free(copy);
	return err;
}

static int write_draft(const char *draft, const char *text, size_t len)
{
	const int fd = open(
		draft, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC,
		0666);
	int err;

	if (fd < 0)
		return errno;
	err = out_whole(fd, text, len);
	if (!err && fsync(fd))
		err = errno;
	if (close(fd) && !err)
		err = errno;
	return err;
}

int cursor_file_write(const char *path, const char *text, size_t len)
{
	char *draft;
	int err;

	if (asprintf(&draft, "%s~", path) < 0)
		return ENOMEM;
	err = write_draft(draft, text, len);
	if (!err && rename(draft, path))
		err = errno;
	if (err)
		unlink(draft);
	free(draft);
	return err ? err : sync_folder_of(path);
}
