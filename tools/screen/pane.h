/*
 * pane.h - the events at a time, as lines of `show'
 *
 * They are read in small steps, as a selection may have few of many.
 */
#ifndef SCREEN_PANE_H
#define SCREEN_PANE_H

#include <stdbool.h>
#include <stdint.h>

#include "common/out.h"
#include "select/selection.h"
#include "view/line.h"

enum { PANE_LINES = 200, PANE_LINE = 512 };

struct pane_line {
	int64_t ns;
	char text[PANE_LINE];
};

struct pane {
	struct selection *selection; /* borrowed; NULL: lines are those put
				      * last */
	struct symbols *symbols;
	struct line format;
	enum stamp_form time;
	struct out out;
	struct pane_line *line; /* PANE_LINES; a ring of those put */
	uint64_t count;		/* lines so far, with those overwritten */
	int64_t from_ns;
	unsigned skipped; /* items of that time to leave out */
	unsigned wanted;  /* lines */
	bool is_reading;
	bool is_due;   /* the selection has to be moved to the time first */
	bool is_stale; /* the lines are those of an earlier time, for a moment */
};

/* source, selection: borrowed until fini. selection NULL: there is no reading,
 * items are put. ENOMEM. */
int pane_init(struct pane *pane, struct source *source,
	      struct selection *selection, enum stamp_form time, bool ascii);
void pane_fini(struct pane *pane);

/* Wants so many lines from a time on, without the first of that time. They are
 * found in steps. */
void pane_seek(struct pane *pane, int64_t from_ns, unsigned skipped,
	       unsigned wanted);

/* Drops the first line, until there are those that are wanted. */
void pane_drop_first(struct pane *pane);

/* Reads for about so many nanoseconds. True: there are more lines. */
bool pane_step(struct pane *pane, int64_t budget_ns, int *err);

/* Puts an item. */
void pane_put(struct pane *pane, const struct posix_trace_item_np *item);

/* The line by its place below the time; NULL: none. */
const struct pane_line *pane_line(const struct pane *pane, unsigned place);

/* Finds the item before the first line: its time, and how many of that time are
 * before it. False: none was found. */
bool pane_find_previous(struct pane *pane, int64_t first_ns, int64_t *ns,
			unsigned *skipped);

#endif
