/* posix_trace_getnext_event.c - retrieve a trace event */
#include <errno.h>
#include <stdbool.h>
#include <trace.h>

#include "session/control/reading.h"

static void put(void *session)
{
	pxt_session_put(session);
}

static int next_after_waits(struct pxt_session *session,
			    const struct pxt_request *request,
			    struct pxt_nap *nap)
{
	int err;

	pthread_cleanup_push(put, session);
	do {
		err = pxt_reading_wait(nap);
		if (!err)
			err = pxt_reading_next(session, request, nap);
	} while (err == EWOULDBLOCK);
	pthread_cleanup_pop(0);
	return err;
}

static int next_live(trace_id_t trid, const struct pxt_request *request)
{
	struct pxt_nap nap = { .word = NULL };
	struct pxt_session *session;
	int err;

	err = pxt_session_get(trid, PXT_ACTIVE, &session);
	if (err)
		return err;

	err = pxt_reading_next(session, request, &nap);
	if (err == EWOULDBLOCK)
		err = next_after_waits(session, request, &nap);

	pxt_session_put(session);
	return err;
}

static bool is_complete(const struct pxt_request *request)
{
	return request->info && request->len && request->unavailable;
}

static int next(trace_id_t trid, const struct pxt_request *request)
{
	struct pxt_session *log;
	int err;

	if (!is_complete(request))
		return EINVAL;
	if (pxt_session_hold(trid, PXT_PRERECORDED, &log))
		return next_live(trid, request);

	err = pxt_reading_next_logged(log, request);

	pxt_session_release(log);
	return err;
}

int posix_trace_getnext_event(trace_id_t trid,
			      struct posix_trace_event_info *restrict event,
			      void *restrict data, size_t num_bytes,
			      size_t *restrict data_len,
			      int *restrict unavailable)
{
	const struct pxt_request request = {
		.patience = PXT_FOR_EVER,
		.info = event,
		.data = data,
		.size = num_bytes,
		.len = data_len,
		.unavailable = unavailable,
	};

	return next(trid, &request);
}

int posix_trace_timedgetnext_event(
	trace_id_t trid, struct posix_trace_event_info *restrict event,
	void *restrict data, size_t num_bytes, size_t *restrict data_len,
	int *restrict unavailable, const struct timespec *restrict abstime)
{
	const struct pxt_request request = {
		.patience = PXT_UNTIL_DEADLINE,
		.deadline = abstime,
		.info = event,
		.data = data,
		.size = num_bytes,
		.len = data_len,
		.unavailable = unavailable,
	};

	if (!abstime)
		return EINVAL;
	return next(trid, &request);
}

int posix_trace_trygetnext_event(trace_id_t trid,
				 struct posix_trace_event_info *restrict event,
				 void *restrict data, size_t num_bytes,
				 size_t *restrict data_len,
				 int *restrict unavailable)
{
	const struct pxt_request request = {
		.patience = PXT_NOT_AT_ALL,
		.info = event,
		.data = data,
		.size = num_bytes,
		.len = data_len,
		.unavailable = unavailable,
	};

	if (!is_complete(&request))
		return EINVAL;
	return next_live(trid, &request);
}
