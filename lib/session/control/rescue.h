/*
 * rescue.h - orphans: which are ended when, and to which log
 *
 * No code runs when a process is killed. An orphan is ended by the next process
 * that creates a stream, opens the log, or asks for it.
 */
#ifndef PXT_SESSION_CONTROL_RESCUE_H
#define PXT_SESSION_CONTROL_RESCUE_H

#include <trace_np.h>

#include <stdbool.h>
#include <stdint.h>

/* Ends the orphans of a directory of base/shm.h whose logs can be completed,
 * and those without further use: without a log, and no flight recorder. Streams
 * that run on are left alone, and so are directories of other users. Orphans
 * that cannot be ended, or are too long to be ended in passing, are set aside
 * (stream/stream.h). */
void pxt_rescue_all(int dir);

/* Begins to do so, in a thread, if there are any: among all streams, or among
 * some of many. */
void pxt_rescue_begin(int dir, bool all);

/* Waits for the end of that, with a limit: a file system may not answer. */
void pxt_rescue_await(void);

/* In a child after fork(): no thread of it rescues. */
void pxt_rescue_forked(void);

/* Gives up the oldest orphan, for when all numbers of streams are in use. */
void pxt_rescue_make_room(int dir);

/* Ends the orphan of the log with that UUID, or waits for its rescuer. log:
 * open for reading at least. 0: the log is not written any more, complete or
 * not. EBUSY: it has its controller. ENOENT: no such stream here. */
int pxt_rescue_log(const uint8_t *uuid, int log);

/* The functions of <trace_np.h>. */
int pxt_rescue_describe(int number, struct posix_trace_orphan_np *orphan);
int pxt_rescue_find(int log, int *number);
int pxt_rescue_stream(int number, int fd,
		      struct posix_trace_recovered_np *result);
int pxt_rescue_sweep(void);

#endif
