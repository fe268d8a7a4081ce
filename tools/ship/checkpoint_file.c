/*
 * checkpoint_file.c - how far a log was sent, in a small file beside it
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
#include "ship/checkpoint_file.h"
#include "source/section.h"

enum { TEXT_MOST = 512, DIGITS = 2 * CHECKPOINT_FILE_UUID };

static size_t format(char text[TEXT_MOST], const struct checkpoint_kind *kind,
		     const struct checkpoint_values *values)
{
	size_t len = (size_t)sprintf(text, "%s\nlog ", kind->title);

	for (int i = 0; i < CHECKPOINT_FILE_UUID; i++)
		len += (size_t)sprintf(text + len, "%02x", values->uuid[i]);
	for (int i = 0; i < CHECKPOINT_FILE_NUMBERS && kind->word[i]; i++)
		len += (size_t)sprintf(text + len, "\n%s %" PRIu64,
				       kind->word[i], values->number[i]);
	len += (size_t)sprintf(text + len, "\nended %d\n", values->has_ended);
	return len + (size_t)sprintf(text + len, "checksum %08" PRIx32 "\n",
				     pxt_crc32c(0, text, len));
}

static void take_uuid(const char *digits,
		      unsigned char uuid[CHECKPOINT_FILE_UUID])
{
	for (int i = 0; i < CHECKPOINT_FILE_UUID; i++) {
		unsigned byte = 0;

		sscanf(digits + (size_t)2 * (size_t)i, "%2x", &byte);
		uuid[i] = (unsigned char)byte;
	}
}

/* The text behind the next word at the begin of a line, or NULL. */
static const char *behind(const char *text, const char *word)
{
	char line[64];

	snprintf(line, sizeof(line), "\n%s ", word);
	text = text ? strstr(text, line) : NULL;
	return text ? text + strlen(line) : NULL;
}

/* A checkpoint is believed if it would be written just so. */
static int parse(struct checkpoint_values *values,
		 const struct checkpoint_kind *kind, const char *text,
		 size_t len)
{
	const char *at = behind(text, "log");
	char again[TEXT_MOST];

	if (!at || strspn(at, "0123456789abcdef") != DIGITS)
		return EBADMSG;
	take_uuid(at, values->uuid);
	for (int i = 0; i < CHECKPOINT_FILE_NUMBERS && kind->word[i]; i++) {
		at = behind(at, kind->word[i]);
		values->number[i] = at ? strtoull(at, NULL, 10) : 0;
	}
	at = behind(at, "ended");
	values->has_ended = at && *at == '1';
	return format(again, kind, values) == len && !strcmp(again, text) ?
		       0 :
		       EBADMSG;
}

int checkpoint_file_read(struct checkpoint_values *values,
			 const struct checkpoint_kind *kind, const char *path)
{
	const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	char text[TEXT_MOST];
	int err;
	long n;

	*values = (struct checkpoint_values){ .has_ended = false };
	if (fd < 0)
		return errno;
	n = section_read(fd, text, sizeof(text) - 1, 0);
	close(fd);
	if (n < 0)
		return EBADMSG;
	text[n] = '\0';
	err = parse(values, kind, text, (size_t)n);
	if (err)
		*values = (struct checkpoint_values){ .has_ended = false };
	return err;
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

int checkpoint_file_write(const struct checkpoint_values *values,
			  const struct checkpoint_kind *kind, const char *path)
{
	char text[TEXT_MOST], *draft;
	int err;

	if (asprintf(&draft, "%s~", path) < 0)
		return ENOMEM;
	err = write_draft(draft, text, format(text, kind, values));
	if (!err && rename(draft, path))
		err = errno;
	if (err)
		unlink(draft);
	free(draft);
	return err ? err : sync_folder_of(path);
}
