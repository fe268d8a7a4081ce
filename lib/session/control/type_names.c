/* type_names.c - names of event types in a stream or a log */
#include "session/control/reading.h"

#include <errno.h>
#include <string.h>

#include "stream/process_names.h"

static int user_name(struct pxt_session *session, trace_event_id_t type,
		     char *name)
{
	const char *found;

	if (session->kind == PXT_ACTIVE)
		return pxt_process_name(&session->controller.process, type,
					name);

	found = pxt_log_reader_name(
		session->log, pxt_log_reader_header(session->log)->target_pid,
		type);
	if (!found)
		return EINVAL;
	strcpy(name, found);
	return 0;
}

int pxt_reading_name(struct pxt_session *session, trace_event_id_t type,
		     char *name)
{
	const char *predefined = pxt_event_predefined_name(type);
	int err;
	int cancel;

	if (!name)
		return EINVAL;
	if (predefined) {
		strcpy(name, predefined);
		return 0;
	}
	cancel = pxt_session_lock(session);
	err = user_name(session, type, name);
	pxt_session_unlock(session, cancel);
	return err;
}

static int user_description(struct pxt_session *session, trace_event_id_t type,
			    char *text)
{
	const char *found;

	if (session->kind == PXT_ACTIVE)
		return pxt_process_description(&session->controller.process,
					       type, text);

	found = pxt_log_reader_description(
		session->log, pxt_log_reader_header(session->log)->target_pid,
		type);
	if (!found)
		return ENODATA;
	strcpy(text, found);
	return 0;
}

int pxt_reading_description(struct pxt_session *session, trace_event_id_t type,
			    char *text)
{
	int err;
	int cancel;

	cancel = pxt_session_lock(session);
	err = user_description(session, type, text);
	pxt_session_unlock(session, cancel);
	return err;
}

static uint32_t type_after(struct pxt_session *session, uint32_t type)
{
	if (type < PXT_EVENT_UNNAMED)
		return type + 1;
	if (session->kind == PXT_PRERECORDED)
		return pxt_log_reader_next_type(
			session->log,
			pxt_log_reader_header(session->log)->target_pid, type);
	if (type < PXT_EVENT_USER_FIRST)
		type = PXT_EVENT_USER_FIRST - 1;
	return pxt_process_has_type(&session->controller.process, type + 1) ?
		       type + 1 :
		       0;
}

trace_event_id_t pxt_reading_next_type(struct pxt_session *session)
{
	uint32_t type;
	int cancel;

	cancel = pxt_session_lock(session);
	type = type_after(session, session->listed);
	if (type)
		session->listed = type;
	pxt_session_unlock(session, cancel);
	return type;
}

void pxt_reading_rewind_types(struct pxt_session *session)
{
	int cancel;

	cancel = pxt_session_lock(session);
	session->listed = 0;
	pxt_session_unlock(session, cancel);
}
