/*
 * timeline.h - a trace on a screen: what is in view, and how that gets there
 *
 * What is in view is read in steps between keys. Until a walk has reached a
 * column that shows an estimate: from what was in view before, or from a few
 * items that a seek found. A second reading of the same trace is for estimates,
 * the events at the cursor and searches; a stream can be read but once.
 */
#ifndef SCREEN_TIMELINE_H
#define SCREEN_TIMELINE_H

#include <stdbool.h>
#include <stdint.h>

#include "chart/cells.h"
#include "chart/strips.h"
#include "chart/walk.h"
#include "common/stamp.h"
#include "screen/retention.h"
#include "screen/pane.h"
#include "select/selection.h"

enum { TIMELINE_MESSAGE = 512 };

/* The input of a timeline, borrowed. */
struct timeline_plan {
	struct source *source;
	struct selection *selection; /* has begun */
	struct source *look;	     /* a second reading; NULL: a stream */
	struct selection *looking;   /* has begun, as the first; or NULL */
	bool guesses;		     /* the readings are of one log: numbers
				      * mean the same, its times are at hand */
	bool is_live;		     /* the trace grows */
	bool utc;
	bool ascii;
};

struct timeline {
	struct timeline_plan plan;
	struct strips strips;
	struct cells cells; /* in view */
	struct cells guess; /* estimates */
	bool is_guessed[CELLS_COLUMNS];
	struct cells whole; /* cells of the whole trace, if has_whole */
	bool has_whole;
	struct walk walk;
	struct pane pane; /* events at the cursor */
	struct pane tail; /* the last events, of a trace that grows */
	int64_t exact_ns; /* time from which cells of a stream are exact */
	int64_t first_ns, last_ns;  /* bounds of the trace */
	struct retention retention; /* kept part of a log that grows */
	int64_t began_ns; /* when the walk began, by the monotonic clock */
	bool is_walk_due; /* the walk's selection has to be moved first, to there: */
	int64_t walk_ns;

	unsigned columns; /* columns of cells */
	unsigned lines;	  /* lines of events */
	int64_t cursor_ns;
	unsigned skipped; /* events of that time above the first line */
	size_t selected;  /* place in the order */
	size_t top;	  /* first place on the screen */
	uint32_t order[CELLS_STRIPS];
	size_t ordered; /* strips in the order */

	unsigned marks; /* ends of a range that are set */
	int64_t mark_ns[2];
	bool is_following; /* the right edge is now */
	char message[TIMELINE_MESSAGE];
	bool is_dirty; /* the screen shows something else */
	int status;    /* exit status for what has failed */
};

/* ENOMEM, or an error of reading. */
int timeline_init(struct timeline *timeline, const struct timeline_plan *plan);
void timeline_fini(struct timeline *timeline);

/* Has so many columns and lines from here on. */
int timeline_fit(struct timeline *timeline, unsigned columns, unsigned lines);

/* Looks how far a log that grows goes now, and what is kept of it, before its
 * second reading is moved. recorded: its events so far; 0: unknown. */
int timeline_refresh(struct timeline *timeline, uint64_t recorded);

/* Shows a time in all columns, as far as the trace goes. */
int timeline_show(struct timeline *timeline, int64_t from_ns, int64_t width_ns);
int timeline_show_all(struct timeline *timeline);

/* Makes columns wider by a factor, or with a negative one narrower, around the
 * cursor. */
int timeline_zoom(struct timeline *timeline, int factor);

/* Moves the cursor to a time, and shows that. */
int timeline_go(struct timeline *timeline, int64_t ns, unsigned skipped);

/* Moves it by columns. */
int timeline_move(struct timeline *timeline, long columns);

/* Moves it by an event. */
int timeline_next(struct timeline *timeline);
int timeline_previous(struct timeline *timeline);

/* The right edge is now, again; or the trace has come to its end. */
int timeline_follow(struct timeline *timeline);
int timeline_end(struct timeline *timeline);

/* Gives up the way back, as in a stream; the trace has to be followed. */
void timeline_forget(struct timeline *timeline);

/* Reads on for a moment. *is_waiting: there is nothing to do, now. */
int timeline_step(struct timeline *timeline, bool *is_waiting);

/* The cell to be drawn; *is_guess: it is an estimate. NULL: nothing. */
const struct cell *timeline_cell(const struct timeline *timeline,
				 uint32_t strip, unsigned column,
				 bool *is_guess);

/* The events to be shown. */
static inline const struct pane *timeline_pane(const struct timeline *timeline)
{
	return timeline->is_following || !timeline->plan.look ?
		       &timeline->tail :
		       &timeline->pane;
}

/* The range that is set, or what is in view. */
void timeline_range(const struct timeline *timeline, int64_t *from_ns,
		    int64_t *to_ns);

/* True if all that is in view is known. */
static inline bool timeline_is_whole(const struct timeline *timeline)
{
	return timeline->walk.is_done ||
	       (timeline->plan.is_live && timeline->is_following);
}

void timeline_say(struct timeline *timeline, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
