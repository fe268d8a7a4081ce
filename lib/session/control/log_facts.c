/* log_facts.c - facts about a stream or a log */
#include "session/control/reading.h"

#include <errno.h>
#include <string.h>

#include "base/timespec.h"
#include "session/control/current_objects.h"
#include "stream/process_names.h"

_Static_assert((int)POSIX_TRACE_CLOCK_MONOTONIC_NP == PXT_CLOCK_MONOTONIC &&
		       (int)POSIX_TRACE_CLOCK_TSC_NP == PXT_CLOCK_TSC &&
		       (int)POSIX_TRACE_CLOCK_MADE_NP == PXT_CLOCK_MADE,
	       "the clocks are numbered alike");
_Static_assert((int)POSIX_TRACE_SYNC_NONE_NP == PXT_SYNC_NONE &&
		       (int)POSIX_TRACE_SYNC_KEPT_NP == PXT_SYNC_KEPT,
	       "and so is what keeps them right");

int pxt_reading_log(struct pxt_session *session, struct posix_trace_log_np *log)
{
	const struct pxt_log_header *header;
	const struct pxt_machine *machine;
	int cancel;

	memset(log, 0, sizeof(*log));
	cancel = pxt_session_lock(session);
	header = pxt_log_reader_header(session->log);
	machine = &header->machine;
	log->version = header->version;
	memcpy(log->uuid, header->uuid, sizeof(log->uuid));
	log->target = (pid_t)header->target_pid;
	log->clock = (int)header->clock;
	log->tick_ns = (double)header->rate / 0x1p32;
	log->complete = pxt_log_reader_end(session->log) != NULL;
	strcpy(log->host, header->host);
	strcpy(log->system, header->system);
	memcpy(log->boot, machine->boot, sizeof(log->boot));
	log->clock_sync = (int)machine->sync;
	log->clock_offset_ns = machine->offset_ns;
	log->clock_error_ns = machine->error_ns;
	pxt_session_unlock(session, cancel);
	return 0;
}

static void tell_origin(const struct pxt_log_origin *found,
			struct posix_trace_origin_np *origin)
{
	origin->offset_ns = found->offset_ns;
	origin->error_ns = found->error_ns;
	memcpy(origin->uuid, found->uuid, sizeof(origin->uuid));
	memcpy(origin->boot, found->boot, sizeof(origin->boot));
	strcpy(origin->host, found->host);
	strcpy(origin->system, found->system);
}

/* The log itself. */
static void tell_itself(const struct pxt_log_header *header,
			struct posix_trace_origin_np *origin)
{
	memcpy(origin->uuid, header->uuid, sizeof(origin->uuid));
	memcpy(origin->boot, header->machine.boot, sizeof(origin->boot));
	strcpy(origin->host, header->host);
	strcpy(origin->system, header->system);
}

int pxt_reading_origin(struct pxt_session *session, unsigned number,
		       struct posix_trace_origin_np *origin)
{
	const struct pxt_log_origin *found;
	int cancel;

	memset(origin, 0, sizeof(*origin));
	origin->number = number;
	cancel = pxt_session_lock(session);
	found = pxt_log_reader_origin(session->log, number);
	if (found)
		tell_origin(found, origin);
	else if (!number)
		tell_itself(pxt_log_reader_header(session->log), origin);
	pxt_session_unlock(session, cancel);
	return found || !number ? 0 : ESRCH;
}

int pxt_reading_thread(struct pxt_session *session, unsigned origin, pid_t pid,
		       pid_t tid, char *name, size_t size)
{
	const char *found;
	int cancel, err = ENODATA;

	cancel = pxt_session_lock(session);
	found = pxt_log_reader_thread(session->log, origin, (uint32_t)pid,
				      (uint32_t)tid);
	if (found)
		err = strlen(found) < size ? 0 : ERANGE;
	if (!err)
		strcpy(name, found);
	pxt_session_unlock(session, cancel);
	return err;
}

int pxt_reading_image(struct pxt_session *session, unsigned origin, pid_t pid,
		      struct pxt_image *image)
{
	const struct pxt_image *found;
	int cancel;

	cancel = pxt_session_lock(session);
	found = pxt_log_reader_process(session->log, origin, (uint32_t)pid);
	if (found)
		*image = *found;
	pxt_session_unlock(session, cancel);
	return found ? 0 : ESRCH;
}

static void tell_object(const struct pxt_log_object *found,
			struct posix_trace_object_np *object)
{
	*object = (struct posix_trace_object_np){
		.pid = (pid_t)found->pid,
		.address = found->address,
		.kind = found->kind,
		.name = found->name,
		.details = found->details,
		.since = pxt_timespec_of(found->since_ns),
	};
}

/* The object of an active stream. Asking for a name finds out whether the
 * process has another family by now. */
static int find_now(struct pxt_session *session,
		    const struct pxt_log_object *wanted,
		    struct posix_trace_object_np *object)
{
	int cancel, err = ESRCH;

	cancel = pxt_session_lock(session);
	pxt_process_has_type(&session->controller.process,
			     PXT_EVENT_USER_FIRST);
	if (!wanted->origin)
		err = pxt_current_objects_find(
			&session->controller.process.names, wanted,
			&session->object_texts, object);
	pxt_session_unlock(session, cancel);
	return err;
}

int pxt_reading_object(struct pxt_session *session,
		       const struct pxt_log_object *wanted,
		       struct posix_trace_object_np *object)
{
	const struct pxt_log_object *found;
	int cancel;

	if (session->kind == PXT_ACTIVE)
		return find_now(session, wanted, object);
	cancel = pxt_session_lock(session);
	found = pxt_log_reader_object(session->log, wanted);
	if (found)
		tell_object(found, object);
	pxt_session_unlock(session, cancel);
	return found ? 0 : ESRCH;
}

int pxt_reading_next_object(struct pxt_session *session, unsigned origin,
			    const struct pxt_log_object **before,
			    struct posix_trace_object_np *object)
{
	const struct pxt_log_object *found;
	int cancel;

	cancel = pxt_session_lock(session);
	found = pxt_log_reader_next_object(session->log, origin, *before);
	if (found)
		tell_object(found, object);
	pxt_session_unlock(session, cancel);
	*before = found;
	return found ? 0 : ESRCH;
}

int pxt_reading_next_object_now(struct pxt_session *session, uint32_t *slot,
				struct posix_trace_object_np *object)
{
	int cancel, err;

	cancel = pxt_session_lock(session);
	pxt_process_has_type(&session->controller.process,
			     PXT_EVENT_USER_FIRST);
	err = pxt_current_objects_next(&session->controller.process.names, slot,
				       &session->object_texts, object);
	pxt_session_unlock(session, cancel);
	return err;
}

int pxt_reading_note(struct pxt_session *session, unsigned origin,
		     unsigned index, struct posix_trace_note_np *note)
{
	const struct pxt_log_note *found;
	int cancel;

	cancel = pxt_session_lock(session);
	found = pxt_log_reader_note(session->log, origin, index);
	if (found)
		*note = (struct posix_trace_note_np){ found->key,
						      found->value };
	pxt_session_unlock(session, cancel);
	return found ? 0 : ENODATA;
}

int pxt_reading_count(struct pxt_session *session,
		      struct posix_trace_count_np *count)
{
	const struct pxt_log_end *end;
	struct pxt_log_count found;
	int cancel, err;

	cancel = pxt_session_lock(session);
	err = pxt_log_reader_count(session->log, &found);
	end = pxt_log_reader_end(session->log);
	count->has_end = end != NULL;
	count->events_in_all = end ? end->events : 0;
	count->lost_in_all = end ? end->lost : 0;
	pxt_session_unlock(session, cancel);
	if (err)
		return err;

	count->chunks = found.chunks;
	count->events = found.events;
	count->lost = found.lost;
	count->event_bytes = found.event_bytes;
	count->stored_bytes = found.stored_bytes;
	count->overwritten = found.overwritten;
	return 0;
}

void pxt_reading_status(struct pxt_session *session,
			struct posix_trace_status_info *status)
{
	const struct pxt_log_end *end;
	int cancel;

	*status = (struct posix_trace_status_info){
		.posix_stream_status = POSIX_TRACE_SUSPENDED,
		.posix_stream_full_status = POSIX_TRACE_NOT_FULL,
		.posix_stream_flush_status = POSIX_TRACE_NOT_FLUSHING,
	};
	cancel = pxt_session_lock(session);
	end = pxt_log_reader_end(session->log);
	if (end) {
		status->posix_stream_overrun_status =
			end->stream_overrun ? POSIX_TRACE_OVERRUN :
					      POSIX_TRACE_NO_OVERRUN;
		status->posix_stream_flush_error = (int)end->flush_error;
		status->posix_log_overrun_status =
			end->log_overrun ? POSIX_TRACE_OVERRUN :
					   POSIX_TRACE_NO_OVERRUN;
		status->posix_log_full_status =
			end->log_full ? POSIX_TRACE_FULL : POSIX_TRACE_NOT_FULL;
	}
	pxt_session_unlock(session, cancel);
}
