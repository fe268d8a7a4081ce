/*
 * session.h - sessions that the process has started itself, one per channel
 *
 * A session is a stream of this process with a log. Functions take one lock,
 * with signals blocked, and are no part of the event path. A child has none of
 * its parent's sessions.
 */
#ifndef FIRMWARE_AIX_SESSION_H
#define FIRMWARE_AIX_SESSION_H

#include <trace_np.h>

#include "firmware/aix/start_options.h"

/* Starts a session on channel 0, or on the lowest free one if it is generic.
 * EBUSY: there is one on channel 0. EAGAIN: no channel is free. Otherwise an
 * error of making the file or the stream. */
int session_start(const struct start_options *options, int *channel);

/* ENXIO: the channel has no session. */
int session_resume(int channel);
int session_suspend(int channel);
int session_stop(int channel, bool discards);

/* Writes the path of the log of a session that is told none. ENAMETOOLONG. */
int session_default_log(char *path, size_t size, int channel);

/* The number of sessions. */
unsigned session_count(void);

#endif
