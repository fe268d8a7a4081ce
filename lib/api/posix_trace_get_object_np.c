/* posix_trace_get_object_np.c - objects and notes of a log */
#include <errno.h>
#include <trace_np.h>

#include "base/timespec.h"
#include "session/control/reading.h"

int posix_trace_get_object_np(trace_id_t trid, unsigned origin, pid_t pid,
			      unsigned long long address, const char *kind,
			      const struct timespec *when,
			      struct posix_trace_object_np *object)
{
	const struct pxt_log_object wanted = {
		.origin = origin,
		.pid = (uint32_t)pid,
		.address = address,
		.since_ns = when ? pxt_timespec_ns(when) : INT64_MAX,
		.kind = kind ? kind : "",
	};
	struct pxt_session *session;
	int err;

	if (!object || (when && !pxt_timespec_is_time(when)))
		return EINVAL;
	err = pxt_session_get(trid, PXT_ANY, &session);
	if (err)
		return err;

	err = pxt_reading_object(session, &wanted, object);

	pxt_session_put(session);
	return err;
}

int posix_trace_list_objects_np(
	trace_id_t trid, unsigned origin,
	void (*visit)(const struct posix_trace_object_np *object,
		      void *argument),
	void *argument)
{
	const struct pxt_log_object *before = NULL;
	struct posix_trace_object_np object;
	struct pxt_session *session;
	uint32_t slot = 0;
	int err;

	if (!visit)
		return EINVAL;
	err = pxt_session_get(trid, PXT_ANY, &session);
	if (err)
		return err;

	if (session->kind == PXT_PRERECORDED)
		while (!pxt_reading_next_object(session, origin, &before,
						&object))
			visit(&object, argument);
	else
		while (!origin &&
		       !pxt_reading_next_object_now(session, &slot, &object))
			visit(&object, argument);

	pxt_session_put(session);
	return 0;
}

int posix_trace_get_note_np(trace_id_t trid, unsigned origin, unsigned index,
			    struct posix_trace_note_np *note)
{
	struct pxt_session *session;
	int err;

	if (!note)
		return EINVAL;
	err = pxt_session_get(trid, PXT_PRERECORDED, &session);
	if (err)
		return err;

	err = pxt_reading_note(session, origin, index, note);

	pxt_session_put(session);
	return err;
}
