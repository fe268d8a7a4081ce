/*
 * transfer.h - writing a stream to its log
 *
 * The transfer knows the log-full policies and the other contents of a log:
 * names, images, losses, the status at the end. It knows nothing of threads and
 * times, which are up to the flusher, or a rescuer.
 *
 * Calls require the flusher's turn, and the controller's lock. The lock is
 * released while the log is written: the stream may be started, stopped and
 * filtered meanwhile, but nothing is taken from it. A rescuer, alone with its
 * stream, needs neither.
 */
#ifndef PXT_SESSION_TRANSFER_TRANSFER_H
#define PXT_SESSION_TRANSFER_TRANSFER_H

#include <trace_np.h>

#include "session/controller.h"

struct pxt_transfer;

/* Begins a log. fd: borrowed until close. The errors of pxt_log_create(). */
int pxt_transfer_create(struct pxt_controller *controller, int fd,
			struct pxt_transfer **out);

/* Continues the log of a dead controller. EALREADY: it is complete. The budget
 * and the errors are those of pxt_log_resume_within(). */
int pxt_transfer_resume(struct pxt_controller *controller, int fd,
			uint64_t *budget, struct pxt_transfer **out);

/* Begins a log for an orphan's events that are in no other log. Contract of
 * create. */
int pxt_transfer_salvage(struct pxt_controller *controller, int fd,
			 struct pxt_transfer **out);
void pxt_transfer_close(struct pxt_transfer *transfer);

/* Writes events published before the call. Events that cannot be written stay
 * in the stream; written ones make room there, and a full stream goes on. */
int pxt_transfer_run(struct pxt_transfer *transfer);

/*
 * Completes the log, and continues in another: each event is in one of the two.
 * fd: borrowed until close, or the next switch. since_ns: older events are in
 * neither; INT64_MIN: all are. The errors of pxt_log_create(), and of writing:
 * then the present log continues, unless only its very end could not be
 * written.
 */
int pxt_transfer_switch(struct pxt_transfer *transfer, int fd,
			int64_t since_ns);

/* Adds a note. The errors of pxt_log_put_note(). */
int pxt_transfer_note(struct pxt_transfer *transfer, const char *key,
		      const char *value);

/* After clearing the stream: drops earlier losses. */
void pxt_transfer_forget(struct pxt_transfer *transfer);

/* Begins the log anew, unless it appends. */
int pxt_transfer_clear(struct pxt_transfer *transfer);

/* After the last stop: writes everything, and the log's end. error: for the
 * status there. If not everything can be written, the log says so if it has
 * room; a resumed one may be resumed again. */
int pxt_transfer_finish(struct pxt_transfer *transfer, int error);

/* The log's members of the status, with or without the lock; reading resets the
 * overrun. */
void pxt_transfer_status(struct pxt_transfer *transfer,
			 struct posix_trace_status_info *status);

/* Events that are missing in the log, as its end tells. What a dead controller told
 * there may be overwritten since: then all count that the stream has missed. */
uint64_t pxt_transfer_lost(const struct pxt_transfer *transfer);

/* With the lock, and for unwritten with the turn: events without room in the
 * log are lost. */
void pxt_transfer_totals(struct pxt_transfer *transfer, bool unwritten,
			 struct posix_trace_totals_np *totals);

#endif
