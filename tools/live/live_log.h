/*
 * live_log.h - the log of somebody's stream, while it is written
 */
#ifndef LIVE_LOG_H
#define LIVE_LOG_H

#include <trace_np.h>

#include "live/live_class.h"

/* false: the stream has no log that can be read here, and goes to it as it
 * fills. follow: until its end; else what there is now. name: the stream's,
 * borrowed until close. */
bool live_log_open(struct live **live, const char *name,
		   const struct posix_trace_stream_np *stream, bool follow);

#endif
