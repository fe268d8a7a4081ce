/*
 * timeline.c - a trace on a screen: what is in view, and how that gets there
 */
#include "screen/timeline.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "chart/sample.h"
#include "common/monotonic_clock.h"
#include "common/text.h"

#define TIME_MOST (INT64_MAX / 2) /* the year 2116 */
#define STEP_NS 15000000LL	  /* time between two looks for keys */
#define PATIENCE_NS 150000000LL	  /* a walk that takes longer is estimated */
#define LIVE_NS 10000000000LL	  /* in view at first */
#define LATE_NS 1500000000LL	  /* events come late by no more */
#define CLOCKS_NS 3600000000000LL /* difference of clocks that agree */

enum { PATIENCE = 5 }; /* steps in which lines are waited for */

void timeline_say(struct timeline *timeline, const char *format, ...)
{
	char text[TIMELINE_MESSAGE];
	va_list list;

	va_start(list, format);
	vsnprintf(text, sizeof(text), format, list);
	va_end(list);
	text_tame(timeline->message, sizeof(timeline->message), text);
	timeline->is_dirty = true;
}

/* The trace as a whole */

static int64_t now_real_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return stamp_ns(&now);
}

/* Times that no clock shows, as damage makes them, are out of view: differences
 * are computed in 64 bits. */
static void limit_bounds(struct timeline *timeline)
{
	if (timeline->last_ns > TIME_MOST)
		timeline->last_ns = TIME_MOST;
	if (timeline->first_ns < -TIME_MOST / 2)
		timeline->first_ns = -TIME_MOST / 2;
	if (timeline->first_ns > timeline->last_ns)
		timeline->first_ns = timeline->last_ns;
}

/* A trace that begins later than its source has its first item read. */
static int find_bounds(struct timeline *timeline)
{
	const struct selection *selection = timeline->plan.selection;
	struct source *source = timeline->plan.source;
	struct timespec first, last;
	struct posix_trace_item_np item;
	int unavailable = 0, err;

	if (timeline->plan.look)
		source = timeline->plan.look;
	err = timeline->plan.is_live && !timeline->plan.look ?
		      ENODATA :
		      source_get_times(source, &first, &last);
	if (err) {
		timeline->last_ns = now_real_ns();
		timeline->first_ns = timeline->last_ns - LIVE_NS;
		return err == ENODATA ? 0 : err;
	}
	timeline->first_ns = stamp_ns(&first);
	timeline->last_ns = stamp_ns(&last);
	limit_bounds(timeline);
	if (selection->bounded && selection->to.kind &&
	    stamp_ns(&selection->until) < timeline->last_ns)
		timeline->last_ns = stamp_ns(&selection->until);
	if (!selection->bounded || !selection->from.kind)
		return 0;
	err = source_next(timeline->plan.source, &item, &unavailable);
	if (!err && !unavailable)
		timeline->first_ns = stamp_ns(&item.info.posix_timestamp);
	if (timeline->last_ns < timeline->first_ns)
		timeline->last_ns = timeline->first_ns;
	return err;
}

static void hear(void *context, const struct posix_trace_item_np *item)
{
	struct timeline *timeline = context;

	pane_put(&timeline->tail, item);
}

static int init_panes(struct timeline *timeline)
{
	const struct timeline_plan *plan = &timeline->plan;
	const enum stamp_form time = plan->utc ? STAMP_UTC : STAMP_LOCAL;
	int err = 0;

	if (plan->look)
		err = pane_init(&timeline->pane, plan->look, plan->looking,
				time, plan->ascii);
	if (!err && plan->is_live)
		err = pane_init(&timeline->tail, plan->source, NULL, time,
				plan->ascii);
	if (!err && plan->is_live) {
		timeline->walk.listener = hear;
		timeline->walk.listening = timeline;
	}
	return err;
}

int timeline_init(struct timeline *timeline, const struct timeline_plan *plan)
{
	int err;

	memset(timeline, 0, sizeof(*timeline));
	timeline->plan = *plan;
	timeline->is_following = plan->is_live;
	timeline->is_dirty = true;
	strips_init(&timeline->strips, plan->source, plan->ascii);
	err = walk_init(&timeline->walk, plan->selection, &timeline->strips,
			&timeline->cells);
	if (!err)
		err = init_panes(timeline);
	if (!err)
		err = find_bounds(timeline);
	timeline->cursor_ns =
		timeline->is_following ? timeline->last_ns : timeline->first_ns;
	return err;
}

void timeline_fini(struct timeline *timeline)
{
	if (timeline->pane.line)
		pane_fini(&timeline->pane);
	if (timeline->tail.line)
		pane_fini(&timeline->tail);
	walk_fini(&timeline->walk);
	cells_fini(&timeline->cells);
	cells_fini(&timeline->guess);
	cells_fini(&timeline->whole);
	strips_fini(&timeline->strips);
}

/* The time in view */

static int64_t length(const struct timeline *timeline)
{
	return timeline->last_ns - timeline->first_ns + 1;
}

static int64_t widest(const struct timeline *timeline)
{
	return (length(timeline) + timeline->columns - 1) / timeline->columns;
}

/* Drops the estimates of columns that have exact cells. */
static void drop_exact(struct timeline *timeline)
{
	const struct cells *guess = &timeline->guess;
	int64_t start;

	for (unsigned i = 0; i < guess->columns; i++) {
		start = cells_start(guess, i);
		if (start >= timeline->cells.reached_ns ||
		    start + guess->width_ns <= timeline->exact_ns)
			continue;
		for (size_t j = 0; j < guess->rows; j++)
			if (guess->row[j])
				guess->row[j][i] = (struct cell){ 0 };
	}
}

/* Estimates from what was in view: cells that the walk has reached, and earlier
 * estimates of the others. */
static int keep_guess(struct timeline *timeline, int64_t from_ns,
		      int64_t width_ns)
{
	bool known[CELLS_COLUMNS] = { false };
	struct cells kept = { 0 };
	unsigned column;
	int err;

	cells_begin(&kept, from_ns, width_ns, timeline->columns);
	drop_exact(timeline);
	err = cells_resample(&kept, &timeline->guess);
	if (!err)
		err = cells_resample(&kept, &timeline->cells);
	for (unsigned i = 0; i < timeline->columns; i++)
		known[i] = cells_column(&timeline->cells, cells_start(&kept, i),
					&column) &&
			   (timeline->is_guessed[column] ||
			    timeline->walk.is_done ||
			    cells_start(&timeline->cells, column + 1) <=
				    timeline->cells.reached_ns);
	cells_fini(&timeline->guess);
	timeline->guess = kept;
	memcpy(timeline->is_guessed, known, sizeof(known));
	return err;
}

/* Finds cells that tell what went on at a time. */
static const struct cells *find_past(const struct timeline *timeline,
				     const struct cells *old, bool was_done,
				     int64_t *from_ns)
{
	const struct cells *found = NULL;
	unsigned column;

	if (cells_column(old, *from_ns, &column) &&
	    (was_done || *from_ns < old->reached_ns))
		found = old;
	else if (timeline->has_whole &&
		 cells_column(&timeline->whole, *from_ns, &column))
		found = &timeline->whole;
	if (found)
		*from_ns = cells_start(found, column);
	return found;
}

/* Begins the walk of the cells in view. A step moves its selection: that may
 * take longer than a key. */
static int start_walk(struct timeline *timeline, const struct cells *old,
		      bool was_done, bool knew_past)
{
	int64_t from = timeline->cells.from_ns;
	const struct cells *past = find_past(timeline, old, was_done, &from);

	if (past == &timeline->whole)
		knew_past = true;
	if (from <= timeline->first_ns) {
		from = timeline->first_ns;
		past = NULL;
		knew_past = true;
	}
	timeline->is_walk_due = true;
	timeline->walk_ns = from;
	timeline->began_ns = now_ns();
	return walk_begin(&timeline->walk, from, past,
			  knew_past && (past || from == timeline->first_ns));
}

static bool is_whole(const struct timeline *timeline, const struct cells *cells)
{
	return cells->from_ns == timeline->first_ns &&
	       cells_end(cells) > timeline->last_ns;
}

static void begin_pane(struct timeline *timeline)
{
	timeline->tail.wanted = timeline->lines;
	if (timeline->plan.look && !timeline->is_following)
		pane_seek(&timeline->pane, timeline->cursor_ns,
			  timeline->skipped, timeline->lines);
}

int timeline_refresh(struct timeline *timeline, uint64_t recorded)
{
	struct retention *retention = &timeline->retention;
	int err;

	if (!timeline->plan.is_live || !timeline->plan.guesses)
		return 0;
	retention->first_ns = timeline->first_ns;
	err = retention_look(retention, timeline->plan.look, recorded);
	if (err)
		return err == ENODATA ? 0 : err;
	if (retention->first_ns > timeline->first_ns)
		timeline->first_ns = retention->first_ns;
	if (retention->last_ns > timeline->last_ns)
		timeline->last_ns = retention->last_ns;
	limit_bounds(timeline);
	if (timeline->pane.is_reading)
		begin_pane(timeline);
	return 0;
}

/* A stream cannot be read again: what was in view remains, as an estimate. */
static int show_stream(struct timeline *timeline, int64_t from_ns,
		       int64_t width_ns)
{
	const bool is_first = !timeline->cells.columns;
	const struct cells before = timeline->cells;
	int err;

	err = is_first ? walk_begin(&timeline->walk, timeline->last_ns, NULL,
				    false) :
			 keep_guess(timeline, from_ns, width_ns);
	cells_begin(&timeline->cells, from_ns, width_ns, timeline->columns);
	timeline->cells.events = before.events;
	timeline->cells.lost = before.lost;
	timeline->cells.is_uncounted = before.is_uncounted;
	if (is_first)
		cells_begin(&timeline->guess, from_ns, width_ns,
			    timeline->columns);
	timeline->cells.reached_ns = timeline->exact_ns = timeline->last_ns;
	return err;
}

int timeline_show(struct timeline *timeline, int64_t from_ns, int64_t width_ns)
{
	const bool was_done = timeline->walk.is_done;
	const bool knew_past = timeline->walk.knows_past;
	struct cells old;
	int err;

	timeline->is_dirty = true;
	if (!timeline->plan.look)
		return show_stream(timeline, from_ns, width_ns);
	err = keep_guess(timeline, from_ns, width_ns);
	old = timeline->cells;
	timeline->cells = (struct cells){ 0 };
	if (was_done && is_whole(timeline, &old)) {
		cells_fini(&timeline->whole);
		timeline->whole = old;
		timeline->has_whole = true;
	}
	cells_begin(&timeline->cells, from_ns, width_ns, timeline->columns);
	if (!err)
		err = start_walk(timeline, &old, was_done, knew_past);
	if (!timeline->has_whole || timeline->whole.row != old.row)
		cells_fini(&old);
	return err;
}

/* The whole trace was in view before: it is there again at once. */
static bool restore_whole(struct timeline *timeline)
{
	if (!timeline->has_whole || !is_whole(timeline, &timeline->whole) ||
	    timeline->whole.columns != timeline->columns)
		return false;
	cells_fini(&timeline->cells);
	timeline->cells = timeline->whole;
	timeline->whole = (struct cells){ 0 };
	timeline->has_whole = false;
	timeline->walk.is_done = timeline->walk.knows_past = true;
	timeline->is_dirty = true;
	return true;
}

int timeline_show_all(struct timeline *timeline)
{
	if (timeline->walk.is_done && is_whole(timeline, &timeline->cells))
		return 0;
	return restore_whole(timeline) ?
		       0 :
		       timeline_show(timeline, timeline->first_ns,
				     widest(timeline));
}

int timeline_fit(struct timeline *timeline, unsigned columns, unsigned lines)
{
	const bool is_first = !timeline->columns;
	const bool was_whole = is_first || is_whole(timeline, &timeline->cells);
	int64_t width;
	int err;

	if (columns > CELLS_COLUMNS)
		columns = CELLS_COLUMNS;
	timeline->lines = lines;
	timeline->is_dirty = true;
	if (columns != timeline->columns) {
		width = timeline->cells.width_ns * timeline->columns / columns;
		timeline->columns = columns;
		if (is_first)
			width = LIVE_NS / columns;
		if (timeline->is_following)
			err = timeline_show(
				timeline,
				timeline->last_ns + 1 - width * columns, width);
		else if (was_whole)
			err = timeline_show_all(timeline);
		else
			err = timeline_show(timeline, timeline->cells.from_ns,
					    width ? width : 1);
		if (err)
			return err;
	}
	begin_pane(timeline);
	return 0;
}

/* Moving */

static int64_t limit(int64_t at, int64_t low, int64_t high)
{
	if (at > high)
		at = high;
	return at < low ? low : at;
}

/* Shows a place within the trace, as far as that is wide enough. */
static int show_within(struct timeline *timeline, int64_t from_ns,
		       int64_t width_ns)
{
	if (width_ns >= widest(timeline))
		return timeline_show_all(timeline);
	return timeline_show(
		timeline,
		limit(from_ns, timeline->first_ns,
		      timeline->last_ns + 1 -
			      width_ns * (int64_t)timeline->columns),
		width_ns);
}

int timeline_zoom(struct timeline *timeline, int factor)
{
	const int64_t old = timeline->cells.width_ns;
	const int64_t width =
		factor > 0 ? old * factor : limit(old / -factor, 1, old);
	const int64_t before = timeline->cursor_ns - timeline->cells.from_ns;

	if (width == old || old > INT64_MAX / 2 / CELLS_COLUMNS / abs(factor))
		return 0;
	if (timeline->is_following)
		return timeline_show(timeline,
				     timeline->last_ns + 1 -
					     width * timeline->columns,
				     width);
	return show_within(
		timeline,
		timeline->cursor_ns -
			(int64_t)((double)before / (double)old * (double)width),
		width);
}

int timeline_go(struct timeline *timeline, int64_t ns, unsigned skipped)
{
	const struct cells *cells = &timeline->cells;
	const int64_t width = cells->width_ns;
	unsigned column;
	int err = 0;

	timeline->cursor_ns = limit(ns, timeline->first_ns, timeline->last_ns);
	timeline->skipped = skipped;
	timeline->is_dirty = true;
	if (!timeline->plan.look) {
		timeline->cursor_ns =
			limit(ns, cells->from_ns, cells_end(cells) - 1);
		return 0;
	}
	timeline->is_following = false;
	if (!cells_column(cells, timeline->cursor_ns, &column)) {
		err = show_within(timeline,
				  timeline->cursor_ns -
					  width * (timeline->columns / 2),
				  width);
	}
	if (!err)
		begin_pane(timeline);
	return err;
}

int timeline_move(struct timeline *timeline, long columns)
{
	const int64_t width = timeline->cells.width_ns;
	unsigned column = 0;

	cells_column(&timeline->cells, timeline->cursor_ns, &column);
	return timeline_go(
		timeline,
		cells_start(&timeline->cells, column) + width * columns, 0);
}

/* Keys may come faster than lines. */
static const struct pane_line *second_line(struct timeline *timeline)
{
	struct pane *pane = &timeline->pane;
	int err = 0;

	for (unsigned i = 0; i < PATIENCE && !err && pane->is_reading &&
			     (pane->is_stale || !pane_line(pane, 1));
	     i++)
		pane_step(pane, STEP_NS, &err);
	return pane->is_stale ? NULL : pane_line(pane, 1);
}

/* The lines below are there already. */
static int go_to_second(struct timeline *timeline, int64_t ns)
{
	const bool is_later = ns > timeline->cursor_ns;
	int err;

	err = timeline_go(timeline, is_later ? ns : timeline->cursor_ns,
			  is_later ? 0 : timeline->skipped + 1);
	pane_drop_first(&timeline->pane);
	return err;
}

int timeline_next(struct timeline *timeline)
{
	const struct pane_line *next = second_line(timeline);

	if (!timeline->plan.look || timeline->pane.is_stale)
		return 0;
	if (next)
		return go_to_second(timeline, next->ns);
	next = pane_line(&timeline->pane, 0);
	if (!next)
		return 0;
	if (next->ns > timeline->cursor_ns)
		return timeline_go(timeline, next->ns, 0);
	return timeline_go(timeline, timeline->cursor_ns, timeline->skipped);
}

int timeline_previous(struct timeline *timeline)
{
	unsigned skipped;
	int64_t ns;

	if (timeline->skipped)
		return timeline_go(timeline, timeline->cursor_ns,
				   timeline->skipped - 1);
	if (!pane_find_previous(&timeline->pane, timeline->first_ns, &ns,
				&skipped)) {
		begin_pane(timeline);
		return 0;
	}
	return timeline_go(timeline, ns, skipped);
}

int timeline_follow(struct timeline *timeline)
{
	if (!timeline->plan.is_live)
		return timeline_go(timeline, timeline->last_ns, 0);
	timeline->is_following = true;
	timeline->cursor_ns = timeline->last_ns;
	return timeline_show(timeline,
			     timeline->last_ns + 1 -
				     timeline->cells.width_ns *
					     timeline->columns,
			     timeline->cells.width_ns);
}

int timeline_end(struct timeline *timeline)
{
	timeline->plan.is_live = timeline->is_following = false;
	timeline_say(timeline, "the trace has come to its end");
	return timeline_go(timeline, timeline->cursor_ns, 0);
}

void timeline_forget(struct timeline *timeline)
{
	timeline->plan.look = NULL;
	timeline->plan.looking = NULL;
	timeline->plan.guesses = false;
	timeline->pane.selection = NULL;
	timeline->pane.is_reading = false;
}

/* Reading on */

/* Estimates one more column. True: there was one. */
static bool guess_column(struct timeline *timeline, int *err)
{
	for (unsigned i = 0; i < timeline->columns; i++) {
		if (timeline->is_guessed[i] ||
		    cells_start(&timeline->cells, i) <
			    timeline->cells.reached_ns)
			continue;
		timeline->is_guessed[i] = true;
		*err = sample_column(timeline->plan.looking, &timeline->strips,
				     &timeline->guess, i);
		return true;
	}
	return false;
}

static bool is_slow(const struct timeline *timeline)
{
	return now_ns() - timeline->began_ns > PATIENCE_NS;
}

/* The right edge is now, if the clock of the trace is the one here. */
static int roll(struct timeline *timeline)
{
	struct cells *cells = &timeline->cells;
	const int64_t now = now_real_ns();
	int64_t gone;
	int err = 0;

	if (cells->reached_ns > timeline->last_ns)
		timeline->last_ns = cells->reached_ns;
	if (llabs(now - timeline->last_ns) < CLOCKS_NS) {
		timeline->last_ns = now;
		err = walk_settle(&timeline->walk, now - LATE_NS);
	}
	if (timeline->last_ns >= cells_end(cells))
		cells_scroll(cells, (timeline->last_ns - cells_end(cells)) /
						    cells->width_ns +
					    1);
	gone = (cells->from_ns - timeline->guess.from_ns) / cells->width_ns;
	if (!gone)
		return err;
	cells_scroll(&timeline->guess, gone);
	timeline->cursor_ns = timeline->last_ns;
	timeline->is_dirty = true;
	return err;
}

/* The walk has met the end of the trace, for now. */
static int meet_end(struct timeline *timeline)
{
	if (timeline->is_following)
		return 0;
	timeline->is_dirty = true;
	return walk_finish(&timeline->walk, timeline->last_ns + 1);
}

static int move_walk(struct timeline *timeline)
{
	const struct timespec time = stamp_time(timeline->walk_ns);

	timeline->is_walk_due = false;
	return selection_seek(timeline->plan.selection, &time);
}

static int walk_on(struct timeline *timeline, bool *is_waiting)
{
	const int64_t before = timeline->cells.reached_ns;
	int err;

	timeline->walk.rolls = timeline->is_following;
	*is_waiting = timeline->walk.is_done;
	if (timeline->walk.is_done)
		return 0;
	if (timeline->is_walk_due)
		return move_walk(timeline);
	err = walk_step(&timeline->walk, STEP_NS, is_waiting);
	timeline->is_dirty |=
		timeline->cells.reached_ns != before || timeline->walk.is_done;
	if (!err && *is_waiting)
		err = meet_end(timeline);
	return err;
}

int timeline_step(struct timeline *timeline, bool *is_waiting)
{
	int err = 0;

	*is_waiting = false;
	if (timeline->pane.is_reading) {
		timeline->is_dirty |= pane_step(&timeline->pane, STEP_NS, &err);
		return err;
	}
	if (timeline->is_following)
		err = roll(timeline);
	if (err)
		return err;
	if (timeline->plan.guesses && !timeline->is_following &&
	    !timeline->walk.is_done && is_slow(timeline) &&
	    guess_column(timeline, &err)) {
		timeline->is_dirty = true;
		return err;
	}
	return walk_on(timeline, is_waiting);
}

const struct cell *timeline_cell(const struct timeline *timeline,
				 uint32_t strip, unsigned column,
				 bool *is_guess)
{
	const struct cells *cells = &timeline->cells;
	const struct cell *row;

	*is_guess = !timeline->walk.is_done &&
		    cells_start(cells, column) >= cells->reached_ns;
	if (!timeline->plan.look)
		*is_guess = cells_start(cells, column) + cells->width_ns <=
			    timeline->exact_ns;
	row = cells_row(*is_guess ? &timeline->guess : cells, strip);
	return row ? &row[column] : NULL;
}

void timeline_range(const struct timeline *timeline, int64_t *from_ns,
		    int64_t *to_ns)
{
	const int64_t *mark = timeline->mark_ns;

	*from_ns = timeline->cells.from_ns;
	*to_ns = cells_end(&timeline->cells) - 1;
	if (timeline->marks < 2)
		return;
	*from_ns = mark[0] < mark[1] ? mark[0] : mark[1];
	*to_ns = mark[0] < mark[1] ? mark[1] : mark[0];
}
