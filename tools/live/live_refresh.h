/*
 * live_refresh.h - bringing logs of current recordings up to date
 */
#ifndef LIVE_REFRESH_H
#define LIVE_REFRESH_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include <trace_np.h>

#include "source/source.h"

/* True if the stream flushes into a log of the source, by a controller that
 * lives. */
bool live_feeds(const struct posix_trace_stream_np *stream,
		struct source *source);

/* Has the logs of a source written up to now, if they are being recorded.
 * False: none is, or a controller does not answer. *now: the logs are complete
 * up to this time, CLOCK_REALTIME in nanoseconds. */
bool live_refresh(struct source *source, int64_t *now);

/* True if the process has not ended. */
bool live_has_process(pid_t pid);

#endif
