/* item.h - the items of a log in order */
#ifndef _POSIXTRACE_ITEM_H
#define _POSIXTRACE_ITEM_H 1

#include <trace.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Kinds of items. */
enum {
	POSIX_TRACE_ITEM_EVENT_NP = 0, /* an event */
	POSIX_TRACE_ITEM_LOSS_NP = 1   /* events that were not recorded */
};

/* Bytes of the longest reason of a loss. */
enum { POSIX_TRACE_REASON_MAX_NP = 255 };

/*
 * An item of a trace: an event, or a place where events are missing.
 *
 * For a loss, info.posix_timestamp is its beginning, info.posix_pid and tid are
 * the process and thread (0: unknown), and the other members of info are
 * unspecified. Its data is the reason, a text without a null; an empty one
 * means that the stream had no room.
 */
struct posix_trace_item_np {
	int kind;			    /* POSIX_TRACE_ITEM_..._NP */
	unsigned origin;		    /* origin in the log: 0, unless it
					     * was merged */
	pid_t tid;			    /* the kernel's thread id */
	struct posix_trace_event_info info; /* contents as of
					     * posix_trace_getnext_event() */
	const void *data; /* borrowed until the next read of the stream */
	size_t data_len;  /* bytes in data */
	unsigned long long lost;	/* loss: number of events */
	struct timespec lost_end;	/* loss: end of its interval */
	unsigned long long offset;	/* offset of its record in the log, in
				    * bytes; of the section where that is
				    * compressed */
	unsigned long long data_offset; /* offset of its data; 0: not in the log
					 * in this form */
};

/* Gets the next item of a pre-recorded stream, as posix_trace_getnext_event()
 * does, but with losses in their place, with the kernel's thread id, and
 * without copying the data. One thread at a time may read a stream this way.
 * EINVAL: trid is not a pre-recorded stream. */
int posix_trace_getnext_item_np(trace_id_t trid,
				struct posix_trace_item_np *item,
				int *unavailable);

/*
 * Seeks a time in a pre-recorded stream, forwards or backwards: the next item
 * is the first event whose timestamp is not before *time, or the first loss
 * whose interval ends not before it. Behind the last event there is none; if
 * the log grows, reading continues from there. Later items, and timestamps, are
 * the same as without seeking.
 *
 * It takes about as long in a long log as in a short one. If the clock was set
 * back while the log was recorded, it may have *time twice; then either place
 * may be found.
 *
 * EINVAL: trid is not a pre-recorded stream, or *time not a time. After an
 * error of reading the log, the stream is as after posix_trace_rewind().
 */
int posix_trace_seek_np(trace_id_t trid, const struct timespec *time);

/*
 * Follows a growing log, or ends that. Its controller writes the events of one
 * thread after those of another: while a log has no end, a follower gets only
 * events before which nothing older will come, as the controller has vouched,
 * so that all come in order. Without following, as at first, reading delivers
 * everything present.
 *
 * With on, each call checks whether the log is still written, and is to be
 * repeated whenever no event was available. If its controller has died the log
 * is completed, as by posix_trace_open(). If that is not possible, or if no
 * controller is known here and nothing was written for ten seconds, everything
 * present is delivered.
 *
 * EINVAL: trid is not a pre-recorded stream.
 */
int posix_trace_follow_np(trace_id_t trid, int on);

/* Gets the time of the first item of a pre-recorded stream, the beginning if it
 * is a loss, and that of the last one. It takes about as long in a long log as
 * in a short one. Afterwards, and after an error of reading the log, the stream
 * is as after posix_trace_rewind(). ENODATA: no items. EINVAL: trid is not a
 * pre-recorded stream. */
int posix_trace_get_times_np(trace_id_t trid, struct timespec *first,
			     struct timespec *last);

#ifdef __cplusplus
}
#endif

#endif
