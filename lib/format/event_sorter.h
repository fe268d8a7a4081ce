/*
 * event_sorter.h - events that came in any order, in order of time
 *
 * A trace whose events are in no order is read to its end before the first of
 * them can be given. A sorter keeps the events in memory up to its budget; when
 * that is used up, they are sorted and go to a temporary file as a run, and in
 * the end all runs are merged. Memory is bounded by the budget, and by the
 * greatest event.
 */
#ifndef PXT_FORMAT_EVENT_SORTER_H
#define PXT_FORMAT_EVENT_SORTER_H

#include <stddef.h>
#include <stdint.h>

enum { PXT_EVENT_SORTER_BUDGET = 48 << 20 }; /* bytes */

/* An event, in front of its data. It sorts by time, rank and number. */
struct pxt_sorted_event {
	int64_t ns;
	uint64_t rank;
	uint64_t number; /* order of events of the same time and rank */
	uint64_t offset; /* place in the trace */
	int32_t pid, tid;
	uint32_t type;
	uint32_t len; /* bytes of data */
};

/* Runs of a file, or what is in memory, merged. */
struct pxt_event_run;
struct pxt_event_place;

/* Zero at first, except budget and temporary. */
struct pxt_event_sorter {
	size_t budget;
	/* Opens a file without a name. NULL: all events stay in memory. */
	int (*temporary)(int *fd);

	uint8_t *bytes; /* events with their data */
	size_t len, room;
	struct pxt_event_place *place; /* place of each event in bytes */
	size_t count, places, given;

	int fd; /* temporary file, if there are runs */
	uint64_t written;
	struct pxt_event_run *run;
	size_t runs, run_room;
	uint32_t *heap; /* indexes of runs, the earliest event first */
	size_t heaped;
};

void pxt_event_sorter_fini(struct pxt_event_sorter *sorter);

/* Adds an event. ENOMEM, or an error of writing. */
int pxt_event_sorter_put(struct pxt_event_sorter *sorter,
			 const struct pxt_sorted_event *event,
			 const void *data);

/* Begins to give events, from the first; none can be added any more. ENOMEM,
 * or an error of the file. */
int pxt_event_sorter_begin(struct pxt_event_sorter *sorter);

/* Gives the next event, borrowed until the next call. ENODATA: no more. ENOMEM,
 * or an error of reading. */
int pxt_event_sorter_next(struct pxt_event_sorter *sorter,
			  const struct pxt_sorted_event **event,
			  const void **data);

#endif
