/* live_refresh.c - bringing logs of current recordings up to date */
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "common/proc.h"
#include "common/stamp.h"
#include "inventory/inventory.h"
#include "live/live_refresh.h"

enum { STAT_MAX = 512 };

struct look {
	struct source *source;
	bool runs, refused;
};

bool live_feeds(const struct posix_trace_stream_np *stream,
		struct source *source)
{
	struct stat st;

	return stream->has_log && *stream->log && stream->controller_lives &&
	       stream->policy == POSIX_TRACE_FLUSH && !stat(stream->log, &st) &&
	       source_has_file(source, &st);
}

static void drain(const struct posix_trace_stream_np *stream, void *argument)
{
	struct look *look = argument;

	if (inventory_state(stream) == INVENTORY_STOPPED ||
	    !live_feeds(stream, look->source))
		return;
	look->runs = true;
	look->refused |= posix_trace_steer_np(stream->user, stream->number,
					      POSIX_TRACE_STEER_DRAIN_NP) != 0;
}

bool live_refresh(struct source *source, int64_t *now)
{
	struct look look = { .source = source };
	struct timespec time;

	clock_gettime(CLOCK_REALTIME, &time);
	*now = stamp_ns(&time);
	/* Looking for streams takes some time where there are many processes. */
	if (source_is_complete(source))
		return false;
	return !posix_trace_list_streams_np(0, drain, &look) && look.runs &&
	       !look.refused;
}

/* A zombie has ended, too. */
bool live_has_process(pid_t pid)
{
	char text[STAT_MAX];
	const char *name_end;

	proc_read(pid, "stat", text, sizeof(text));
	name_end = strrchr(text, ')');
	return name_end && name_end[1] && !strchr("ZX", name_end[2]);
}
