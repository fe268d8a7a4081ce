/*
 * session.h - sessions: the meaning of a trace_id_t
 *
 * An identifier is an index in a table and the generation of that slot, so that
 * it stays invalid after its stream has gone. It is valid in the process that
 * made it: a child has another number. It denotes the controller's end of an
 * active stream, which is read there, too, or a log.
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
	trace_id_t trid; /* under the lock; 0: none */
	struct pxt_session *spare;
	_Atomic uint64_t owner; /* pxt_home_number() */

	unsigned refs; /* under the table's lock; zero, as all below, in a new
		        * session */
	enum pxt_kind kind; /* set before the session is entered */

	/* The stream is shut down or closed: who waits shall go. */
	_Atomic bool ended;

	/* The rest is under the lock. */
	uint32_t listed; /* last type of the list that was delivered */

	/* An active stream. With a flusher, taking from the stream, and what is
	 * held of it, is in a turn as well. */
	struct pxt_controller controller;
	struct pxt_flusher *flusher;   /* NULL: without log */
	struct pxt_guardian *guardian; /* NULL: not possible */
	struct pxt_event held;	       /* event behind OVERFLOW and RESUME */
	int pending;		       /* PENDING_..., of live_reading.c */
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

/* Attributes of the stream. */
static inline const struct pxt_attr *
pxt_session_attr(const struct pxt_session *session)
{
	return session->kind == PXT_ACTIVE ?
		       &session->controller.attr :
		       &pxt_log_reader_header(session->log)->attr;
}

/* Borrows the session of an identifier, of one of these kinds. EINVAL. */
int pxt_session_get(trace_id_t trid, int kinds, struct pxt_session **out);
void pxt_session_put(struct pxt_session *session);

/* Same, locked, until release: for short and frequent operations. */
int pxt_session_hold(trace_id_t trid, enum pxt_kind kind,
		     struct pxt_session **out);
void pxt_session_release(struct pxt_session *session);

/* Makes a new one: it has one reference, the table's, once it is entered. */
int pxt_session_new(enum pxt_kind kind, struct pxt_session **out);

/* Assigns an identifier. ENOMEM: the table is full. */
int pxt_session_enter(struct pxt_session *session, trace_id_t *trid);

/* Withdraws the identifier, with a reference for the caller; later users get
 * EINVAL. */
int pxt_session_leave(trace_id_t trid, enum pxt_kind kind,
		      struct pxt_session **out);

/* The lock, under which nothing is a cancellation point: give unlock what
 * lock gave. */
int pxt_session_lock(struct pxt_session *session);
void pxt_session_unlock(struct pxt_session *session, int cancel);

/* Frees one without references. */
void pxt_session_free(struct pxt_session *session);

/* Withdraws all identifiers of active streams, and passes each session with its
 * reference to the visitor. */
void pxt_session_leave_all(void (*visit)(struct pxt_session *session));

/* In a child after fork(): the parent's sessions stay in place, with fresh
 * locks. */
void pxt_session_forked(void);

#endif
