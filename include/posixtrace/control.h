/* control.h - controlling an active stream */
#ifndef _POSIXTRACE_CONTROL_H
#define _POSIXTRACE_CONTROL_H 1

#include <trace.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
	/* The longest selection, in bytes. */
	POSIX_TRACE_SELECTION_MAX_NP = 1023
};

/*
 * Chooses by name which events of an active stream are recorded: selection is a
 * list of names, separated by commas, in which * stands for any characters, ?
 * for one and [a-z] or [!a-z] for one of a set. A name behind ! is not
 * recorded, whatever other names match; if all names are behind !, all other
 * events are recorded. NULL: all events are recorded.
 *
 * The function sets the stream's filter to all user types but those whose names
 * are open and chosen; types that are opened later pass, from their first event
 * on, if they are chosen. Setting the filter in another way, or clearing the
 * stream, ends that. System events are recorded as ever.
 *
 * EINVAL: trid is not an active stream, or a name is empty, or the selection is
 * longer than POSIX_TRACE_SELECTION_MAX_NP.
 */
int posix_trace_select_np(trace_id_t trid, const char *selection);

/* Writes the events of an active stream to its log, as posix_trace_flush()
 * does, but without the events POSIX_TRACE_FLUSH_START and _STOP: for readers
 * of a growing log. EINVAL: trid is not an active stream with log. Otherwise
 * the error of writing the log. */
int posix_trace_drain_np(trace_id_t trid);

/* Totals of a stream with log. */
struct posix_trace_totals_np {
	unsigned long long events;    /* events in the log, including the
				       * stream's own */
	unsigned long long lost;      /* events without room, in the stream or,
				       * for now, in the log, or whose process
				       * could not map it */
	unsigned long long log_bytes; /* length of the log */
	unsigned threads;	      /* different threads with events */
	unsigned processes; /* the target and processes with events, as far as
			     * the library runs in them and has their image */
	unsigned long long unreached; /* part of the lost ones: a process could
				       * not map the stream, or told them by
				       * posix_trace_lose_np() */
	int unreached_reason;	      /* last error number of that */
};

/* Gets the totals of an active stream with log. They are complete after
 * posix_trace_flush(). EINVAL: trid is not an active stream with log. */
int posix_trace_get_totals_np(trace_id_t trid,
			      struct posix_trace_totals_np *totals);

/*
 * Completes the log of an active stream, and continues in another one, the file
 * behind fd, as for posix_trace_create_withlog(). Each of the two is a whole
 * log, and each event is in one of them: up to some instant now in the first,
 * from then on in the other. The stream keeps running. When the function
 * returns, the first is not used any more; the totals go on.
 *
 * since: events before that time, CLOCK_REALTIME, that are in the stream and
 * not in its log yet go to neither; so a stream of the policy LOOP tells of a
 * time that ends now, or, if no event of a program is as young as that, of one
 * as long that ends with the last of these. NULL: everything goes to the first.
 *
 * EINVAL: trid is not an active stream with log, or fd not a regular file, or
 * one with O_APPEND, or that of the present log, or *since not a time. EBADF: fd
 * is not open for writing. Otherwise the error of writing one of the logs, as
 * ENOSPC: the stream continues in the first, which is unchanged, and the other
 * one is useless; except if only the end of the first could not be written.
 */
int posix_trace_switch_log_np(trace_id_t trid, int fd,
			      const struct timespec *since);

/*
 * Adds a note to the present log of an active stream, at once; later logs of
 * the stream do not have it. The last note of a key counts. Templates for
 * readers have the key "trcfmt" or "trcfmt.NAME".
 *
 * EINVAL: trid is not an active stream with log, the key is empty, or one of
 * the two is too long. Otherwise the error of writing the log, as ENOSPC.
 */
int posix_trace_note_np(trace_id_t trid, const char *key, const char *value);

#ifdef __cplusplus
}
#endif

#endif
