/*
 * control.h - who traces whom: making, steering and ending active streams
 */
#ifndef PXT_SESSION_CONTROL_H
#define PXT_SESSION_CONTROL_H

#include "session/session.h"

/* The standard's posix_trace_create() and posix_trace_create_withlog();
 * fd -1: without log. */
int pxt_control_create(pid_t pid, const trace_attr_t *attr, int fd,
		       trace_id_t *trid);

/* address: where in the caller's program, for a process that traces itself;
 * 0 where nobody called. */
int pxt_control_start(struct pxt_session *session, uint64_t address);
int pxt_control_stop(struct pxt_session *session, uint64_t address);

/* Write to the log what the stream holds. */
int pxt_control_flush(struct pxt_session *session);

/* Stop, flush, and let go of the session that left the table. */
int pxt_control_shutdown(struct pxt_session *session, uint64_t address);

void pxt_control_status(struct pxt_session *session,
			struct posix_trace_status_info *status);

/* Record an event of the controller's own; with the session's lock held. It
 * is of the calling thread if that traces its own process and has an address,
 * and of no thread otherwise. */
void pxt_control_put(struct pxt_session *session, uint32_t type,
		     uint64_t address, const void *data, size_t len);
void pxt_control_put_start(struct pxt_session *session, uint64_t address);

/* STOP, if there was a START since the last one. */
void pxt_control_put_stop(struct pxt_session *session, uint64_t address,
			  int by_itself);

#endif
