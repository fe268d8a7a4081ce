/*
 * session.h - what a trace_id_t denotes
 *
 * An identifier is a place in a table and the generation of that place, so
 * that one whose stream is gone stays invalid. It is good in the process that
 * made it: a child finds another epoch. It stands for the controller's end of
 * an active stream, which is read there, too, or for a log.
 */
#ifndef PXT_SESSION_CONTROL_SESSION_H
#define PXT_SESSION_CONTROL_SESSION_H

#include <pthread.h>
#include <stdbool.h>

#include "log/log_reader.h"
#include "model/object.h"
#include "session/control/guardian.h"
#include "session/controller.h"
#include "session/transfer/flusher.h"

enum pxt_kind {
	PXT_ACTIVE = 1,
	PXT_PRERECORDED = 2,
	PXT_ANY = PXT_ACTIVE | PXT_PRERECORDED,
};

/* The memory of a session serves another one later, and nothing else: so the
 * lock can be taken without knowing whether the session is still there. */
struct pxt_session {
	pthread_mutex_t lock;
	trace_id_t trid; /* under the lock; 0: it has none */
	struct pxt_session *spare;
	_Atomic uint64_t epoch;

	unsigned refs; /* under the table's lock; zero, as all that follows, in
			* one that is new */
	enum pxt_kind kind; /* set before anybody knows the session */

	/* The stream is shut down or closed: who waits shall go. */
	_Atomic bool ended;

	/* The rest is under the lock. */
	uint32_t listed; /* the last type of the list that was delivered */

	/* An active stream. Where there is a flusher, what is taken from the
	 * stream, and what is held of it, is in one's turn as well. */
	struct pxt_controller controller;
	struct pxt_flusher *flusher;   /* NULL: without log */
	struct pxt_guardian *guardian; /* NULL: could have none */
	struct pxt_event held; /* the merge's, behind OVERFLOW and RESUME */
	int pending;	       /* PENDING_..., of live_reading.c */
	int64_t overflow_ns;
	int64_t read_ns; /* time of the last event that was read */
	struct pxt_object_texts object_texts; /* the last that was asked for */

	/* A pre-recorded one. */
	struct pxt_log_reader *log;
	struct pxt_merge *merge;
	bool unclaimed; /* followed, and its writer is not known here */
	bool seeking;	/* from_ns: nothing older is delivered */
	int64_t from_ns;
};

/* The attributes of its stream. */
static inline const struct pxt_attr *
pxt_session_attr(const struct pxt_session *session)
{
	return session->kind == PXT_ACTIVE ?
		       &session->controller.attr :
		       &pxt_log_reader_header(session->log)->attr;
}

/* Borrow the session of an identifier, of one of these kinds. EINVAL. */
int pxt_session_get(trace_id_t trid, int kinds, struct pxt_session **out);
void pxt_session_put(struct pxt_session *session);

/* The same, locked, and only until release: for what does not take long, and is
 * done often. */
int pxt_session_hold(trace_id_t trid, enum pxt_kind kind,
		     struct pxt_session **out);
void pxt_session_release(struct pxt_session *session);

/* A new one: it has one reference, the table's, once it is entered. */
int pxt_session_new(enum pxt_kind kind, struct pxt_session **out);

/* Give it an identifier. ENOMEM: the table is full. */
int pxt_session_enter(struct pxt_session *session, trace_id_t *trid);

/* Take the identifier back, with a reference for the caller; whoever comes
 * later finds EINVAL. */
int pxt_session_leave(trace_id_t trid, enum pxt_kind kind,
		      struct pxt_session **out);

/* The lock, under which nothing is a cancellation point: give unlock what
 * lock gave. */
int pxt_session_lock(struct pxt_session *session);
void pxt_session_unlock(struct pxt_session *session, int cancel);

/* Free one that nobody refers to. */
void pxt_session_free(struct pxt_session *session);

/* Take all identifiers of active streams back, and visit each session with the
 * reference that is the visitor's from then on. */
void pxt_session_leave_all(void (*visit)(struct pxt_session *session));

/* In a child after fork(): the parent's sessions stay where they are, and their
 * locks are as new. */
void pxt_session_forked(void);

#endif
