/*
 * rescue.h - streams whose controller has died: which, when, and to what log
 *
 * Nobody can act for a process at the instant at which it is killed. Whoever
 * makes the next stream, or opens the log, ends what the dead one left; or
 * somebody asks for it.
 */
#ifndef PXT_SESSION_CONTROL_RESCUE_H
#define PXT_SESSION_CONTROL_RESCUE_H

#include <trace_np.h>

#include <stdint.h>

/* End the streams of a directory of base/shm.h whose logs can be completed,
 * and those that nobody will ask for: without a log, and no flight
 * recorder. Not one that runs on, nor in a directory of another user's. What
 * cannot be ended, or is too long for it to be done by the way, is set aside
 * (stream/stream.h). */
void pxt_rescue_all(int dir);

/* Begin to do so, in a thread. */
void pxt_rescue_begin(int dir);

/* Wait until that is done, but not for ever: a log may be where nothing
 * answers. */
void pxt_rescue_await(void);

/* In a child after fork(): none of its threads rescues anything. */
void pxt_rescue_forked(void);

/* All numbers are used up: give up the oldest of those that are left. */
void pxt_rescue_make_room(int dir);

/* End the stream of the log with that UUID, if its controller is dead, or wait
 * for who is about that. log: open for reading at least. 0: nobody writes it any
 * more, whether it could be completed or not. EBUSY: it has its controller.
 * ENOENT: there is no such stream, here. */
int pxt_rescue_log(const uint8_t *uuid, int log);

/* The functions of <trace_np.h>. */
int pxt_rescue_describe(int number, struct posix_trace_orphan_np *orphan);
int pxt_rescue_find(int log, int *number);
int pxt_rescue_stream(int number, int fd,
		      struct posix_trace_recovered_np *result);
int pxt_rescue_sweep(void);

#endif
