/* item.h - the items of a log, one behind another */
#ifndef _POSIXTRACE_ITEM_H
#define _POSIXTRACE_ITEM_H 1

#include <trace.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What posix_trace_getnext_item_np() delivers. */
enum {
	POSIX_TRACE_ITEM_EVENT_NP = 0, /* an event */
	POSIX_TRACE_ITEM_LOSS_NP = 1   /* events that were not recorded */
};

/* Bytes of the longest reason of a loss. */
enum { POSIX_TRACE_REASON_MAX_NP = 255 };

/*
 * One item of a trace: an event, or a place where events are missing.
 *
 * For a loss, info.posix_timestamp is its beginning, info.posix_pid and tid
 * say who lost them (0 where nobody in particular is known to have), and the
 * other members of info mean nothing. Its data is why they were lost, a text
 * without a null; where nothing is told, they found no room in their stream.
 */
struct posix_trace_item_np {
	int kind;			    /* POSIX_TRACE_ITEM_..._NP */
	unsigned origin;		    /* of the log: 0, unless it was
					     * made of several */
	pid_t tid;			    /* the kernel's thread id */
	struct posix_trace_event_info info; /* as getnext_event gives it */
	const void *data;	/* borrowed until the next read of the stream */
	size_t data_len;	/* bytes in data */
	unsigned long long lost;  /* a loss: how many events */
	struct timespec lost_end; /* a loss: the end of its interval */
	unsigned long long offset; /* of its record in the log, in bytes */
	unsigned long long data_offset; /* of its data there; 0: it is not there
					 * as it is here */
};

/* Deliver the next item of a pre-recorded stream, as
 * posix_trace_getnext_event() does, but with losses in their place, with the
 * kernel's thread id, and without copying the data. One thread at a time may
 * read a stream this way. EINVAL: trid is no pre-recorded stream. */
int posix_trace_getnext_item_np(trace_id_t trid,
				struct posix_trace_item_np *item,
				int *unavailable);

/*
 * Go to a time in a pre-recorded stream, forwards or backwards: what is
 * delivered next is the first event whose timestamp is not before *time, or
 * the first loss whose interval ends not before it. Behind the last event
 * that is none; if the log grows, reading goes on from there. What follows,
 * and the timestamps, are as without seeking.
 *
 * It takes about as long in a long log as in a short one. If the clock was
 * set back while the log was recorded, it may have *time twice; then either
 * place may be found.
 *
 * EINVAL: trid is no pre-recorded stream, or *time no time. After an error of
 * reading the log, the stream is as after posix_trace_rewind().
 */
int posix_trace_seek_np(trace_id_t trid, const struct timespec *time);

/*
 * Follow a log that grows, or do so no more. Its controller writes one thread's
 * events behind another's: while a log has no end, who follows it gets what the
 * controller has vouched that nothing older will come, so that all events come
 * in order. Who does not, as nobody does at first, gets all that is there at
 * the moment.
 *
 * With on, each call looks whether somebody still writes the log, and is to be
 * repeated whenever no event was available. If its controller has died the log
 * is completed, as by posix_trace_open(). Where that cannot be, or where no
 * controller is known here and nothing was written for ten seconds, all that is
 * there is available.
 *
 * EINVAL: trid is no pre-recorded stream.
 */
int posix_trace_follow_np(trace_id_t trid, int on);

/* Tell when the first item of a pre-recorded stream is, which is where a loss
 * begins, and when the last one is. It takes about as long in a long log as in
 * a short one. Afterwards, and after an error of reading the log, the stream
 * is as after posix_trace_rewind(). ENODATA: it has none. EINVAL: trid is no
 * pre-recorded stream. */
int posix_trace_get_times_np(trace_id_t trid, struct timespec *first,
			     struct timespec *last);

#ifdef __cplusplus
}
#endif

#endif
