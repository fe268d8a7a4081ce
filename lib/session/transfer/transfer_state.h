/*
 * transfer_state.h - the inside of a transfer: what its files share
 *
 *	transfer.c		a look at the stream after the other, to the end
 *	announcements.c		names, descriptions, objects, images
 *	pieces.c	pieces of the stream become sections
 *	synthetic_sections.c	sections of which the stream has none
 *	switch.c	going on in another log
 *	resume.c	going on where somebody else was, who died
 */
#ifndef PXT_SESSION_TRANSFER_TRANSFER_STATE_H
#define PXT_SESSION_TRANSFER_TRANSFER_STATE_H

#include "log/log_writer.h"
#include "session/transfer/announced_objects.h"
#include "session/transfer/images.h"
#include "session/transfer/losses.h"
#include "session/transfer/roster.h"
#include "session/transfer/thread_names.h"

struct pxt_transfer {
	struct pxt_controller *controller; /* it owns us */
	struct pxt_log_writer *log;
	int fd; /* the log's, borrowed; -1: it is not told to the stream */
	struct pxt_images *images;
	struct pxt_thread_names *names; /* of threads */
	struct pxt_announced_objects *objects;
	uint32_t named;	    /* the last type whose name is in the log */
	uint32_t described; /* where the last description is that is in it */
	uint64_t has_description[PXT_EVENT_END / 64]; /* types, in it */
	struct pxt_losses *losses;
	uint64_t overwritten;
	uint64_t cleared; /* ticks: what is older is not for the log, ... */
	uint64_t gone_from, horizon; /* ... nor is what is in a gap */
	uint64_t upto;	  /* ticks of the last event that goes to the log */
	bool dividing;	  /* what is not before the next floor is another's */
	uint64_t floor;	  /* of the last look */
	uint32_t made_up; /* bytes of sections that are of no chunk */
	uint64_t newest;  /* ticks of the newest event, and its type */
	uint32_t newest_type;
	uint64_t last;	  /* ticks of the newest record in the log, ... */
	uint64_t vouched; /* ... and when a floor in it was behind that */
	uint64_t events, lost;
	uint64_t thrown;  /* events that a full log did not take */
	uint64_t earlier; /* events in logs that were left */
	uint64_t thrown_earlier;
	_Atomic bool overrun; /* of the log, since somebody asked */
	_Atomic bool full;    /* the log */
	bool taken_over;      /* somebody else had the stream before */
	struct pxt_roster threads;
	uint64_t length; /* of the log, as it was last written */
	uint8_t *buffer; /* one chunk */
};

/* The log's room and order */

static inline bool pxt_transfer_loops(const struct pxt_controller *controller)
{
	return controller->stream.ring.geometry.loop;
}

/* The log is full, and has its last event. */
bool pxt_transfer_takes_no_more(const struct pxt_transfer *transfer);

/* Around each call that writes: the lock is let go, and the length noted. */
void pxt_transfer_before_writing(const struct pxt_transfer *transfer);
void pxt_transfer_after_writing(struct pxt_transfer *transfer);

/* Beginning and end */

/* What went to the log, for a log that has nothing yet. */
void pxt_transfer_count_anew(struct pxt_transfer *transfer);

/* All but the log. ENOMEM. */
int pxt_transfer_prepare(struct pxt_controller *controller,
			 struct pxt_transfer **out);
int pxt_transfer_put_end(struct pxt_transfer *transfer, int error);

/* What is told: announcements.c */

/* What the events of a look need. The errors of writing. */
int pxt_transfer_announce(struct pxt_transfer *transfer);

/* Programs and threads that were met in it. */
int pxt_transfer_announce_images(struct pxt_transfer *transfer);

/* All of it, to a log that has none yet. */
void pxt_transfer_announce_anew(struct pxt_transfer *transfer);

/* A log that is resumed has some of it. The errors of pxt_log_open(). */
int pxt_transfer_note_announced(struct pxt_transfer *transfer, int fd);

/* Pieces: pieces.c */

/* Put a section that is a chunk, or part of one. Who calls it notes that. */
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

/* The log is full: count it as lost. */
void pxt_transfer_throw_piece(struct pxt_transfer *transfer,
			      const struct pxt_live_piece *piece);

/* len bytes of it have been dealt with, up to where the walk is. known: events
 * of it that are in the log, or known to be lost, if a writer that came for the
 * chunk while the disk took its time has counted them: rather too many are told
 * as lost than none. */
void pxt_transfer_took(struct pxt_transfer *transfer,
		       const struct pxt_live_piece *piece, size_t len,
		       uint64_t known, const struct pxt_record_walk *walk);

/* So many that the stream overwrote are dealt with. */
void pxt_transfer_note_told(struct pxt_transfer *transfer,
			    uint64_t overwritten);

uint64_t pxt_transfer_count_events(struct pxt_record_walk *walk);

/* What no chunk of the stream says: synthetic_sections.c */

/* A full log ends with STOP. */
int pxt_transfer_put_last(struct pxt_transfer *transfer);

/* Of a looping stream that was overwritten: what is missing, and where it goes
 * on. ESTALE: it was overwritten once more. */
int pxt_transfer_tell_gap(struct pxt_transfer *transfer,
			  const struct pxt_live_piece *pieces, size_t count);

/* Put the floor of a look behind the last event, if it is not there. */
int pxt_transfer_vouch(struct pxt_transfer *transfer, uint64_t floor);

/* In the end: how much could not be written. */
void pxt_transfer_tell_rest(struct pxt_transfer *transfer);

#endif
