/* live_refresh.c - bringing logs of current recordings up to date */
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include <trace_np.h>

#include "common/proc.h"
#include "live/live_refresh.h"

enum { STAT_MAX = 512 };

struct look {
	struct source *source;
	bool runs, refused;
};

static void drain(const struct posix_trace_stream_np *stream, void *argument)
{
	struct look *look = argument;
	struct stat st;

	if (!stream->has_log || !*stream->log || !stream->controller_lives ||
	    stream->policy != POSIX_TRACE_FLUSH ||
	    stream->status != POSIX_TRACE_RUNNING || stat(stream->log, &st) ||
	    !source_has_file(look->source, &st))
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
	*now = (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
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
