/*
 * flusher.h - when a stream goes to its log
 *
 * A stream of the policy FLUSH has a thread of the controller, so that the
 * traced process never waits for a disk: it wakes when a quarter of the
 * stream is used, or once a second. Other streams are flushed when somebody
 * asks, and at the end. What cannot be written stays in the stream as long as
 * there is room, and is tried again.
 *
 * A disk may take as long as it likes. Who writes to the log, or takes anything
 * else from a stream that has one, has its turn, and then the controller's
 * lock; and that is let go while the log is written. So starting, stopping,
 * filtering and asking, which need the lock alone, never wait for the disk.
 */
#ifndef PXT_SESSION_TRANSFER_FLUSHER_H
#define PXT_SESSION_TRANSFER_FLUSHER_H

#include <stdbool.h>

#include <trace_np.h>

struct pxt_controller;
struct pxt_flusher;

/* Begin the log and, if there is to be one, start the thread. fd: borrowed
 * until finish. The errors of pxt_log_create(); EAGAIN: no thread to be had. */
int pxt_flusher_create(struct pxt_controller *controller, int fd,
		       struct pxt_flusher **out);
void pxt_flusher_close(struct pxt_flusher *flusher);

/* Have one's turn: before the controller's lock. NULL: there is no log, nor any
 * turn. */
void pxt_flusher_enter(struct pxt_flusher *flusher);
void pxt_flusher_leave(struct pxt_flusher *flusher);

/* The same if it comes in a tenth of a second. If not, false, and when it would
 * have come the stream's reader is woken. */
bool pxt_flusher_enter_soon(struct pxt_flusher *flusher);

/* The rest, but join, is in one's turn and with the controller's lock held. */

/* Write what was published before the call. */
int pxt_flusher_flush(struct pxt_flusher *flusher);

/* The same, as the thread does it by itself: without events that tell of it. */
int pxt_flusher_drain(struct pxt_flusher *flusher);

/* See pxt_transfer_switch(). */
int pxt_flusher_switch(struct pxt_flusher *flusher, int fd, int64_t since_ns);

/* See pxt_transfer_note(). */
int pxt_flusher_note(struct pxt_flusher *flusher, const char *key,
		     const char *value);

/* The stream was cleared; its log is to be. */
void pxt_flusher_forget(struct pxt_flusher *flusher);
int pxt_flusher_clear(struct pxt_flusher *flusher);

/* End the thread, without turn and lock. */
void pxt_flusher_join(struct pxt_flusher *flusher);

/* After join: write everything, and the log's end. */
int pxt_flusher_finish(struct pxt_flusher *flusher);

/* Is the log being written, here and now? With or without the lock. */
bool pxt_flusher_is_flushing(const struct pxt_flusher *flusher);

/* The members of the status that have to do with flushing and with the log,
 * with or without the lock. Asking resets the first error, and the log's
 * overrun. */
void pxt_flusher_status(struct pxt_flusher *flusher,
			struct posix_trace_status_info *status);

/* With the lock; unwritten, for which it has to be one's turn: count what is in
 * the stream and cannot be written as lost. */
void pxt_flusher_totals(struct pxt_flusher *flusher, bool unwritten,
			struct posix_trace_totals_np *totals);

#endif
