/*
 * takeover.h - ending an orphan as a shutdown would have
 *
 * Events are written from a private copy of the stream, and progress is read
 * from the log itself. So after any failure, or death of the rescuer, another
 * attempt is possible, on the same log or on another, and nothing is written to
 * a log twice.
 */
#ifndef PXT_SESSION_CONTROL_TAKEOVER_H
#define PXT_SESSION_CONTROL_TAKEOVER_H

#include "session/control/orphan.h"

enum pxt_takeover_log {
	PXT_TAKEOVER_RESUME, /* complete this log */
	PXT_TAKEOVER_SALVAGE /* begin a log for the events in memory */
};

/* Complete the log: what is still in memory goes there, STOP last, and the log
 * gets its end; then the stream is removed. sync: not before the log is on the
 * disk. fd: open for reading and writing. After an error the stream is there as
 * it was, but stopped. */
int pxt_takeover_finish(struct pxt_orphan *orphan, int fd,
			enum pxt_takeover_log how, bool sync,
			struct posix_trace_recovered_np *result);

/* Removes the stream with its contents. */
void pxt_takeover_give_up(struct pxt_orphan *orphan);

#endif
