/*
 * transfer_state.h - the inside of a transfer: what its files share
 *
 *	transfer.c		a look at the stream after the other, to the end
 *	announcements.c		names, descriptions, objects, images
 *	pieces.c		pieces of the stream become sections
 *	synthetic_sections.c	sections of which the stream has none
 *	switch.c		going on in another log
 *	resume.c		going on where a controller was that died
 *
 * Who writes
 *	all	whoever has the flusher's turn, and the controller's lock. The lock
 *		is let go while the log is written, the turn is not
 *
 * Always true between two looks at the stream
 *	T1  `upto` is UINT64_MAX, as what does not go to the log now is the next
 *	    look's; and nothing is divided but in a switch, whose looks end at
 *	    their floors
 *	T2  `gone_from` is UINT64_MAX if the log has, or tells, everything up to
 *	    the floor of the look. `horizon` never goes back
 *	T3  `overwritten` counts the events that the stream overwrote and that are
 *	    dealt with: in the log, told to be missing, or wanted by nobody. The
 *	    stream's file has no more than that: a successor may tell some of
 *	    them once more, and leaves none out. `dropped` counts the events that
 *	    the stream did not overwrite, and that were taken from it and left
 *	    out as they lie in a gap; `told_dropped` those of them that are told
 *	    to be missing, with those that were still in the stream then
 *
 * Always true
 *	T4  a record goes to a log with room if it is younger than `cleared`, in
 *	    no gap, which is from `gone_from` to `horizon`, and not behind
 *	    `upto`. What is behind that stays in the stream
 *	T5  an event that is taken from the stream is counted once: in
 *	    `count.events` when it is in the log, in `count.thrown` when a full
 *	    log has no room for it. `left_out` has these, too, and the losses
 *	    that such a log could not tell; the stream's file has no less.
 *	    `count.lost` is what the log tells to be lost: in sections, at last
 *	    that of `left_out`, or in END. END has the `count.gone` of a dead
 *	    controller among the events, which nobody else counts. A switch adds
 *	    them to `earlier`, but for the last
 *	T6  what an event needs is in the log before it: names, descriptions and
 *	    objects of the time of its look. `announced` says how far the present
 *	    log has them
 *	T7  `vouched` is the latest `last` behind which the log has a floor: who
 *	    follows the log waits until they are equal
 *	T8  sections of which the stream has none are of sequence 0, at offsets
 *	    that `synthetic` counts, or of UINT32_MAX: before, or behind, all
 *	    others of the same ticks
 *	T9  while the log is written nothing changes but `announced`. `overrun`
 *	    and `full` may be asked for without the lock
 */
#ifndef PXT_SESSION_TRANSFER_TRANSFER_STATE_H
#define PXT_SESSION_TRANSFER_TRANSFER_STATE_H

#include "log/log_writer.h"
#include "session/controller.h"
#include "session/transfer/announced_objects.h"
#include "session/transfer/images.h"
#include "session/transfer/losses.h"
#include "session/transfer/roster.h"
#include "session/transfer/thread_names.h"

/* Announcements that this log has (T6). */
struct pxt_transfer_announced {
	struct pxt_images *images;
	struct pxt_thread_names *thread_names;
	struct pxt_announced_objects *objects;
	uint32_t name;	      /* last type whose name is in the log */
	uint32_t description; /* the place of the last that is in the log */
	uint64_t has_description[PXT_EVENT_END / 64]; /* bits of types */
};

/* Ticks outside of the log, or not yet in it (T4). */
struct pxt_transfer_limits {
	uint64_t cleared;	     /* older events are not, ... */
	uint64_t gone_from, horizon; /* ... nor are those in a gap (T2) */
	uint64_t upto; /* the last event that goes there now (T1) */
	bool dividing; /* events behind the next floor are another log's */
};

/* Ticks up to which the log reaches. */
struct pxt_transfer_reach {
	uint64_t floor;	 /* the last look's */
	uint64_t newest; /* the newest event, and its type */
	uint32_t newest_type;
	uint64_t last;	    /* the newest record */
	uint64_t vouched;   /* newest record with a floor behind it (T7) */
	uint32_t synthetic; /* bytes of sections of sequence 0 (T8) */
};

/* Counts of the present log (T5). */
struct pxt_transfer_count {
	uint64_t events, lost;
	uint64_t thrown; /* events without room in a full log */
	uint64_t gone;	 /* events overwritten in it when it was resumed */
};

/* Events, and losses, that the log has not: it was full, or failed. */
struct pxt_transfer_rest {
	uint64_t count;
	uint64_t since; /* ticks of the first one */
};

struct pxt_transfer {
	struct pxt_controller *controller; /* borrowed */
	bool taken_over;		   /* a controller has died */
	struct pxt_log_writer *log;
	int fd;		 /* the log's, borrowed; -1: not known to the stream */
	uint64_t length; /* bytes of the log, as it was last written */
	_Atomic bool overrun; /* the log's, since the status was told */
	_Atomic bool full;    /* the log is full */
	struct pxt_losses *losses;
	uint64_t overwritten, dropped, told_dropped; /* T3 */
	struct pxt_transfer_announced announced;
	struct pxt_transfer_limits limits;
	struct pxt_transfer_reach reach;
	struct pxt_transfer_count count;
	struct {
		uint64_t events, thrown, lost;
	} earlier;	    /* sums of previous logs */
	uint64_t forgotten; /* losses that were cleared, and no log tells */
	struct pxt_roster threads;
	struct pxt_transfer_rest left_out; /* T5 */
	struct pxt_transfer_rest untold;   /* in END, but in no section */
	uint8_t *buffer;		   /* a chunk */
};

/* The log's room and order */

static inline bool pxt_transfer_loops(const struct pxt_controller *controller)
{
	return controller->stream.ring.geometry.loop;
}

/* True if the log is full, and has its last event. */
bool pxt_transfer_takes_no_more(const struct pxt_transfer *transfer);

/* Around each call that writes: releases the lock, and notes the length. */
void pxt_transfer_before_writing(const struct pxt_transfer *transfer);
void pxt_transfer_after_writing(struct pxt_transfer *transfer);

/* Begin and end */

/* Counts begin again, for a log that has nothing yet. */
void pxt_transfer_count_anew(struct pxt_transfer *transfer);

/* Initializes everything but the log. ENOMEM. */
int pxt_transfer_prepare(struct pxt_controller *controller,
			 struct pxt_transfer **out);
int pxt_transfer_put_end(struct pxt_transfer *transfer, int error);

/* Announcements: announcements.c */

/* Announce what the events of a look need. The errors of writing. */
int pxt_transfer_announce(struct pxt_transfer *transfer);

/* Writes its programs and threads. */
int pxt_transfer_announce_images(struct pxt_transfer *transfer);

/* Writes everything, to a log that has none yet. */
void pxt_transfer_announce_anew(struct pxt_transfer *transfer);

/* Reads what a resumed log has. The errors of pxt_log_open(). */
int pxt_transfer_note_announced(struct pxt_transfer *transfer, int fd);

/* Pieces: pieces.c */

/* Puts a section with a chunk, or a part of one. The caller notes that. */
int pxt_transfer_put_chunk(struct pxt_transfer *transfer,
			   const struct pxt_log_chunk *chunk,
			   const void *records, size_t len);
void pxt_transfer_note_put(struct pxt_transfer *transfer,
			   const struct pxt_log_chunk *chunk);
void pxt_transfer_note_ticks(struct pxt_transfer *transfer,
			     const struct pxt_log_chunk *chunk);

/* floor: of the look, for the last of its pieces; 0 for the others. ESTALE: it
 * was overwritten meanwhile. EFBIG: the log has no room for it. */
int pxt_transfer_put_piece(struct pxt_transfer *transfer,
			   const struct pxt_live_piece *piece, uint64_t floor);

/* Counts a piece as lost, as the log is full. */
void pxt_transfer_throw_piece(struct pxt_transfer *transfer,
			      const struct pxt_live_piece *piece);

/* Adds to what is left out of the log (T5). */
void pxt_transfer_add_rest(struct pxt_transfer *transfer,
			   const struct pxt_transfer_rest *more);

/* The same for what the stream has no more: a successor finds it in the file. */
void pxt_transfer_leave_out(struct pxt_transfer *transfer,
			    const struct pxt_transfer_rest *more);

/* True for an event that is not cleared: it is missing if a gap leaves it out. */
bool pxt_transfer_misses(const struct pxt_transfer *transfer,
			 const struct pxt_event *event);

/* Adds records up to the end of a walk that are not cleared, and to gone the
 * events of a gap among them. Returns how many others are events. */
uint64_t pxt_transfer_count_rest(const struct pxt_transfer *transfer,
				 struct pxt_record_walk *walk,
				 struct pxt_transfer_rest *rest,
				 uint64_t *gone);

/* Marks len bytes of a piece as processed, up to the walk, with so many records,
 * which a piece that is processed whole need not tell. known: events of
 * it that are in the log, or known to be lost, if a writer that came for the
 * chunk meanwhile has counted them: too many reported losses are better than
 * too few. False: a writer has. */
bool pxt_transfer_took(struct pxt_transfer *transfer,
		       const struct pxt_live_piece *piece, size_t len,
		       uint32_t records, uint64_t known,
		       const struct pxt_record_walk *walk);

/* Events that the stream overwrote are dealt with, so many in all. */
void pxt_transfer_note_overwritten(struct pxt_transfer *transfer,
				   uint64_t overwritten);

/* So many that it did not overwrite are told to be missing. */
void pxt_transfer_note_told_dropped(struct pxt_transfer *transfer,
				    uint64_t told);

/* Synthetic sections: synthetic_sections.c */

/* Puts STOP at the end of a full log. */
int pxt_transfer_put_last(struct pxt_transfer *transfer);

/* The gap of a looping stream that was overwritten: what is missing, and where
 * it goes on. ESTALE: it was overwritten once more. */
int pxt_transfer_tell_gap(struct pxt_transfer *transfer,
			  const struct pxt_live_piece *pieces, size_t count);

/* Puts the floor of a look behind the last event, if it is not there. */
int pxt_transfer_vouch(struct pxt_transfer *transfer, uint64_t floor);

/* At the end of a log that fails: adds all that is in the stream. */
void pxt_transfer_add_unwritten(struct pxt_transfer *transfer);

/* Before END: reports what is left out, if anything is. */
void pxt_transfer_tell_rest(struct pxt_transfer *transfer);

/* For END, which found no room: makes some, and reports what is gone with it.
 * False: there is none to be made. */
bool pxt_transfer_retreat(struct pxt_transfer *transfer);

#endif
