/* log_reading.c - reading events from logs */
#include "session/control/reading.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/timespec.h"
#include "model/item.h"
#include "session/control/delivery.h"
#include "session/control/rescue.h"

enum { QUIET_S = 10 }; /* longer than any write takes */

/* A log can be read from a section on, not from an event. A loss is at its
 * end. */
static int next_sought(struct pxt_session *session, struct pxt_event *event)
{
	int err;

	do
		err = pxt_merge_next(session->merge, event);
	while (!err && event->time_ns < session->from_ns);

	session->seeking = err;
	return err;
}

static int next_merged(struct pxt_session *session, struct pxt_event *event)
{
	return session->seeking ? next_sought(session, event) :
				  pxt_merge_next(session->merge, event);
}

/* A stream that is unknown here may be of another machine, or another user, and
 * its log still be written. */
static bool is_left(const struct pxt_session *session)
{
	struct stat st;

	return session->unclaimed && pxt_merge_is_waiting(session->merge) &&
	       !fstat(pxt_log_reader_file(session->log), &st) &&
	       time(NULL) - st.st_mtim.tv_sec > QUIET_S;
}

/* Events that wait, and were not followed by anything for so long, have nothing
 * older behind them: no writer pauses that long in what it writes at once. */
static int next_of_file(struct pxt_session *session, struct pxt_event *event)
{
	int err = next_merged(session, event);

	if (err != ENODATA || !is_left(session))
		return err;
	pxt_merge_floor(session->merge, UINT64_MAX);
	return next_merged(session, event);
}

/* Events in memory need no call that is a cancellation point. */
static int next_logged(struct pxt_session *session, struct pxt_event *event)
{
	int cancel, err;

	if (!session->seeking && !pxt_merge_next_ready(session->merge, event))
		return 0;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	err = next_of_file(session, event);
	pthread_setcancelstate(cancel, NULL);
	return err;
}

int pxt_reading_next_logged(struct pxt_session *session,
			    const struct pxt_request *request)
{
	struct pxt_event event;
	int err;

	do
		err = next_logged(session, &event);
	while (!err && event.type == PXT_RECORD_LOSS);
	if (!err)
		pxt_delivery_put(&event, request);
	else if (err == ENODATA)
		*request->unavailable = 1;
	return err == ENODATA ? 0 : err;
}

int pxt_reading_item(struct pxt_session *session,
		     struct posix_trace_item_np *item, int *unavailable)
{
	struct pxt_event event;
	int err;

	err = next_logged(session, &event);
	*unavailable = err != 0;
	if (err)
		return err == ENODATA ? 0 : err;

	pxt_item_of(&event, item);
	return 0;
}

/* Logs */

/* A log without an end is completed first if its controller has died. */
static int open_whole(int fd, struct pxt_log_reader **log)
{
	int err;

	err = pxt_log_open(fd, log);
	if (err || pxt_log_reader_end(*log))
		return err;
	/* The log may be complete by then, by another process. */
	pxt_rescue_log(pxt_log_reader_header(*log)->uuid, fd);
	pxt_log_reader_close(*log);
	*log = NULL;
	return pxt_log_open(fd, log);
}

static bool is_made(const struct pxt_session *session)
{
	return pxt_log_reader_header(session->log)->clock == PXT_CLOCK_MADE;
}

static int open_session(int fd, trace_id_t *trid)
{
	struct pxt_session *session;
	int err;

	err = pxt_session_new(PXT_PRERECORDED, &session);
	if (err)
		return err;
	err = open_whole(fd, &session->log);
	if (err)
		goto free;
	err = pxt_merge_create(pxt_log_reader_source(session->log),
			       &session->merge);
	if (!err && is_made(session))
		pxt_merge_trust_times(session->merge);
	if (!err)
		err = pxt_session_enter(session, trid);
	if (!err)
		return 0;
free:
	pxt_session_free(session);
	return err;
}

int pxt_reading_open(int fd, trace_id_t *trid)
{
	int cancel, err;

	if (!trid)
		return EINVAL;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	err = open_session(fd, trid);
	pthread_setcancelstate(cancel, NULL);
	return err;
}

static void begin_again(struct pxt_session *session)
{
	pxt_merge_reset(session->merge);
	pxt_log_reader_rewind(session->log);
	session->seeking = false;
}

int pxt_reading_rewind(struct pxt_session *session)
{
	int cancel;

	cancel = pxt_session_lock(session);
	begin_again(session);
	pxt_session_unlock(session, cancel);
	return 0;
}

static bool has_end(struct pxt_session *session)
{
	bool ended;
	int cancel;

	cancel = pxt_session_lock(session);
	ended = pxt_log_reader_end(session->log);
	pxt_session_unlock(session, cancel);
	return ended;
}

/* Completing a log takes locks of which the session's is one of the last. */
int pxt_reading_follow(struct pxt_session *session, bool on)
{
	const struct pxt_log_reader *log = session->log;
	int err = EBUSY;
	int cancel;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	if (on && !has_end(session))
		err = pxt_rescue_log(pxt_log_reader_header(log)->uuid,
				     pxt_log_reader_file(log));
	pxt_session_lock(session);
	/* err 0: the log was left, and has its end now if it can. */
	pxt_log_reader_follow(session->log, on && err);
	session->unclaimed = err == ENOENT;
	pxt_session_unlock(session, cancel);
	return 0;
}

int pxt_reading_seek(struct pxt_session *session, const struct timespec *time)
{
	int cancel, err;

	if (!pxt_timespec_is_time(time))
		return EINVAL;

	cancel = pxt_session_lock(session);
	session->from_ns = pxt_timespec_ns(time);
	pxt_merge_reset(session->merge);
	err = pxt_log_reader_seek(session->log, session->from_ns);
	session->seeking = !err;
	pxt_session_unlock(session, cancel);
	return err;
}

/* The time of an item, or the beginning of a loss. */
static int first_time(struct pxt_session *session, int64_t *ns)
{
	struct pxt_event event;
	struct pxt_loss loss;
	int err;

	begin_again(session);
	err = pxt_merge_next(session->merge, &event);
	if (err)
		return err;
	*ns = event.time_ns;
	if (event.type == PXT_RECORD_LOSS) {
		memcpy(&loss, event.data, sizeof(loss));
		*ns = (int64_t)loss.since_ns;
	}
	return 0;
}

/* ENODATA: no more items. */
static int time_at_end(struct pxt_session *session, int64_t *ns)
{
	struct pxt_event event;
	bool any = false;
	int err;

	while (!(err = pxt_merge_next(session->merge, &event))) {
		*ns = event.time_ns;
		any = true;
	}
	return err == ENODATA && any ? 0 : err;
}

/* Seeking behind all times leaves the last chunks to be read. If these are
 * damaged, only reading finds the last events. */
static int last_time(struct pxt_session *session, int64_t *ns)
{
	int err;

	begin_again(session);
	err = pxt_log_reader_seek(session->log, INT64_MAX);
	if (!err)
		err = time_at_end(session, ns);
	if (err != ENODATA)
		return err;
	begin_again(session);
	return time_at_end(session, ns);
}

int pxt_reading_times(struct pxt_session *session, struct timespec *first,
		      struct timespec *last)
{
	int64_t first_ns, last_ns = 0;
	int cancel, err;

	cancel = pxt_session_lock(session);
	err = first_time(session, &first_ns);
	if (!err)
		err = last_time(session, &last_ns);
	begin_again(session);
	pxt_session_unlock(session, cancel);
	if (err)
		return err;

	*first = pxt_timespec_of(first_ns);
	*last = pxt_timespec_of(last_ns);
	return 0;
}
