/*
 * flusher.h - from a stream to its log
 *
 * A thread of the controller, so that the traced process never waits for a
 * disk: it wakes when a quarter of the stream is used, or once a second, and
 * writes what there is. What it cannot write stays in the stream as long as
 * there is room, and is tried again.
 */
#ifndef PXT_SESSION_FLUSHER_H
#define PXT_SESSION_FLUSHER_H

#include <trace_np.h>

struct pxt_session;
struct pxt_flusher;

/* Begin the log and start the thread. fd: borrowed until finish. The errors
 * of pxt_log_create(); EAGAIN: no thread to be had. */
int pxt_flusher_create(struct pxt_session *session, int fd,
		       struct pxt_flusher **out);
void pxt_flusher_close(struct pxt_flusher *flusher);

/* The rest, but join, wants the session's lock held. */

/* Write what was published before the call. */
int pxt_flusher_flush(struct pxt_flusher *flusher);

/* End the thread, without the session's lock. */
void pxt_flusher_join(struct pxt_flusher *flusher);

/* After join: write everything, and the log's end. */
int pxt_flusher_finish(struct pxt_flusher *flusher);

/* The first error since this was last asked, or 0. */
int pxt_flusher_take_error(struct pxt_flusher *flusher);

void pxt_flusher_totals(struct pxt_flusher *flusher,
			struct posix_trace_totals_np *totals);

#endif
