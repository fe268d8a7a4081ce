/*
 * merge.h - many runs of records become one sequence of events
 *
 * A run is a stretch of records that one writer made: sorted by ticks. A
 * source knows where runs come from - live memory, a log - and says how far
 * it can vouch for being complete: no run that it adds later has an event
 * before its floor. The merge delivers events by ticks, up to the floor.
 */
#ifndef PXT_MODEL_MERGE_H
#define PXT_MODEL_MERGE_H

#include "model/record.h"

struct pxt_merge;

struct pxt_run {
	/* From the source. */
	uint64_t first;	    /* ticks of the first record: not after any other */
	uint64_t order;	    /* breaks ties: lower goes first */
	uint64_t cookie[4]; /* the source's own */
	struct pxt_context context; /* in force before the first record */
	uint64_t context_ticks;

	uint64_t latest; /* no event is younger: what is ends the run; 0: any
			  * may be. May be set by load() too. */

	/* From the source's load(). */
	void *buffer;	/* the source's own, until its done() */
	const void *data;
	size_t len;
	uint64_t offset; /* of data in a file */
	struct pxt_bytes reasons; /* what addresses of LOSSes are offsets in */

	/* The merge's own. */
	struct pxt_record_walk walk;
	struct pxt_event next;
	int loaded;
	int pending; /* next was decoded, and not delivered */
};

/*
 * more	Add what there is with pxt_merge_add() and raise the floor with
 *	pxt_merge_floor(). ENODATA: nothing new for now; the merge then
 *	delivers up to the floor it has.
 * load	Bring the run's records to memory. ESTALE, EBADMSG: they are gone, or
 *	damaged; the source has taken note and the merge drops the run.
 *	Other errors go to the caller of pxt_merge_next(), which may repeat.
 * bad	A loaded run has no valid record at data + offset: the rest is
 *	dropped. The source takes note.
 * done	The run was delivered, or dropped, loaded or not: pending tells from
 *	where on it was not delivered. Releases its buffer.
 */
struct pxt_source {
	int (*more)(struct pxt_source *source, struct pxt_merge *merge);
	int (*load)(struct pxt_source *source, struct pxt_run *run);
	void (*bad)(struct pxt_source *source, struct pxt_run *run,
		    size_t offset);
	void (*done)(struct pxt_source *source, struct pxt_run *run);
};

/* source: borrowed until fini. */
int pxt_merge_create(struct pxt_source *source, struct pxt_merge **out);
void pxt_merge_close(struct pxt_merge *merge);

/* Times are what their contexts make of them, however they step. */
void pxt_merge_trust_times(struct pxt_merge *merge);

/* Forget all runs and the floor. */
void pxt_merge_reset(struct pxt_merge *merge);

/* For sources: add a copy of run. ENOMEM. */
int pxt_merge_add(struct pxt_merge *merge, const struct pxt_run *run);

/* For sources: every event before floor is in a run added by now. UINT64_MAX:
 * every event is, until another run is added. */
void pxt_merge_floor(struct pxt_merge *merge, uint64_t floor);

/* The next event or loss. ENODATA: none for now. The event's data is
 * borrowed until the next call. Times never run backwards by less than a
 * millisecond: such steps are the conversion's, not the clock's. */
int pxt_merge_next(struct pxt_merge *merge, struct pxt_event *event);

/* The same, unless the source has to be asked for it: EAGAIN. */
int pxt_merge_next_ready(struct pxt_merge *merge, struct pxt_event *event);

/* Are there runs whose events wait for the floor to rise? */
bool pxt_merge_is_waiting(const struct pxt_merge *merge);

#endif
