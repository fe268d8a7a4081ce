/*
 * bars.c - spans and holds of a page
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "report/bars.h"

/* Columns of both tables. */
enum { FROM, TO, TRACK, NAME, THREAD };

void bars_init(struct bars *bars, struct bridge *bridge,
	       struct packed_blocks *blocks)
{
	*bars = (struct bars){ .bridge = bridge, .blocks = blocks };
}

void bars_fini(struct bars *bars)
{
	bar_tracks_fini(&bars->tracks);
	texts_fini(&bars->lanes);
	free(bars->of_name.number);
	free(bars->of_object.number);
	free(bars->name);
	free(bars->object);
	free(bars->span);
	free(bars->hold);
	report_table_fini(&bars->span_table);
	report_table_fini(&bars->hold_table);
}

static int add_columns(const struct bars *bars, struct block *block,
		       const char *name)
{
	const bool has_events = bars->has_events;
	const char *const names[] = {
		[FROM] = has_events ? "event" : "begin",
		[TO] = has_events ? "end" : "dur",
		[TRACK] = "track",
		[NAME] = name,
		[THREAD] = "thread",
	};
	int err = 0;

	for (size_t i = FROM; i <= THREAD && !err; i++)
		err = block_add_column(block, names[i],
				       i <= TO ? BLOCK_SIGNED : BLOCK_UNSIGNED);
	return err;
}

int bars_begin(struct bars *bars, bool has_events, int64_t start_ns)
{
	int err;

	bars->has_events = has_events;
	bars->start_ns = start_ns;
	err = add_columns(bars, &bars->span_table.block, "name");
	return err ? err : add_columns(bars, &bars->hold_table.block, "object");
}

/* The number of a text in order of appearance; *is_new: it has none yet, and
 * gets `next`. */
static int number_text(struct bar_numbers *numbers, uint32_t text, size_t next,
		       uint32_t *number, bool *is_new)
{
	if (pxt_array_reserve_zeroed(&numbers->number, &numbers->room,
				     (size_t)text + 1,
				     sizeof(*numbers->number)))
		return ENOMEM;
	*is_new = !numbers->number[text];
	if (*is_new)
		numbers->number[text] = (uint32_t)next + 1;
	*number = numbers->number[text] - 1;
	return 0;
}

static int find_name(struct bars *bars, const struct bridge_span *span,
		     uint32_t *number)
{
	bool is_new;
	char text[BRIDGE_TEXT];
	size_t len = 0;
	int err;

	err = number_text(&bars->of_name, span->name, bars->names, number,
			  &is_new);
	if (err || !is_new)
		return err;
	if (pxt_array_reserve(&bars->name, &bars->names_room, bars->names + 1,
			      sizeof(*bars->name)))
		return ENOMEM;
	texts_append(text, &len, sizeof(text) - 1, span->span,
		     strlen(span->span));
	bars->name[bars->names++] = (struct bar_name){
		.text = span->name,
		.span_len = len,
	};
	return 0;
}

static int find_object(struct bars *bars, const struct bridge_hold *hold,
		       uint32_t *number)
{
	bool is_new;
	int err;

	err = number_text(&bars->of_object, hold->name, bars->objects, number,
			  &is_new);
	if (err || !is_new)
		return err;
	if (pxt_array_reserve(&bars->object, &bars->objects_room,
			      bars->objects + 1, sizeof(*bars->object)))
		return ENOMEM;
	bars->object[bars->objects++] = hold->name;
	return 0;
}

static int put(struct bars *bars, struct report_table *table,
	       const struct bar *bar, int64_t to)
{
	const uint64_t value[] = {
		[FROM] = bars->has_events ?
				 bar->event :
				 (uint64_t)(bar->from_ns - bars->start_ns),
		[TO] = (uint64_t)to,
		[TRACK] = bar->track,
		[NAME] = bar->name,
		[THREAD] = bar->thread,
	};
	int err;

	err = report_table_begin_row(table, bars->blocks);
	for (size_t i = FROM; i <= THREAD && !err; i++)
		err = block_put(&table->block, i, value[i]);
	return err;
}

/* The end of a bar: an event, or how long it took. */
static int64_t end_of(const struct bars *bars, const struct bar *bar,
		      uint64_t event)
{
	const int64_t length = bars->bridge->ns - bar->from_ns;

	if (bars->has_events)
		return (int64_t)event;
	return length > 0 ? length : 0;
}

static int finish(struct bars *bars, struct report_table *table,
		  struct bar *bar, int64_t to)
{
	const bool goes_on = bar->goes_on;

	bar->goes_on = false;
	return goes_on ? put(bars, table, bar, to) : 0;
}

/* Spans */

static int find_lane(struct bars *bars, const struct bridge_span *span,
		     uint32_t *track)
{
	struct bar_track lane = {
		.kind = TRACK_LANE,
		.owner = span->process,
		.lane = bars->bridge->lanes.lane[span->lane].place,
	};
	char text[BRIDGE_TEXT];
	size_t len = 0;
	int err;

	texts_append(text, &len, sizeof(text) - 1, span->span,
		     strlen(span->span));
	err = texts_find(&bars->lanes, text, len, &lane.name);
	return err ? err : bar_tracks_find(&bars->tracks, &lane, track);
}

static int find_depth(struct bars *bars, const struct bridge_span *span,
		      struct bar *bar)
{
	const uint32_t below =
		nesting_below(&bars->bridge->nesting, span->open);
	struct bar_track track = { .kind = TRACK_THREAD,
				   .owner = span->thread };

	bar->depth = below ? bars->span[below].depth + 1 : 0;
	track.lane = bar->depth;
	return bar_tracks_find(&bars->tracks, &track, &bar->track);
}

static int begin_span(struct bars *bars, const struct bridge_span *span,
		      uint64_t event)
{
	struct bar *bar;
	int err;

	if (pxt_array_reserve_zeroed(&bars->span, &bars->spans,
				     (size_t)span->open + 1, sizeof(*bar)))
		return ENOMEM;
	bar = &bars->span[span->open];
	err = finish(bars, &bars->span_table, bar, -1);
	if (err)
		return err;
	bar->goes_on = true;
	bar->event = event;
	bar->from_ns = span->from_ns;
	bar->thread = span->thread;
	err = find_name(bars, span, &bar->name);
	if (err)
		return err;
	return span->lane == BRIDGE_NO_LANE ?
		       find_depth(bars, span, bar) :
		       find_lane(bars, span, &bar->track);
}

static int meet_span(struct bars *bars, const struct bridge_span *span,
		     uint64_t event)
{
	struct bar *bar;

	if (span->act == PAIR_BEGINS)
		return begin_span(bars, span, event);
	if (span->act != PAIR_ENDS || span->open >= bars->spans)
		return 0;
	bar = &bars->span[span->open];
	return finish(bars, &bars->span_table, bar, end_of(bars, bar, event));
}

/* Holds */

static int begin_hold(struct bars *bars, const struct bridge_hold *hold,
		      struct bar *bar, uint64_t event)
{
	struct bar_track track = {
		.kind = TRACK_OBJECT,
		.owner = hold->process,
		.lane = bars->bridge->lanes.lane[hold->lane].place,
	};
	int err;

	err = finish(bars, &bars->hold_table, bar, -1);
	if (!err)
		err = find_object(bars, hold, &bar->name);
	if (err)
		return err;
	track.name = bar->name;
	bar->goes_on = true;
	bar->event = event;
	bar->from_ns = hold->from_ns;
	bar->thread = hold->thread;
	return bar_tracks_find(&bars->tracks, &track, &bar->track);
}

static int meet_hold(struct bars *bars, const struct bridge_hold *hold,
		     uint64_t event)
{
	struct bar *bar;

	if (pxt_array_reserve_zeroed(&bars->hold, &bars->holds,
				     (size_t)hold->claim + 1, sizeof(*bar)))
		return ENOMEM;
	bar = &bars->hold[hold->claim];
	if (hold->what == LOCK_HELD_BEGINS)
		return begin_hold(bars, hold, bar, event);
	return finish(bars, &bars->hold_table, bar,
		      hold->what == LOCK_HELD_ENDS ? end_of(bars, bar, event) :
						     -1);
}

int bars_meet(struct bars *bars, uint64_t event)
{
	const struct bridge *bridge = bars->bridge;
	int err = 0;

	for (unsigned i = 0; i < bridge->spans && !err; i++)
		err = meet_span(bars, &bridge->span[i], event);
	for (size_t i = 0; i < bridge->holds && !err; i++)
		err = meet_hold(bars, &bridge->hold[i], event);
	return err;
}

static int finish_all(struct bars *bars, struct report_table *table,
		      struct bar *bar, size_t count)
{
	int err = 0;

	for (size_t i = 0; i < count && !err; i++)
		err = finish(bars, table, &bar[i], -1);
	return err ? err : report_table_flush(table, bars->blocks);
}

int bars_end(struct bars *bars)
{
	int err;

	err = finish_all(bars, &bars->span_table, bars->span, bars->spans);
	return err ? err :
		     finish_all(bars, &bars->hold_table, bars->hold,
				bars->holds);
}
