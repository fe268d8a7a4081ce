/*
 * part.c - a log with a part of a source's items, and its file
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/command.h"
#include "common/talk.h"
#include "write/part.h"

enum {
	LOG_BYTES = 9 << 10,  /* without any items */
	ITEM_BYTES = 24,      /* without data */
	THREAD_BYTES = 1 << 9 /* for context of items */
};

static int tell(const struct part *part, int err)
{
	const struct copy *copy = part->copy;

	talk_error(copy->write_error ? part->name : copy->source->name, err);
	return EXIT_SYSTEM;
}

static void forget(struct part *part)
{
	free(part->copy);
	free(part->name);
	*part = (struct part){ .copy = NULL };
}

static int no_memory(struct part *part, const char *name)
{
	talk_error(name, ENOMEM);
	forget(part);
	return EXIT_SYSTEM;
}

/* The file must exist. */
static int begin(struct part *part, struct source *source,
		 enum compression compression, bool is_whole,
		 const unsigned char uuid[16])
{
	int status, err;

	err = copy_begin(part->copy, source, uuid, compression, part->file.fd);
	if (!err && !is_whole) {
		err = copy_limit(part->copy);
		if (err)
			copy_abandon(part->copy);
	}
	if (!err)
		return EXIT_SUCCESS;
	status = tell(part, err);
	logfile_drop(&part->file);
	forget(part);
	return status;
}

int part_open(struct part *part, struct source *source, const char *name,
	      const struct to_log *to, bool is_whole,
	      const unsigned char uuid[16])
{
	struct stat there;
	int err;

	if (!stat(name, &there) && source_has_file(source, &there)) {
		talk("%s: is the log itself", name);
		return EXIT_MISUSE;
	}
	*part = (struct part){ .name = strdup(name), .bytes = LOG_BYTES };
	part->copy = calloc(1, sizeof(*part->copy));
	if (!part->name || !part->copy)
		return no_memory(part, name);

	err = to->is_named_late ?
		      logfile_create_beside(&part->file, name, to->force) :
		      logfile_create(&part->file, name, to->force);
	if (err) {
		forget(part);
		return logfile_refuse(name, err);
	}
	logfile_guard(&part->file);
	return begin(part, source, to->compression, is_whole, uuid);
}

int part_put(struct part *part, const struct posix_trace_item_np *item)
{
	const unsigned threads = part->copy->totals.threads;
	int err;

	err = copy_put(part->copy, item);
	if (err)
		return tell(part, err);
	part->bytes += ITEM_BYTES + (item->data_len + 7) / 8 * 8 +
		       THREAD_BYTES * (part->copy->totals.threads - threads);
	return EXIT_SUCCESS;
}

int part_fill(struct part *part, struct selection *selection)
{
	int err = copy_all(part->copy, selection);

	return err ? tell(part, err) : EXIT_SUCCESS;
}

static int end(struct part *part, bool *is_kept)
{
	int status = EXIT_SUCCESS, err;

	err = copy_end(part->copy);
	if (err)
		return tell(part, err);
	*is_kept = true;
	if (part->examine)
		status = part->examine(part->examiner, part->file.fd, is_kept);
	err = *is_kept ? logfile_keep(&part->file) : 0;
	*is_kept &= !err;
	return err ? logfile_refuse(part->name, err) : status;
}

int part_keep(struct part *part, bool quiet, uint64_t *size)
{
	bool is_kept = false;
	int status = end(part, &is_kept);

	if (!is_kept) {
		part_drop(part);
		return status;
	}
	if (size)
		*size = logfile_size(&part->file);
	if (!quiet)
		copy_tell(part->copy, part->name, logfile_size(&part->file));
	logfile_close(&part->file);
	forget(part);
	return status;
}

void part_drop(struct part *part)
{
	if (!part->copy)
		return;
	copy_abandon(part->copy);
	logfile_drop(&part->file);
	forget(part);
}
