/*
 * merge.h - merging runs of records into one sequence of events
 *
 * A run is a sequence of records by one writer, sorted by ticks. A source
 * provides runs from live memory or a log, and a floor: no run that it adds
 * later has an event before the floor. The merge delivers events in order of
 * ticks, up to the floor.
 */
#ifndef PXT_MODEL_MERGE_H
#define PXT_MODEL_MERGE_H

#include "model/record.h"

struct pxt_merge;

struct pxt_run {
	/* Set by the source. */
	uint64_t first;	    /* ticks of the first record, or an earlier time */
	uint64_t last;	    /* ticks of the last, if the source knows them */
	uint64_t order;	    /* breaks ties: lower first */
	uint64_t cookie[7]; /* private to the source */
	struct pxt_context context; /* in force before the first record */
	uint64_t context_ticks;

	uint64_t latest; /* maximum ticks of an event: a later one ends the run;
			  * 0: unlimited. load() may set it, too. */

	/* Set by the source's load(). */
	void *buffer; /* owned by the source until done() */
	const void *data;
	size_t len;
	uint64_t offset;	  /* offset of data in a file; packed: of what
				   * the data was made of */
	bool packed;		  /* the data is not in the file so */
	struct pxt_bytes reasons; /* reasons, by the addresses of LOSSes */

	/* Private to the merge. */
	uint64_t serial; /* runs of equal order are in that of arrival */
	struct pxt_record_walk walk;
	struct pxt_event next;
	int loaded;
	int pending; /* next is decoded, and not delivered */
};

/*
 * more Adds available runs with pxt_merge_add() and raises the floor with
 *	pxt_merge_floor(). ENODATA: nothing new for now; the merge then
 *	delivers up to the floor it has.
 * load	Bring the run's records to memory, or the first of them, and add a run
 *	of the others with pxt_merge_add_rest(). ESTALE, EBADMSG: they are gone,
 *	or damaged; the source has taken note and the merge drops the run.
 *	Other errors go to the caller of pxt_merge_next(), which may repeat.
 * bad	A loaded run has no valid record at data + offset: the rest is
 *	dropped. The source takes note.
 * done	The run was delivered, or dropped, loaded or not: pending tells from
 *	where on it was not delivered. Releases its buffer.
 */
struct pxt_source {
	int (*more)(struct pxt_source *source, struct pxt_merge *merge);
	int (*load)(struct pxt_source *source, struct pxt_merge *merge,
		    struct pxt_run *run);
	void (*bad)(struct pxt_source *source, struct pxt_run *run,
		    size_t offset);
	void (*done)(struct pxt_source *source, struct pxt_run *run);
};

/* source: borrowed until fini. */
int pxt_merge_create(struct pxt_source *source, struct pxt_merge **out);
void pxt_merge_close(struct pxt_merge *merge);

/* Accepts times as converted, however they step. */
void pxt_merge_trust_times(struct pxt_merge *merge);

/* Forgets all runs and the floor. */
void pxt_merge_reset(struct pxt_merge *merge);

/* For sources: adds a copy of run. ENOMEM. */
int pxt_merge_add(struct pxt_merge *merge, const struct pxt_run *run);

/* For load(): adds a copy of the rest of a run. ENOMEM. */
int pxt_merge_add_rest(struct pxt_merge *merge, const struct pxt_run *rest);

/* For sources: every event before floor is in a run added by now. UINT64_MAX:
 * every event is, until another run is added. */
void pxt_merge_floor(struct pxt_merge *merge, uint64_t floor);

/* Gets the next event or loss. ENODATA: none for now. The event's data is
 * borrowed until the next call. Times do not run backwards by less than a
 * millisecond: such steps are errors of conversion. */
int pxt_merge_next(struct pxt_merge *merge, struct pxt_event *event);

/* Lends the next event in place, until the next call: for a caller that reads
 * events by this function alone, from one reset to the next. */
int pxt_merge_follow(struct pxt_merge *merge, const struct pxt_event **event);

/* Same as pxt_merge_next(), without asking the source: EAGAIN if it would have to. */
int pxt_merge_next_ready(struct pxt_merge *merge, struct pxt_event *event);

/* True if there are runs whose events wait for the floor to rise. */
bool pxt_merge_is_waiting(const struct pxt_merge *merge);

/* Takes the run that begins first out of a merge from which no event was taken
 * so far, for a caller that spreads runs over threads, and merges them there.
 * No run that is taken later begins before it, if floors are right. ENODATA:
 * none for now. */
int pxt_merge_take(struct pxt_merge *merge, struct pxt_run *run);

/* The floor, whether or not the source has ended. */
uint64_t pxt_merge_get_floor(const struct pxt_merge *merge);

/* Sets the time of the event before the next, which was delivered elsewhere. */
void pxt_merge_set_time(struct pxt_merge *merge, int64_t time_ns);

/* Smaller backward steps of time are errors of conversion. */
enum { PXT_MERGE_JITTER_NS = 1000000 };

/* Times are converted by the clock pair of each writer: pairs differ a little,
 * and a setting of the real-time clock by more. Returns the time of an event
 * that is behind one of time before_ns. */
static inline int64_t pxt_merge_settle_time(int64_t before_ns, int64_t time_ns,
					    uint64_t jitter_ns)
{
	return time_ns >= before_ns ||
			       (uint64_t)before_ns - (uint64_t)time_ns >=
				       jitter_ns ?
		       time_ns :
		       before_ns;
}

#endif
