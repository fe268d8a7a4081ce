/*
 * takeover.h - in the place of a controller that died: its stream is ended as
 * a shutdown would have
 *
 * What is in the stream is written from a copy of it that nobody else sees,
 * and how far it went is read from the log itself. So whatever fails, and
 * whenever the one who does it is killed, all is there for another attempt, on
 * the same log or on another, and nothing is written to a log twice.
 */
#ifndef PXT_SESSION_CONTROL_TAKEOVER_H
#define PXT_SESSION_CONTROL_TAKEOVER_H

#include "session/control/orphan.h"

enum pxt_takeover_log {
	PXT_TAKEOVER_RESUME, /* complete this log */
	PXT_TAKEOVER_SALVAGE /* begin one for what is still in memory */
};

/* Complete the log: what is still in memory goes there, STOP last, and the log
 * gets its end; then the stream is removed. sync: not before the log is on the
 * disk. fd: open for reading and writing. After an error the stream is there as
 * it was, but stopped. */
int pxt_takeover_finish(struct pxt_orphan *orphan, int fd,
			enum pxt_takeover_log how, bool sync,
			struct posix_trace_recovered_np *result);

/* Remove the stream with what is in it. */
void pxt_takeover_give_up(struct pxt_orphan *orphan);

#endif
