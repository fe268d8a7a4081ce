/*
 * lease.c - the shards of a stream that gatherers share
 *
 * The file has room for two records, which are written in turn: the one before
 * is there if the last one is not whole.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/crc32c.h"
#include "gather/lease.h"
#include "source/section.h"

enum { RECORD = 128, SPACING = 512 };

static void seal(char *text, int len)
{
	snprintf(text + len, (size_t)(RECORD - len), " %08" PRIx32 "\n",
		 pxt_crc32c(0, text, (size_t)len));
}

/* writes last time checksum */
static void format(char *text, uint64_t writes,
		   struct shard_checkpoint checkpoint)
{
	seal(text,
	     snprintf(text, RECORD, "%020" PRIu64 " %020" PRIu64 " %020" PRId64,
		      writes, checkpoint.last, checkpoint.ns));
}

/* The same without a time, as earlier versions wrote it. */
static void format_old(char *text, uint64_t writes, uint64_t last)
{
	seal(text, snprintf(text, RECORD, "%020" PRIu64 " %020" PRIu64, writes,
			    last));
}

static bool parse(const char *text, uint64_t *writes,
		  struct shard_checkpoint *checkpoint)
{
	char again[RECORD];

	*checkpoint = (struct shard_checkpoint){ .ns = 0 };
	if (sscanf(text, "%20" SCNu64 " %20" SCNu64 " %20" SCNd64, writes,
		   &checkpoint->last, &checkpoint->ns) < 2)
		return false;
	format(again, *writes, *checkpoint);
	if (!strcmp(text, again))
		return true;
	checkpoint->ns = 0;
	format_old(again, *writes, checkpoint->last);
	return !strcmp(text, again);
}

static int read_record(struct lease *lease, int i)
{
	char text[RECORD] = { 0 };
	struct shard_checkpoint checkpoint;
	uint64_t writes;

	if (section_read(lease->fd, text, RECORD - 1, (uint64_t)i * SPACING) <
	    0)
		return errno;
	if (parse(text, &writes, &checkpoint) && writes > lease->writes) {
		lease->writes = writes;
		lease->checkpoint = checkpoint;
	}
	return 0;
}

int lease_take(struct lease *lease, const char *folder, unsigned shard)
{
	char *path;
	int err = 0;

	*lease = (struct lease){ .fd = -1 };
	if (asprintf(&path, "%s/%02u", folder, shard) < 0)
		return ENOMEM;
	lease->fd = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
	if (lease->fd < 0)
		err = errno;
	free(path);
	if (err)
		return err;
	if (flock(lease->fd, LOCK_EX | LOCK_NB))
		err = errno == EWOULDBLOCK ? EBUSY : errno;
	for (int i = 0; !err && i < 2; i++)
		err = read_record(lease, i);
	if (err)
		lease_give(lease);
	return err;
}

int lease_move(struct lease *lease, struct shard_checkpoint checkpoint)
{
	const off_t at = (off_t)((lease->writes + 1) % 2) * SPACING;
	char text[RECORD];
	ssize_t n;

	format(text, lease->writes + 1, checkpoint);
	n = pwrite(lease->fd, text, strlen(text), at);
	if (n < 0)
		return errno;
	if (n != (ssize_t)strlen(text))
		return ENOSPC;
	if (fdatasync(lease->fd))
		return errno;
	lease->writes++;
	lease->checkpoint = checkpoint;
	return 0;
}

void lease_give(struct lease *lease)
{
	if (lease->fd >= 0)
		close(lease->fd);
	lease->fd = -1;
}
