/*
 * slices.c - spans and holds of a page
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "report/slices.h"

/* Columns of both tables. */
enum { FROM, TO, TRACK, NAME, THREAD };

void slices_init(struct slices *slices, struct bridge *bridge,
		 struct parts *parts)
{
	*slices = (struct slices){ .bridge = bridge, .parts = parts };
}

void slices_fini(struct slices *slices)
{
	slice_tracks_fini(&slices->tracks);
	texts_fini(&slices->lanes);
	free(slices->of_name.number);
	free(slices->of_object.number);
	free(slices->name);
	free(slices->object);
	free(slices->span);
	free(slices->hold);
	report_table_fini(&slices->span_table);
	report_table_fini(&slices->hold_table);
}

static int add_columns(const struct slices *slices, struct block *block,
		       const char *name)
{
	const bool has_events = slices->has_events;
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

int slices_begin(struct slices *slices, bool has_events, int64_t start_ns)
{
	int err;

	slices->has_events = has_events;
	slices->start_ns = start_ns;
	err = add_columns(slices, &slices->span_table.block, "name");
	return err ? err :
		     add_columns(slices, &slices->hold_table.block, "object");
}

/* The number of a text in order of appearance; *is_new: it has none yet, and
 * gets `next`. */
static int number_text(struct slice_numbers *numbers, uint32_t text,
		       size_t next, uint32_t *number, bool *is_new)
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

static int find_name(struct slices *slices, const struct bridge_span *span,
		     uint32_t *number)
{
	bool is_new;
	char text[BRIDGE_TEXT];
	size_t len = 0;
	int err;

	err = number_text(&slices->of_name, span->name, slices->names, number,
			  &is_new);
	if (err || !is_new)
		return err;
	if (pxt_array_reserve(&slices->name, &slices->names_room,
			      slices->names + 1, sizeof(*slices->name)))
		return ENOMEM;
	texts_append(text, &len, sizeof(text) - 1, span->span,
		     strlen(span->span));
	slices->name[slices->names++] = (struct slice_name){
		.text = span->name,
		.span_len = len,
	};
	return 0;
}

static int find_object(struct slices *slices, const struct bridge_hold *hold,
		       uint32_t *number)
{
	bool is_new;
	int err;

	err = number_text(&slices->of_object, hold->name, slices->objects,
			  number, &is_new);
	if (err || !is_new)
		return err;
	if (pxt_array_reserve(&slices->object, &slices->objects_room,
			      slices->objects + 1, sizeof(*slices->object)))
		return ENOMEM;
	slices->object[slices->objects++] = hold->name;
	return 0;
}

static int put(struct slices *slices, struct report_table *table,
	       const struct slice *slice, int64_t to)
{
	const uint64_t value[] = {
		[FROM] = slices->has_events ?
				 slice->event :
				 (uint64_t)(slice->from_ns - slices->start_ns),
		[TO] = (uint64_t)to,
		[TRACK] = slice->track,
		[NAME] = slice->name,
		[THREAD] = slice->thread,
	};
	int err;

	err = report_table_begin_row(table, slices->parts);
	for (size_t i = FROM; i <= THREAD && !err; i++)
		err = block_put(&table->block, i, value[i]);
	return err;
}

/* The end of a slice: an event, or how long it took. */
static int64_t end_of(const struct slices *slices, const struct slice *slice,
		      uint64_t event)
{
	const int64_t length = slices->bridge->ns - slice->from_ns;

	if (slices->has_events)
		return (int64_t)event;
	return length > 0 ? length : 0;
}

static int finish(struct slices *slices, struct report_table *table,
		  struct slice *slice, int64_t to)
{
	const bool goes_on = slice->goes_on;

	slice->goes_on = false;
	return goes_on ? put(slices, table, slice, to) : 0;
}

/* Spans */

static int find_lane(struct slices *slices, const struct bridge_span *span,
		     uint32_t *track)
{
	struct slice_track lane = {
		.kind = TRACK_LANE,
		.owner = span->process,
		.lane = slices->bridge->lanes.lane[span->lane].place,
	};
	char text[BRIDGE_TEXT];
	size_t len = 0;
	int err;

	texts_append(text, &len, sizeof(text) - 1, span->span,
		     strlen(span->span));
	err = texts_find(&slices->lanes, text, len, &lane.name);
	return err ? err : slice_tracks_find(&slices->tracks, &lane, track);
}

static int find_depth(struct slices *slices, const struct bridge_span *span,
		      struct slice *slice)
{
	const uint32_t below =
		nesting_below(&slices->bridge->nesting, span->open);
	struct slice_track track = { .kind = TRACK_THREAD,
				     .owner = span->thread };

	slice->depth = below ? slices->span[below].depth + 1 : 0;
	track.lane = slice->depth;
	return slice_tracks_find(&slices->tracks, &track, &slice->track);
}

static int begin_span(struct slices *slices, const struct bridge_span *span,
		      uint64_t event)
{
	struct slice *slice;
	int err;

	if (pxt_array_reserve_zeroed(&slices->span, &slices->spans,
				     (size_t)span->open + 1, sizeof(*slice)))
		return ENOMEM;
	slice = &slices->span[span->open];
	err = finish(slices, &slices->span_table, slice, -1);
	if (err)
		return err;
	slice->goes_on = true;
	slice->event = event;
	slice->from_ns = span->from_ns;
	slice->thread = span->thread;
	err = find_name(slices, span, &slice->name);
	if (err)
		return err;
	return span->lane == BRIDGE_NO_LANE ?
		       find_depth(slices, span, slice) :
		       find_lane(slices, span, &slice->track);
}

static int meet_span(struct slices *slices, const struct bridge_span *span,
		     uint64_t event)
{
	struct slice *slice;

	if (span->act == PAIR_BEGINS)
		return begin_span(slices, span, event);
	if (span->act != PAIR_ENDS || span->open >= slices->spans)
		return 0;
	slice = &slices->span[span->open];
	return finish(slices, &slices->span_table, slice,
		      end_of(slices, slice, event));
}

/* Holds */

static int begin_hold(struct slices *slices, const struct bridge_hold *hold,
		      struct slice *slice, uint64_t event)
{
	struct slice_track track = {
		.kind = TRACK_OBJECT,
		.owner = hold->process,
		.lane = slices->bridge->lanes.lane[hold->lane].place,
	};
	int err;

	err = finish(slices, &slices->hold_table, slice, -1);
	if (!err)
		err = find_object(slices, hold, &slice->name);
	if (err)
		return err;
	track.name = slice->name;
	slice->goes_on = true;
	slice->event = event;
	slice->from_ns = hold->from_ns;
	slice->thread = hold->thread;
	return slice_tracks_find(&slices->tracks, &track, &slice->track);
}

static int meet_hold(struct slices *slices, const struct bridge_hold *hold,
		     uint64_t event)
{
	struct slice *slice;

	if (pxt_array_reserve_zeroed(&slices->hold, &slices->holds,
				     (size_t)hold->part + 1, sizeof(*slice)))
		return ENOMEM;
	slice = &slices->hold[hold->part];
	if (hold->what == LOCK_HELD_BEGINS)
		return begin_hold(slices, hold, slice, event);
	return finish(slices, &slices->hold_table, slice,
		      hold->what == LOCK_HELD_ENDS ?
			      end_of(slices, slice, event) :
			      -1);
}

int slices_meet(struct slices *slices, uint64_t event)
{
	const struct bridge *bridge = slices->bridge;
	int err = 0;

	for (unsigned i = 0; i < bridge->spans && !err; i++)
		err = meet_span(slices, &bridge->span[i], event);
	for (size_t i = 0; i < bridge->holds && !err; i++)
		err = meet_hold(slices, &bridge->hold[i], event);
	return err;
}

static int finish_all(struct slices *slices, struct report_table *table,
		      struct slice *slice, size_t count)
{
	int err = 0;

	for (size_t i = 0; i < count && !err; i++)
		err = finish(slices, table, &slice[i], -1);
	return err ? err : report_table_flush(table, slices->parts);
}

int slices_end(struct slices *slices)
{
	int err;

	err = finish_all(slices, &slices->span_table, slices->span,
			 slices->spans);
	return err ? err :
		     finish_all(slices, &slices->hold_table, slices->hold,
				slices->holds);
}
