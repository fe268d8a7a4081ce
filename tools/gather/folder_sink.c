/*
 * folder_sink.c - gathered logs in a folder, with its index
 *
 * FOLDER/.gather/STREAM has a file for each shard of the stream, see lease. The
 * index is told of logs that grew now and then: it reads what is missing itself.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/array.h"
#include "common/monotonic_clock.h"
#include "gather/log_folder.h"
#include "gather/sink.h"
#include "source/fleet/fleet_index.h"

enum { PATHS_MOST = 1024 };

#define INDEX_NS INT64_C(5000000000)

struct folder_sink {
	struct sink sink;
	char *folder;
	char *leases;
	struct lease lease;
	struct fleet_index *index;
	char **paths; /* paths that the index is not told, sorted */
	size_t count, room;
	int64_t told_ns;
};

static int make_leases(struct folder_sink *sink, const char *stream)
{
	char *middle;
	int err = 0;

	if (asprintf(&middle, "%s/.gather", sink->folder) < 0)
		return ENOMEM;
	if (asprintf(&sink->leases, "%s/%s", middle, stream) < 0) {
		free(middle);
		sink->leases = NULL;
		return ENOMEM;
	}
	if (mkdir(middle, 0777) && errno != EEXIST)
		err = errno;
	if (!err && mkdir(sink->leases, 0777) && errno != EEXIST)
		err = errno;
	free(middle);
	return err;
}

static void tell_index(struct folder_sink *sink)
{
	fleet_index_update(sink->index, (const char *const *)sink->paths,
			   sink->count);
	while (sink->count)
		free(sink->paths[--sink->count]);
	sink->told_ns = now_ns();
}

static void close_sink(struct sink *base)
{
	struct folder_sink *sink = (struct folder_sink *)base;

	tell_index(sink);
	fleet_index_close(sink->index);
	lease_give(&sink->lease);
	free(sink->paths);
	free(sink->leases);
	free(sink->folder);
	free(sink);
}

static int open_sink(struct sink **base, const char *where, const char *stream,
		     const struct store_options *options)
{
	struct folder_sink *sink = calloc(1, sizeof(*sink));
	int err;

	(void)options;
	if (!sink)
		return ENOMEM;
	sink->sink.class = &folder_sink;
	sink->lease.fd = -1;
	sink->folder = strdup(where);
	err = sink->folder ? make_leases(sink, stream) : ENOMEM;
	if (err) {
		close_sink(&sink->sink);
		return err;
	}
	/* Reading the logs takes its place. */
	if (fleet_index_open(&sink->index, where))
		sink->index = NULL;
	*base = &sink->sink;
	return 0;
}

static int take(struct sink *base, unsigned shard,
		struct shard_checkpoint *checkpoint)
{
	struct folder_sink *sink = (struct folder_sink *)base;
	const int err = lease_take(&sink->lease, sink->leases, shard);

	*checkpoint = sink->lease.checkpoint;
	return err;
}

static int move(struct sink *base, struct shard_checkpoint checkpoint)
{
	return lease_move(&((struct folder_sink *)base)->lease, checkpoint);
}

static void give(struct sink *base)
{
	struct folder_sink *sink = (struct folder_sink *)base;

	lease_give(&sink->lease);
	if (sink->count && now_ns() - sink->told_ns > INDEX_NS)
		tell_index(sink);
}

static int open_log(struct sink *base, struct sink_log *log,
		    const struct preface *preface)
{
	struct folder_sink *sink = (struct folder_sink *)base;
	const struct log_in_folder what = {
		.folder = sink->folder,
		.name = &log->name,
		.preface = preface,
	};
	char *path = NULL;
	const int err = log_folder_open(&log->store, &what, &log->state,
					&log->last, &path);

	if (!err && !log->path)
		log->path = path;
	else
		free(path);
	return err;
}

/* The place of a path, or where it would stand. */
static size_t find(const struct folder_sink *sink, const char *path, bool *is)
{
	size_t low = 0, high = sink->count;

	*is = false;
	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		const int order = strcmp(sink->paths[middle], path);

		if (!order)
			*is = true;
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void note(struct sink *base, const struct sink_log *log)
{
	struct folder_sink *sink = (struct folder_sink *)base;
	bool is_there;
	size_t at;
	char *copy;

	if (!sink->index || !log->path)
		return;
	if (sink->count == PATHS_MOST)
		tell_index(sink);
	at = find(sink, log->path, &is_there);
	copy = is_there ? NULL : strdup(log->path);
	if (!copy || pxt_array_reserve(&sink->paths, &sink->room,
				       sink->count + 1, sizeof(copy))) {
		free(copy);
		return;
	}
	memmove(sink->paths + at + 1, sink->paths + at,
		(sink->count - at) * sizeof(copy));
	sink->paths[at] = copy;
	sink->count++;
}

const struct sink_class folder_sink = {
	.open = open_sink,
	.close = close_sink,
	.take = take,
	.move = move,
	.give = give,
	.open_log = open_log,
	.note = note,
};
