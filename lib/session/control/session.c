/* session.c - the table of identifiers */
#include "session/control/session.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "session/traced/home.h"

enum {
	INDEX_BITS = 12,
	PLACES = 1 << INDEX_BITS,
	GENERATION_MAX = (1 << (31 - INDEX_BITS)) - 1,
};

static struct {
	_Atomic(struct pxt_session *) session;
	int generation;
} table[PLACES];
static int reached; /* later places were never used */

static struct pxt_session *spares;

/* Guards the table, the spares and all refs. A child gets locks that may be
 * held by no thread: it uses fresh ones, and the parent's sessions only to find
 * that they are not its own. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void pxt_session_forked(void)
{
	pthread_mutex_init(&lock, NULL);
	for (struct pxt_session *one = spares; one; one = one->spare)
		pthread_mutex_init(&one->lock, NULL);
}

static trace_id_t make_trid(int index)
{
	return table[index].generation << INDEX_BITS | index;
}

static struct pxt_session *session_at(int index)
{
	return atomic_load_explicit(&table[index].session,
				    memory_order_seq_cst);
}

/* A session that was made before a fork is the parent's. */
static bool is_own(const struct pxt_session *session)
{
	return atomic_load_explicit(&session->owner, memory_order_seq_cst) ==
	       atomic_load_explicit(&pxt_home->number, memory_order_seq_cst);
}

/* Called with the lock held. */
static struct pxt_session *find(trace_id_t trid, int kinds)
{
	int index = trid & (PLACES - 1);
	struct pxt_session *session = session_at(index);

	if (trid <= 0 || !session ||
	    table[index].generation != trid >> INDEX_BITS ||
	    !(session->kind & kinds) || !is_own(session))
		return NULL;
	return session;
}

int pxt_session_get(trace_id_t trid, int kinds, struct pxt_session **out)
{
	struct pxt_session *session;

	pthread_mutex_lock(&lock);
	session = find(trid, kinds);
	if (session)
		session->refs++;
	pthread_mutex_unlock(&lock);
	if (!session)
		return EINVAL;
	*out = session;
	return 0;
}

void pxt_session_put(struct pxt_session *session)
{
	unsigned refs;

	pthread_mutex_lock(&lock);
	refs = --session->refs;
	pthread_mutex_unlock(&lock);
	if (!refs)
		pxt_session_free(session);
}

/* Between the two checks the session may have become another one. */
int pxt_session_hold(trace_id_t trid, enum pxt_kind kind,
		     struct pxt_session **out)
{
	struct pxt_session *session = session_at(trid & (PLACES - 1));

	if (trid <= 0 || !session || !is_own(session))
		return EINVAL;
	pthread_mutex_lock(&session->lock);
	if (session->trid != trid || session->kind != kind) {
		pthread_mutex_unlock(&session->lock);
		return EINVAL;
	}
	*out = session;
	return 0;
}

void pxt_session_release(struct pxt_session *session)
{
	pthread_mutex_unlock(&session->lock);
}

static struct pxt_session *take_spare(void)
{
	struct pxt_session *session;

	pthread_mutex_lock(&lock);
	session = spares;
	if (session)
		spares = session->spare;
	pthread_mutex_unlock(&lock);
	return session;
}

static void add_spare(struct pxt_session *session)
{
	const size_t known = offsetof(struct pxt_session, refs);

	memset((char *)session + known, 0, sizeof(*session) - known);
	pthread_mutex_lock(&lock);
	session->spare = spares;
	spares = session;
	pthread_mutex_unlock(&lock);
}

int pxt_session_new(enum pxt_kind kind, struct pxt_session **out)
{
	struct pxt_session *session = take_spare();

	if (!session) {
		session = calloc(1, sizeof(*session));
		if (!session)
			return ENOMEM;
		pthread_mutex_init(&session->lock, NULL);
	}
	session->refs = 1;
	session->kind = kind;
	atomic_store_explicit(&session->owner, pxt_home_number(),
			      memory_order_seq_cst);
	pxt_controller_init(&session->controller, &session->lock);
	*out = session;
	return 0;
}

int pxt_session_lock(struct pxt_session *session)
{
	int cancel;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	pthread_mutex_lock(&session->lock);
	return cancel;
}

void pxt_session_unlock(struct pxt_session *session, int cancel)
{
	pthread_mutex_unlock(&session->lock);
	pthread_setcancelstate(cancel, NULL);
}

/* Sessions of a parent stay in place; their slots are free. */
static bool is_free(int index)
{
	struct pxt_session *session = session_at(index);

	return !session || !is_own(session);
}

static void set_trid(struct pxt_session *session, trace_id_t trid)
{
	pthread_mutex_lock(&session->lock);
	session->trid = trid;
	pthread_mutex_unlock(&session->lock);
}

int pxt_session_enter(struct pxt_session *session, trace_id_t *trid)
{
	int err = ENOMEM;

	pthread_mutex_lock(&lock);
	for (int i = 0; i < PLACES; i++) {
		if (!is_free(i))
			continue;
		atomic_store_explicit(&table[i].session, session,
				      memory_order_seq_cst);
		table[i].generation = table[i].generation % GENERATION_MAX + 1;
		*trid = make_trid(i);
		set_trid(session, *trid);
		if (i >= reached)
			reached = i + 1;
		err = 0;
		break;
	}
	pthread_mutex_unlock(&lock);
	return err;
}

int pxt_session_leave(trace_id_t trid, enum pxt_kind kind,
		      struct pxt_session **out)
{
	struct pxt_session *session;

	pthread_mutex_lock(&lock);
	session = find(trid, (int)kind);
	if (session)
		atomic_store_explicit(&table[trid & (PLACES - 1)].session, NULL,
				      memory_order_seq_cst);
	pthread_mutex_unlock(&lock);
	if (!session)
		return EINVAL;
	set_trid(session, 0);
	*out = session; /* with the table's reference */
	return 0;
}

void pxt_session_free(struct pxt_session *session)
{
	int cancel;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	/* Closed first, as their threads use the rest, and the guardian the
	 * flusher. */
	pxt_guardian_close(session->guardian);
	pxt_flusher_close(session->flusher);
	pxt_merge_close(session->merge);
	pxt_log_reader_close(session->log);
	pxt_controller_fini(&session->controller);
	add_spare(session);
	pthread_setcancelstate(cancel, NULL);
}

void pxt_session_leave_all(void (*visit)(struct pxt_session *session))
{
	struct pxt_session *session;

	/* Unused parts of the table are not touched: most processes have no
	 * session. */
	for (int i = 0; i < reached; i++)
		if (session_at(i) &&
		    !pxt_session_leave(make_trid(i), PXT_ACTIVE, &session))
			visit(session);
}
