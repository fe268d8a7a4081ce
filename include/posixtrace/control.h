/* control.h - what a controller asks of its active stream */
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
 * Choose by name which events of an active stream are recorded: selection is a
 * list of names, separated by commas, in which * stands for any characters, ?
 * for one and [a-z] or [!a-z] for one of a set. A name behind ! is not
 * recorded, whatever else says; where all are behind !, others are recorded.
 * NULL: all are.
 *
 * It is the stream's filter that is set, to all user types but those whose
 * names were opened and are wanted; types that are opened later are let pass,
 * from their first event on, if they are wanted. Setting the filter in another
 * way, or clearing the stream, ends that. Events of the system are recorded as
 * ever.
 *
 * EINVAL: trid is no active stream, or a name is empty, or the selection is
 * longer than
 * POSIX_TRACE_SELECTION_MAX_NP.
 */
int posix_trace_select_np(trace_id_t trid, const char *selection);

/* Write to its log what an active stream holds, as posix_trace_flush() does, but
 * without a POSIX_TRACE_FLUSH_START and _STOP that tell of it: for who reads the
 * log while it grows. EINVAL: trid is no active stream with log. Else the error
 * of writing the log. */
int posix_trace_drain_np(trace_id_t trid);

/* What a stream with log has taken so far. */
struct posix_trace_totals_np {
	unsigned long long events;    /* events in the log, ours included */
	unsigned long long lost;      /* events that found no room, in the
				       * stream or, for now, in the log, or
				       * whose process could not map it */
	unsigned long long log_bytes; /* length of the log */
	unsigned threads;	      /* different threads with events */
	unsigned processes; /* the target and processes with events, as far as
			     * the library runs in them and has told what
			     * program they are */
	unsigned long long unreached; /* of those that were lost, these because
				       * a process could not map the stream */
	int unreached_reason;	      /* why, the last time: an error number */
};

/* Tell the totals of an active stream with log. They are complete after
 * posix_trace_flush(). EINVAL: trid is no active stream with log. */
int posix_trace_get_totals_np(trace_id_t trid,
			      struct posix_trace_totals_np *totals);

/*
 * Complete the log of an active stream, and go on in another, the file that fd
 * is open for, as for posix_trace_create_withlog(). Each of the two is a whole
 * log, and each event is in one of them: up to some instant now in the first,
 * from then on in the other. The stream keeps running. When the function
 * returns, the first is not used any more; the totals go on.
 *
 * since: events before that time, CLOCK_REALTIME, that are in the stream and
 * not in its log yet go to neither; so a stream of the policy LOOP tells of a
 * time that ends now, or, if no event of a program is as young as that, of one
 * as long that ends with the last of these. NULL: everything goes to the first.
 *
 * EINVAL: trid is no active stream with log, or fd no regular file, or one that
 * appends, or *since no time. EBADF: fd is not open for writing. Else the error
 * of writing one of the logs, as ENOSPC: the stream goes on in the first, which
 * is as it was, and what the other has is of no use; unless it was nothing but
 * the end of the first that could not be written.
 */
int posix_trace_switch_log_np(trace_id_t trid, int fd,
			      const struct timespec *since);

/*
 * Note something in the log of an active stream, at once; in that one, and in no
 * other that the stream goes on in. Of one key the last one counts. Templates
 * that are to be carried have the key "trcfmt" or "trcfmt.NAME".
 *
 * EINVAL: trid is no active stream with log, the key is empty, or one of the two
 * is too long. Else the error of writing the log, as ENOSPC.
 */
int posix_trace_note_np(trace_id_t trid, const char *key, const char *value);

#ifdef __cplusplus
}
#endif

#endif
