/*
 * control.h - creating, steering and ending active streams
 */
#ifndef PXT_SESSION_CONTROL_CONTROL_H
#define PXT_SESSION_CONTROL_CONTROL_H

#include "session/control/session.h"

/* The standard's posix_trace_create() and posix_trace_create_withlog();
 * fd -1: without log. */
int pxt_control_create(pid_t pid, const trace_attr_t *attr, int fd,
		       trace_id_t *trid);

/* For this process, at its program's start: orphans are ended meanwhile, and
 * not waited for. */
int pxt_control_create_at_once(const trace_attr_t *attr, int fd,
			       trace_id_t *trid);

/* The functions of session/steer.h, for callers without the lock. address:
 * place in the caller's program, for a process that traces itself; otherwise
 * 0. */
int pxt_control_start(struct pxt_session *session, uint64_t address);
int pxt_control_stop(struct pxt_session *session, uint64_t address);
int pxt_control_clear(struct pxt_session *session);
int pxt_control_get_filter(struct pxt_session *session, trace_event_set_t *set);
int pxt_control_set_filter(struct pxt_session *session,
			   const trace_event_set_t *set, int how,
			   uint64_t address);
int pxt_control_choose(struct pxt_session *session, const char *choice,
		       uint64_t address);

/* Writes the stream's events to the log. */
int pxt_control_flush(struct pxt_session *session);

/* Same without system events. EINVAL: without log. */
int pxt_control_drain(struct pxt_session *session);

/* Completes the log, and continues in another one. EINVAL: without log. */
int pxt_control_switch(struct pxt_session *session, int fd, int64_t since_ns);

/* Adds a note to the log. EINVAL: without log, or too long. */
int pxt_control_note(struct pxt_session *session, const char *key,
		     const char *value);

/* Stops, flushes, and releases a session that has left the table. */
int pxt_control_shutdown(struct pxt_session *session, uint64_t address);

void pxt_control_status(struct pxt_session *session,
			struct posix_trace_status_info *status);

/* EINVAL: without log. */
int pxt_control_totals(struct pxt_session *session,
		       struct posix_trace_totals_np *totals);

#endif
