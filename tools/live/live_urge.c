/* live_urge.c - requesting flushes of followed logs */
#include <errno.h>
#include <sys/stat.h>

#include <trace_np.h>

#include "common/monotonic_clock.h"
#include "live/live_urge.h"

enum { PERIOD_NS = 100000000 };

struct look {
	struct live_urge *urge;
	struct source *source;
};

/* A stream that ends meanwhile has written everything. */
static void drain(struct live_urge *urge,
		  const struct posix_trace_stream_np *stream)
{
	int err;

	err = posix_trace_steer_np(stream->user, stream->number,
				   POSIX_TRACE_STEER_DRAIN_NP);
	urge->refused |= err && err != ENOENT && err != ESRCH;
}

static void visit(const struct posix_trace_stream_np *stream, void *argument)
{
	const struct look *look = argument;
	struct stat st;

	if (look->urge->refused || !stream->has_log || !*stream->log ||
	    stream->policy != POSIX_TRACE_FLUSH || !stream->controller_lives ||
	    stat(stream->log, &st) || !source_has_file(look->source, &st))
		return;
	drain(look->urge, stream);
}

void live_urge(struct live_urge *urge, struct source *source)
{
	struct look look = { urge, source };
	const int64_t now = now_ns();

	if (urge->refused || now < urge->next)
		return;
	posix_trace_list_streams_np(0, visit, &look);
	urge->next = now + PERIOD_NS;
}
