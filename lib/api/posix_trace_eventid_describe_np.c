/* posix_trace_eventid_describe_np.c - say what the data of an event is */
#include <errno.h>
#include <string.h>
#include <trace_np.h>

#include "model/description.h"
#include "session/home.h"
#include "session/reading.h"

int(posix_trace_eventid_describe_np)(trace_event_id_t event_id,
				     const char *description)
{
	struct pxt_process *process;

	if (!description ||
	    pxt_description_check(description,
				  strnlen(description,
					  PXT_DESCRIPTION_MAX + 1)))
		return EINVAL;

	process = pxt_home_process();
	/* Nothing has types where nothing can be traced. */
	return process->shared ? pxt_process_describe(process, event_id,
						      description) :
				 0;
}

int posix_trace_eventid_get_description_np(trace_id_t trid,
					   trace_event_id_t event_id,
					   char *description, size_t size)
{
	struct pxt_session *session;
	char text[PXT_DESCRIPTION_MAX + 1];
	int err;

	if (!description)
		return EINVAL;
	err = pxt_session_get(trid, PXT_ANY, &session);
	if (err)
		return err;

	err = pxt_reading_description(session, event_id, text);
	if (!err && strlen(text) >= size)
		err = ERANGE;
	if (!err)
		strcpy(description, text);

	pxt_session_put(session);
	return err;
}
