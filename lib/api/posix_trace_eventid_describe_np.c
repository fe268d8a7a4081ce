/* posix_trace_eventid_describe_np.c - describing the data of an event */
#include <errno.h>
#include <string.h>
#include <trace_np.h>

#include "model/description.h"
#include "session/control/reading.h"
#include "session/traced/home.h"
#include "session/traced/promised_types.h"
#include "stream/process_names.h"

/* Refused descriptions are kept for readers, which report them. A text that is
 * too long for that is cut, with a remark that is no description. */
static void keep_refused(struct pxt_process *process, trace_event_id_t event_id,
			 const char *description, size_t len)
{
	static const char remark[] = " /* and more: it is too long */";
	char text[PXT_DESCRIPTION_MAX + 1];

	if (len <= PXT_DESCRIPTION_MAX) {
		pxt_process_refuse(process, event_id, description);
		return;
	}
	memcpy(text, description, sizeof(text) - sizeof(remark));
	memcpy(text + sizeof(text) - sizeof(remark), remark, sizeof(remark));
	pxt_process_refuse(process, event_id, text);
}

int(posix_trace_eventid_describe_np)(trace_event_id_t event_id,
				     const char *description)
{
	struct pxt_process *process;
	size_t len;
	int err;

	if (!description)
		return EINVAL;
	len = strnlen(description, PXT_DESCRIPTION_MAX + 1);
	err = pxt_description_check(description, len);

	process = pxt_home_process();
	/* Without a process file there are no types. */
	if (!process->shared)
		return !err && pxt_home_is_awaited() ? ENOMEM : err;
	event_id = pxt_promised_types_resolve(event_id);
	if (!err)
		return pxt_process_describe(process, event_id, description);
	keep_refused(process, event_id, description, len);
	return err;
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

	err = pxt_reading_description(
		session, pxt_promised_types_resolve(event_id), text);
	if (!err && strlen(text) >= size)
		err = ERANGE;
	if (!err)
		strcpy(description, text);

	pxt_session_put(session);
	return err;
}
