/*
 * live_log.h - following the log of an existing stream
 */
#ifndef LIVE_LOG_H
#define LIVE_LOG_H

#include <trace_np.h>

#include "live/live_class.h"

/* False: the stream does not write a log that is readable here. follow:
 * until its end; else present events only. name: the stream's, borrowed
 * until close. */
bool live_log_open(struct live **live, const char *name,
		   const struct posix_trace_stream_np *stream, bool follow);

/* Has the log of a stream written up to now, and tells its name. False: as
 * above. */
bool live_log_update(const char *name,
		     const struct posix_trace_stream_np *stream);

#endif
