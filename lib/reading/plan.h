/*
 * plan.h - which sections of a log a slice has
 *
 * The plan reads heads of sections, which say from when to when events are in
 * each, as the merge of the whole log would: runs come by the time of their
 * first event, and no later one begins before the floor. A slice ends where the
 * next run begins, when it has enough. What reaches beyond that is in the next
 * slice as well.
 *
 * The plan believes nothing that matters: what contradicts it, and damage,
 * makes it stray, and from there on the log is merged as a whole.
 */
#ifndef PXT_READING_PLAN_H
#define PXT_READING_PLAN_H

#include "reading/slice.h"

enum pxt_plan_state {
	PXT_PLAN_GOES_ON,
	PXT_PLAN_HAS_LAST, /* all runs are planned; one slice is left */
	PXT_PLAN_ENDED,	   /* at the end of the log, for now */
	PXT_PLAN_STRAYS,   /* the rest cannot be cut into slices */
};

struct pxt_plan {
	struct pxt_log_reader *log; /* borrowed */
	struct pxt_merge *merge;    /* the log's; borrowed */
	enum pxt_plan_state state;
	unsigned damage; /* places when it began */
	uint64_t number; /* number of the next slice */
	uint64_t from;	 /* beginning of the next slice */

	struct pxt_run ahead; /* run that begins the next slice */
	bool has_ahead;
	bool knows_end; /* the source has ended */

	/* Sections that reach into the next slice. */
	struct pxt_section **carried;
	size_t carried_count, carried_room;
	uint64_t carried_bytes;

	struct pxt_section *spare;
};

/* Begins at the place where the log is, with slices of higher numbers. None has
 * sections any more. */
void pxt_plan_begin(struct pxt_plan *plan, struct pxt_log_reader *log,
		    struct pxt_merge *merge);
void pxt_plan_fini(struct pxt_plan *plan);

/* Ends the plan, whose slices were dropped, and gives its memory back. */
void pxt_plan_abandon(struct pxt_plan *plan);

/* Plans the next slice. False: there is none; the state says why. */
bool pxt_plan_next(struct pxt_plan *plan, struct pxt_slice *slice);

/* Takes the sections of a slice back. */
void pxt_plan_drop(struct pxt_plan *plan, struct pxt_slice *slice);

#endif
