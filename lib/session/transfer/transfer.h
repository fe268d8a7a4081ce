/*
 * transfer.h - what a stream holds goes to its log, as the log has room
 *
 * Knows the log-full policies and what belongs into a log besides events:
 * names, images, losses, the status at the end. Knows nothing of threads
 * and times: who calls, and when, is the flusher's affair, or a rescuer's.
 *
 * All of this is one at a time, with the flusher's turn, and with the
 * controller's lock held. That is let go while the log is written: the stream
 * may be started, stopped and filtered meanwhile, but nobody takes anything
 * from it. A rescuer, alone with its stream, has neither.
 */
#ifndef PXT_SESSION_TRANSFER_TRANSFER_H
#define PXT_SESSION_TRANSFER_TRANSFER_H

#include <trace_np.h>

#include "session/controller.h"

struct pxt_transfer;

/* Begin a log. fd: borrowed until close. The errors of pxt_log_create(). */
int pxt_transfer_create(struct pxt_controller *controller, int fd,
			struct pxt_transfer **out);

/* Go on with the log of a controller that died. EALREADY: it is complete.
 * The budget and the errors are those of pxt_log_resume_within(). */
int pxt_transfer_resume(struct pxt_controller *controller, int fd,
			uint64_t *budget, struct pxt_transfer **out);

/* Begin a log for what such a controller left in its stream, and told to no
 * other log. As create. */
int pxt_transfer_salvage(struct pxt_controller *controller, int fd,
			 struct pxt_transfer **out);
void pxt_transfer_close(struct pxt_transfer *transfer);

/* Write what was published before the call. What cannot be written stays in
 * the stream; what can makes room there, and a full one goes on. */
int pxt_transfer_run(struct pxt_transfer *transfer);

/*
 * Complete the log, and go on in another: each event is in one of the two. fd:
 * borrowed until close, or the next switch. since_ns: what is older is in
 * neither; INT64_MIN: nothing is. The errors of pxt_log_create(), and of
 * writing: then the present log is gone on with, unless it was its very end that
 * could not be written.
 */
int pxt_transfer_switch(struct pxt_transfer *transfer, int fd,
			int64_t since_ns);

/* Note something. The errors of pxt_log_put_note(). */
int pxt_transfer_note(struct pxt_transfer *transfer, const char *key,
		      const char *value);

/* The stream was cleared: nothing that was lost before is told any more. */
void pxt_transfer_forget(struct pxt_transfer *transfer);

/* Begin the log anew, unless it appends. */
int pxt_transfer_clear(struct pxt_transfer *transfer);

/* Behind the last stop: write everything, and the log's end. error: for the
 * status there. Where not everything can be written, the log is told so if it
 * has room for that; one that was resumed may be resumed once more. */
int pxt_transfer_finish(struct pxt_transfer *transfer, int error);

/* The log's members of the status, with or without the lock; asking resets
 * the overrun. */
void pxt_transfer_status(struct pxt_transfer *transfer,
			 struct posix_trace_status_info *status);

/* With the lock, and for unwritten with the turn: what is in the stream for
 * want of room in the log is lost. */
void pxt_transfer_totals(struct pxt_transfer *transfer, bool unwritten,
			 struct posix_trace_totals_np *totals);

#endif
