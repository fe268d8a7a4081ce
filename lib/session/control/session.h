/*
 * session.h - what a trace_id_t denotes
 *
 * An identifier is a place in a table and the generation of that place, so
 * that one whose stream is gone stays invalid. It is good in the process that
 * made it: a child finds another epoch.
 */
#ifndef PXT_SESSION_CONTROL_SESSION_H
#define PXT_SESSION_CONTROL_SESSION_H

#include <pthread.h>
#include <stdbool.h>

#include "log/log_reader.h"
#include "model/object.h"
#include "session/control/guardian.h"
#include "session/transfer/flusher.h"
#include "stream/live.h"
#include "stream/process.h"
#include "stream/writer.h"

enum pxt_kind {
	PXT_ACTIVE = 1,
	PXT_PRERECORDED = 2,
	PXT_ANY = PXT_ACTIVE | PXT_PRERECORDED,
};

/* The controller's or analyzer's end of one stream. Its memory serves another
 * one later, and nothing else: so its lock can be taken by who does not know
 * whether it is still there. */
struct pxt_session {
	pthread_mutex_t lock;
	trace_id_t trid; /* under the lock; 0: it has none */
	struct pxt_session *spare;
	_Atomic uint64_t epoch;

	unsigned refs; /* under the table's lock; zero, as all that follows, in
			* one that is new */

	/* Set before anybody knows it. */
	enum pxt_kind kind;
	struct pxt_attr attr;

	/* Its stream is shut down or closed: who waits shall go. */
	_Atomic bool ended;

	_Atomic uint64_t missed;  /* events, as the status last told */
	_Atomic uint64_t emptied; /* overwritten, when it was last empty */

	/* The rest is under the lock; where there is a flusher, merge, held,
	 * pending and live are in one's turn as well. */
	uint32_t listed; /* the last type of the list that was delivered */
	struct pxt_merge *merge;
	struct pxt_event held; /* the merge's, behind OVERFLOW and RESUME */
	int pending;	       /* which of these are to come */

	/* An active stream. */
	struct pxt_stream stream;
	struct pxt_process process; /* the traced one */
	int dir;
	struct pxt_live *live;
	struct pxt_writer control; /* START, STOP ... */
	int64_t overflow_ns;
	struct pxt_object_texts told; /* of the object that was asked for */
	int64_t read_ns;	     /* time of the last event that was read */
	struct pxt_flusher *flusher; /* NULL: without log */
	struct pxt_guardian *guardian; /* NULL: could have none */

	/* A pre-recorded one. */
	struct pxt_log_reader *log;
	bool unclaimed; /* it is followed; who writes it is not known here */
	bool seeking;	 /* what is before this time is not delivered */
	int64_t from_ns;
	unsigned long long lost;
};

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

/* Its lock, under which nothing is a cancellation point: give unlock what
 * lock gave. */
int pxt_session_lock(struct pxt_session *session);
void pxt_session_unlock(struct pxt_session *session, int cancel);

/* Free one that nobody refers to. */
void pxt_session_free(struct pxt_session *session);

/* The process ends: shut all its streams down. */
void pxt_session_end_all(void);

#endif
