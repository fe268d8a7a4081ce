/*
 * walk.c - the items of a time, as they fill cells
 */
#include "base/sum.h"
#include "chart/walk.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "common/monotonic_clock.h"
#include "common/stamp.h"
#include "figures/locks/title.h"

enum { ITEMS = 64 }; /* between two looks at the clock */

static void hear_of_hold(void *context, uint32_t claim, enum lock_held what);

static int begin_figures(struct walk *walk)
{
	locks_init(&walk->locks, &walk->fields);
	walk->locks.listener = hear_of_hold;
	walk->locks.listening = walk;
	return pairs_init(&walk->pairs, &walk->fields, &walk->strips->labels,
			  NULL, 0);
}

static void end_figures(struct walk *walk)
{
	pairs_fini(&walk->pairs);
	locks_fini(&walk->locks);
	nesting_fini(&walk->nesting);
}

int walk_init(struct walk *walk, struct selection *selection,
	      struct strips *strips, struct cells *cells)
{
	memset(walk, 0, sizeof(*walk));
	walk->selection = selection;
	walk->strips = strips;
	walk->cells = cells;
	walk->counts_system = selection->events.count;
	fields_init(&walk->fields, strips->source);
	return begin_figures(walk);
}

void walk_fini(struct walk *walk)
{
	end_figures(walk);
	fields_fini(&walk->fields);
	free(walk->strip);
	free(walk->open);
	free(walk->object);
}

/* Strips */

static int reserve_strips(struct walk *walk)
{
	const size_t before = walk->strip_room;
	int err;

	err = pxt_array_reserve_zeroed(&walk->strip, &walk->strip_room,
				       walk->strips->count,
				       sizeof(*walk->strip));
	for (size_t i = before; !err && i < walk->strip_room; i++)
		walk->strip[i].since_ns = walk->from_ns;
	return err;
}

/* Adds what went on on a strip up to a time. */
static int advance(struct walk *walk, uint32_t number, int64_t ns)
{
	struct walk_strip *strip = &walk->strip[number];
	const struct cells_stretch stretch = {
		.from_ns = strip->since_ns,
		.to_ns = ns,
		.label = strip->label,
		.depth = strip->depth,
	};

	if (ns < strip->since_ns)
		return 0;
	strip->since_ns = ns;
	return cells_add_stretch(walk->cells, number, &stretch);
}

int walk_settle(struct walk *walk, int64_t ns)
{
	int err;

	err = reserve_strips(walk);
	for (uint32_t i = 0; !err && i < walk->strips->count; i++)
		err = advance(walk, i, ns);
	if (walk->cells->reached_ns < ns)
		walk->cells->reached_ns = ns;
	return err;
}

static int begin_depth(struct walk *walk, uint32_t number, uint32_t label)
{
	int err;

	err = advance(walk, number, walk->ns);
	walk->strip[number].depth++;
	walk->strip[number].label = label;
	return err;
}

static int end_depth(struct walk *walk, uint32_t number, unsigned ended,
		     uint32_t label)
{
	struct walk_strip *strip = &walk->strip[number];
	int err;

	err = advance(walk, number, walk->ns);
	strip->depth -= ended < strip->depth ? ended : strip->depth;
	strip->label = strip->depth ? label : 0;
	return err;
}

/* The end of what began before the walk: known to have done so, or, as nothing
 * is known of the past, busy all the time up to now. */
static int end_inherited(struct walk *walk, uint32_t number, uint32_t label)
{
	struct walk_strip *strip = &walk->strip[number];
	struct cells_stretch past = {
		.from_ns = walk->from_ns,
		.to_ns = walk->ns,
		.label = label,
		.depth = 1,
	};
	struct cell *row;
	int err;

	if (strip->inherited) {
		strip->inherited--;
		return end_depth(walk, number, 1, strip->inherited_label);
	}
	if (walk->knows_past)
		return 0;
	err = advance(walk, number, walk->ns);
	row = err ? NULL : cells_make_row(walk->cells, number);
	if (!row)
		return err ? err : ENOMEM;
	for (unsigned i = 0; i < walk->cells->columns; i++)
		if (cells_start(walk->cells, i) <= walk->ns)
			row[i].busy_ns = 0;
	return cells_add_stretch(walk->cells, number, &past);
}

static int inherit(struct walk *walk, const struct cells *past)
{
	unsigned column;
	struct cell *row;

	if (!cells_column(past, walk->from_ns, &column))
		return 0;
	for (uint32_t i = 0; i < walk->strips->count; i++) {
		const struct cell *past_row = cells_row(past, i);
		struct walk_strip *strip = &walk->strip[i];

		if (!past_row || !past_row[column].depth)
			continue;
		strip->depth = strip->inherited = past_row[column].depth;
		strip->label = strip->inherited_label = past_row[column].label;
		if (walk->from_ns != walk->cells->from_ns)
			continue;
		row = cells_make_row(walk->cells, i);
		if (!row)
			return ENOMEM;
		row->depth = strip->depth;
	}
	return 0;
}

int walk_begin(struct walk *walk, int64_t from_ns, const struct cells *past,
	       bool knows_past)
{
	int err;

	end_figures(walk);
	err = begin_figures(walk);
	free(walk->strip);
	walk->strip = NULL;
	walk->strip_room = 0;
	free(walk->object);
	walk->object = NULL;
	walk->object_room = 0;
	walk->from_ns = from_ns;
	walk->is_done = false;
	walk->knows_past = knows_past;
	if (!err)
		err = reserve_strips(walk);
	return err || !past ? err : inherit(walk, past);
}

/* Spans */

static int name_strip(struct walk *walk, const struct pair_step *step,
		      uint32_t *number, uint32_t *label)
{
	const char *span = walk->pairs.pair[step->pair].span;
	int err;

	err = texts_find(&walk->strips->names, span, strlen(span), label);
	++*label;
	*number = walk->thread;
	if (!err && step->is_keyed)
		err = strips_find_named(walk->strips, STRIP_SPAN, walk->item,
					span, number);
	return err ? err : reserve_strips(walk);
}

static uint32_t label_of_top(const struct walk *walk, uint32_t thread)
{
	const uint32_t top = nesting_top(&walk->nesting, thread);

	return top ? walk->open[top].label :
		     walk->strip[thread].inherited_label;
}

/* Ends a span of a thread, and those inside it of which the ends are missing:
 * they are drawn no further than what is around them. */
static int end_nested(struct walk *walk, uint32_t open)
{
	const uint32_t thread = walk->open[open].strip;
	uint32_t at = nesting_top(&walk->nesting, thread);
	unsigned ended = 1;
	int err;

	for (; at && at != open; at = nesting_below(&walk->nesting, at))
		ended++;
	if (!at)
		return 0;
	err = nesting_end(&walk->nesting, open);
	walk->nesting.outs = 0;
	return err ? err :
		     end_depth(walk, thread, ended, label_of_top(walk, thread));
}

static int end_span(struct walk *walk, uint32_t open)
{
	const struct walk_span *span = &walk->open[open];

	return span->is_nested ? end_nested(walk, open) :
				 end_depth(walk, span->strip, 1, span->label);
}

/* The last strip has spans of many threads, which do not nest. */
static bool nests(const struct walk *walk, const struct pair_step *step,
		  uint32_t number)
{
	return !step->is_keyed &&
	       walk->strips->strip[number].kind == STRIP_THREAD;
}

static int begin_span(struct walk *walk, const struct pair_step *step)
{
	uint32_t number, label;
	bool ignored, is_nested;
	int err;

	err = name_strip(walk, step, &number, &label);
	if (!err && step->gave_up)
		err = end_span(walk, step->open);
	if (!err)
		err = pxt_array_reserve(&walk->open, &walk->open_room,
					(size_t)step->open + 1,
					sizeof(*walk->open));
	if (err)
		return err;
	is_nested = nests(walk, step, number);
	walk->open[step->open] = (struct walk_span){ number, label, is_nested };
	if (is_nested)
		err = nesting_begin(&walk->nesting, number, step->open,
				    &ignored);
	return err ? err : begin_depth(walk, number, label);
}

/* An end that needs no beginning has one from before the walk only if such a
 * span went on there. */
static int end_unseen(struct walk *walk, const struct pair_step *step)
{
	const struct walk_strip *strip;
	uint32_t number, label;
	int err;

	err = name_strip(walk, step, &number, &label);
	if (err)
		return err;
	strip = &walk->strip[number];
	if (step->act == PAIR_AT_ONCE &&
	    !(strip->inherited && strip->inherited_label == label))
		return 0;
	return end_inherited(walk, number, label);
}

static int do_step(struct walk *walk, const struct pair_step *step)
{
	if (step->act == PAIR_BEGINS)
		return begin_span(walk, step);
	if (step->act == PAIR_ENDS)
		return end_span(walk, step->open);
	return end_unseen(walk, step);
}

/* Objects */

static int label_holder(struct walk *walk, uint32_t *label)
{
	char name[STRIP_NAME];
	int err;

	strips_name(walk->strips, walk->thread, name);
	err = texts_find(&walk->strips->names, name, strlen(name), label);
	++*label;
	return err;
}

static int find_object(struct walk *walk, uint32_t object, uint32_t *number)
{
	char name[LOCK_TITLE];
	int err;

	err = pxt_array_reserve_zeroed(&walk->object, &walk->object_room,
				       (size_t)object + 1,
				       sizeof(*walk->object));
	if (err || walk->object[object]) {
		*number = err ? 0 : walk->object[object] - 1;
		return err;
	}
	lock_title(&walk->locks, lock_object(&walk->locks, object), walk->item,
		   name);
	err = strips_find_named(walk->strips, STRIP_OBJECT, walk->item, name,
				number);
	if (!err)
		err = reserve_strips(walk);
	if (!err)
		walk->object[object] = *number + 1;
	return err;
}

static int change_hold(struct walk *walk, uint32_t claim, enum lock_held what)
{
	const uint32_t object = lock_claim(&walk->locks, claim)->object;
	uint32_t number, label = 0;
	int err;

	err = find_object(walk, object, &number);
	if (!err && what == LOCK_HELD_BEGINS)
		err = label_holder(walk, &label);
	if (err)
		return err;
	if (what == LOCK_HELD_BEGINS)
		return begin_depth(walk, number, label);
	if (what != LOCK_HELD_WAS)
		return end_depth(walk, number, 1, walk->strip[number].label);
	return walk->strip[number].inherited ? end_inherited(walk, number, 0) :
					       0;
}

static void hear_of_hold(void *context, uint32_t claim, enum lock_held what)
{
	struct walk *walk = context;

	if (!walk->error && what <= LOCK_HELD_WAS)
		walk->error = change_hold(walk, claim, what);
}

/* Items */

static int add_loss(struct walk *walk)
{
	const int64_t end = stamp_ns(&walk->item->lost_end);
	unsigned column;
	int err;

	err = locks_lose(&walk->locks, walk->item);
	if (!err)
		err = walk->error;
	if (err || walk->ns >= cells_end(walk->cells) ||
	    (walk->ns < walk->cells->from_ns && end < walk->cells->from_ns))
		return err;
	if (cells_column(walk->cells, walk->ns, &column)) {
		walk->cells->lost =
			pxt_sum(walk->cells->lost, walk->item->lost);
		walk->cells->is_uncounted |= !walk->item->lost;
	}
	return cells_add_loss(walk->cells, walk->thread, walk->ns, end,
			      walk->item->lost);
}

static int count(struct walk *walk)
{
	unsigned column;
	struct cell *row;

	if (!cells_column(walk->cells, walk->ns, &column))
		return 0;
	row = cells_make_row(walk->cells, walk->thread);
	if (!row)
		return ENOMEM;
	row[column].events++;
	walk->cells->events++;
	return 0;
}

static int add_event(struct walk *walk)
{
	const trace_event_id_t type = walk->item->info.posix_event_id;
	const struct posix_trace_layout_np *layout =
		fields_layout(&walk->fields, type);
	bool in_pairs = false, in_locks = false;
	int err;

	err = count(walk);
	if (err || !layout)
		return err;
	err = pairs_want(&walk->pairs, type, layout, &in_pairs);
	if (!err)
		err = locks_want(&walk->locks, type, layout, &in_locks);
	if (err || !(in_pairs || in_locks))
		return err;
	fields_decode(&walk->fields, walk->item);
	walk->pairs.steps = 0;
	if (in_pairs)
		err = pairs_add(&walk->pairs, walk->item);
	for (unsigned i = 0; !err && i < walk->pairs.steps; i++)
		err = do_step(walk, &walk->pairs.step[i]);
	if (!err && in_locks)
		err = locks_add(&walk->locks, walk->item);
	return err ? err : walk->error;
}

/* Events of the system count only where they are asked for, as in `stat'. */
static bool is_counted(const struct walk *walk,
		       const struct posix_trace_item_np *item)
{
	return walk->counts_system || item->kind == POSIX_TRACE_ITEM_LOSS_NP ||
	       item->info.posix_event_id >= POSIX_TRACE_UNNAMED_USEREVENT;
}

static int add(struct walk *walk, const struct posix_trace_item_np *item)
{
	int err;

	if (walk->listener)
		walk->listener(walk->listening, item);
	if (!is_counted(walk, item))
		return 0;
	walk->item = item;
	walk->ns = stamp_ns(&item->info.posix_timestamp);
	err = strips_find_thread(walk->strips, item, &walk->thread);
	if (!err)
		err = reserve_strips(walk);
	if (!err)
		err = item->kind == POSIX_TRACE_ITEM_LOSS_NP ? add_loss(walk) :
							       add_event(walk);
	if (walk->cells->reached_ns < walk->ns)
		walk->cells->reached_ns = walk->ns;
	return err;
}

static void roll(struct cells *cells, int64_t ns)
{
	const int64_t gone = (ns - cells_end(cells)) / cells->width_ns + 1;

	cells_scroll(cells, gone);
}

int walk_finish(struct walk *walk, int64_t ns)
{
	const int64_t end = cells_end(walk->cells);

	walk->is_done = true;
	return walk_settle(walk, ns < end ? ns : end);
}

int walk_step(struct walk *walk, int64_t budget_ns, bool *is_waiting)
{
	const int64_t until = now_ns() + budget_ns;
	struct posix_trace_item_np item;
	int unavailable = 0, err = 0;
	bool is_selected;

	*is_waiting = false;
	for (unsigned i = 0; !walk->is_done; i++) {
		if (i % ITEMS == ITEMS - 1 && now_ns() >= until)
			break;
		err = selection_step(walk->selection, &item, &unavailable,
				     &is_selected);
		if (err || unavailable)
			break;
		if (stamp_ns(&item.info.posix_timestamp) >=
		    cells_end(walk->cells)) {
			if (!walk->rolls)
				return walk_finish(walk,
						   cells_end(walk->cells));
			roll(walk->cells, stamp_ns(&item.info.posix_timestamp));
		}
		if (is_selected)
			err = add(walk, &item);
		if (err)
			break;
	}
	*is_waiting = !err && unavailable;
	return err;
}
