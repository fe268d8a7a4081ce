/* live_urge.c - requesting flushes of followed logs */
#include <errno.h>
#include <time.h>

#include "common/monotonic_clock.h"
#include "common/stamp.h"
#include "live/live_refresh.h"
#include "live/live_urge.h"

enum { PERIOD_NS = 100000000 };

struct look {
	struct live_urge *urge;
	struct source *source;
	bool has_drained;
};

/* A stream that ends meanwhile has written everything. */
static void drain(struct look *look, const struct posix_trace_stream_np *stream)
{
	int err;

	err = posix_trace_steer_np(stream->user, stream->number,
				   POSIX_TRACE_STEER_DRAIN_NP);
	look->has_drained |= !err;
	look->urge->refused |= err && err != ENOENT && err != ESRCH;
}

static void visit(const struct posix_trace_stream_np *stream, void *argument)
{
	struct look *look = argument;

	if (!look->urge->refused && live_feeds(stream, look->source))
		drain(look, stream);
}

void live_urge(struct live_urge *urge, struct source *source)
{
	struct look look = { urge, source, false };
	const int64_t now = now_ns();
	struct timespec time;

	if (urge->refused || now < urge->next)
		return;
	clock_gettime(CLOCK_REALTIME, &time);
	posix_trace_list_streams_np(0, visit, &look);
	if (look.has_drained && !urge->refused)
		urge->complete_ns = stamp_ns(&time);
	urge->next = now + PERIOD_NS;
}
