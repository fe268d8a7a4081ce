/*
 * flusher.h - when a stream is written to its log
 *
 * A stream of the policy FLUSH has a thread of the controller, so that the
 * traced process never waits for a disk: it wakes when the ring is filling
 * (ring.h), or once a second. Other streams are flushed on request, and at the
 * end. Events that cannot be written stay in the stream as long as there is
 * room, and are tried again.
 *
 * A disk may take long. Writing to the log, or taking anything from a stream
 * with a log, requires the turn, and then the controller's lock, which is
 * released during a write. So starting, stopping, filtering and status, which
 * need the lock only, never wait for the disk.
 */
#ifndef PXT_SESSION_TRANSFER_FLUSHER_H
#define PXT_SESSION_TRANSFER_FLUSHER_H

#include <stdbool.h>

#include <trace_np.h>

struct pxt_controller;
struct pxt_flusher;

/* Begins the log and, if needed, starts the thread. fd: borrowed until finish.
 * The errors of pxt_log_create(); EAGAIN: no thread. */
int pxt_flusher_create(struct pxt_controller *controller, int fd,
		       struct pxt_flusher **out);
void pxt_flusher_close(struct pxt_flusher *flusher);

/* Takes the turn, before the controller's lock. NULL: no log, and no turn. */
void pxt_flusher_enter(struct pxt_flusher *flusher);
void pxt_flusher_leave(struct pxt_flusher *flusher);

/* Same with a limit of a tenth of a second. False: the stream's reader is woken
 * when the turn is free. */
bool pxt_flusher_enter_soon(struct pxt_flusher *flusher);

/* The other functions, except join, require the turn and the controller's
 * lock. */

/* Writes events published before the call. */
int pxt_flusher_flush(struct pxt_flusher *flusher);

/* Same without system events, as the thread does by itself. */
int pxt_flusher_drain(struct pxt_flusher *flusher);

/* See pxt_transfer_switch(). */
int pxt_flusher_switch(struct pxt_flusher *flusher, int fd, int64_t since_ns);

/* See pxt_transfer_note(). */
int pxt_flusher_note(struct pxt_flusher *flusher, const char *key,
		     const char *value);

/* Clears the log of a cleared stream. */
void pxt_flusher_forget(struct pxt_flusher *flusher);
int pxt_flusher_clear(struct pxt_flusher *flusher);

/* Ends the thread, without turn and lock. */
void pxt_flusher_join(struct pxt_flusher *flusher);

/* After join: writes everything, and the log's end. */
int pxt_flusher_finish(struct pxt_flusher *flusher);

/* True while the log is written. With or without the lock. */
bool pxt_flusher_is_flushing(const struct pxt_flusher *flusher);

/* The members of the status about flushing and the log, with or without the
 * lock. Reading resets the first error, and the log's overrun. */
void pxt_flusher_status(struct pxt_flusher *flusher,
			struct posix_trace_status_info *status);

/* With the lock; unwritten, which requires the turn: counts events that cannot
 * be written as lost. */
void pxt_flusher_totals(struct pxt_flusher *flusher, bool unwritten,
			struct posix_trace_totals_np *totals);

#endif
