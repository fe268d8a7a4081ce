/*
 * reading.h - the next event of a stream, and facts about a log
 */
#ifndef PXT_SESSION_CONTROL_READING_H
#define PXT_SESSION_CONTROL_READING_H

#include <trace_np.h>

#include "session/control/session.h"

/* Patience: how long to wait for an event of an active stream. */
enum pxt_patience {
	PXT_NOT_AT_ALL,
	PXT_UNTIL_DEADLINE,
	PXT_FOR_EVER,
};

struct pxt_request {
	enum pxt_patience patience;
	const struct timespec *deadline; /* CLOCK_REALTIME */
	struct posix_trace_event_info *info;
	void *data;
	size_t size;
	size_t *len;
	int *unavailable;
};

/* The nap of a reader. word NULL: it has not waited yet. */
struct pxt_nap {
	_Atomic uint32_t *word;
	uint32_t seen;
	struct timespec until;
	int cancel_type;
	unsigned early; /* naps in a row that were interrupted */
};

/* The standard's posix_trace_getnext_event() and its sisters, of an active
 * stream. EWOULDBLOCK: no event yet; wait, and call it again. EINVAL: the
 * stream has ended, or its file was truncated. The call returns within some
 * seconds, even on damaged memory. */
int pxt_reading_next(struct pxt_session *session,
		     const struct pxt_request *request, struct pxt_nap *nap);

/* Same for a log, without waiting. session: held. */
int pxt_reading_next_logged(struct pxt_session *session,
			    const struct pxt_request *request);

/* Waits. EINTR: a signal was caught. The only cancellation point of reading,
 * separate so that a cancelled thread leaves directly to its caller. */
int pxt_reading_wait(struct pxt_nap *nap);

/* Same for posix_trace_getnext_item_np(). session: held. */
int pxt_reading_item(struct pxt_session *session,
		     struct posix_trace_item_np *item, int *unavailable);

/* Opens a log; and rewinds it. */
int pxt_reading_open(int fd, trace_id_t *trid);
int pxt_reading_rewind(struct pxt_session *session);

/* posix_trace_follow_np(). */
int pxt_reading_follow(struct pxt_session *session, bool on);

/* Seeks a time. EINVAL: not a time. */
int pxt_reading_seek(struct pxt_session *session, const struct timespec *time);

/* Gets the times of the first and the last item; rewinds. ENODATA: no items. */
int pxt_reading_times(struct pxt_session *session, struct timespec *first,
		      struct timespec *last);

/* A log tells of itself, and counts what it has. */
int pxt_reading_log(struct pxt_session *session,
		    struct posix_trace_log_np *log);
int pxt_reading_count(struct pxt_session *session,
		      struct posix_trace_count_np *count);

/* Facts that a log has of an origin, a thread, a process, an object, and its
 * notes. ESRCH, ENODATA: nothing. ERANGE: the name is longer. What is borrowed
 * is good until the log is closed; an object of an active stream until the next
 * is asked for. */
int pxt_reading_origin(struct pxt_session *session, unsigned number,
		       struct posix_trace_origin_np *origin);
int pxt_reading_thread(struct pxt_session *session, unsigned origin, pid_t pid,
		       pid_t tid, char *name, size_t size);
int pxt_reading_image(struct pxt_session *session, unsigned origin, pid_t pid,
		      struct pxt_image *image);
int pxt_reading_object(struct pxt_session *session,
		       const struct pxt_log_object *wanted,
		       struct posix_trace_object_np *object);
int pxt_reading_note(struct pxt_session *session, unsigned origin,
		     unsigned index, struct posix_trace_note_np *note);

/* Replaces *before by the object behind it, or the first, for NULL. */
int pxt_reading_next_object(struct pxt_session *session, unsigned origin,
			    const struct pxt_log_object **before,
			    struct posix_trace_object_np *object);

/* The same of an active stream, from *slot 0 on. */
int pxt_reading_next_object_now(struct pxt_session *session, uint32_t *slot,
				struct posix_trace_object_np *object);

void pxt_reading_status(struct pxt_session *session,
			struct posix_trace_status_info *status);

/* The name of a type, in TRACE_EVENT_NAME_MAX + 1 bytes. EINVAL: none. */
int pxt_reading_name(struct pxt_session *session, trace_event_id_t type,
		     char *name);

/* Get its description, into PXT_DESCRIPTION_MAX + 1 bytes. ENODATA: none. */
int pxt_reading_description(struct pxt_session *session, trace_event_id_t type,
			    char *text);

/* The next type of the stream's list, or 0. */
trace_event_id_t pxt_reading_next_type(struct pxt_session *session);
void pxt_reading_rewind_types(struct pxt_session *session);

#endif
