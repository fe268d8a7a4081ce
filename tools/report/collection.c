/*
 * collection.c - what a page has of a trace
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "common/stamp.h"
#include "report/collection.h"
#include "source/own_time.h"

/* Columns of the log. */
enum { WHEN, THREAD, TYPE, PLACE, ACT, COLUMNS };

/* Bits of ACT. */
enum { ACT_BEGINS = 1, ACT_ENDS = 2, ACT_UNMATCHED = 4 };

static int begin_log(struct collection *collection)
{
	static const char *const names[COLUMNS] = { "t", "thread", "type",
						    "place", "act" };
	int err = 0;

	for (size_t i = 0; i < COLUMNS && !err; i++)
		err = block_add_column(&collection->log.block, names[i],
				       i == WHEN ? BLOCK_SIGNED :
						   BLOCK_UNSIGNED);
	return err;
}

static int begin_figures(struct collection *collection)
{
	collection->figures = calloc(1, sizeof(*collection->figures));
	return collection->figures ?
		       figures_init(collection->figures,
				    collection->bridge.source,
				    &collection->wanted->figures,
				    collection->wanted->start_ns) :
		       ENOMEM;
}

int collection_init(struct collection *collection, struct pxt_export *export,
		    struct out *out)
{
	struct bridge *bridge = &collection->bridge;
	struct packed_blocks *blocks = &collection->blocks;
	int err;

	collection->wanted = (const struct report_settings *)export->settings;
	err = bridge_init(bridge, export);
	bars_init(&collection->bars, bridge, blocks);
	counters_init(&collection->counters, bridge, blocks);
	losses_init(&collection->losses, bridge, blocks);
	report_words_init(&collection->words, bridge,
			  collection->wanted->rendering);
	event_types_init(&collection->types, bridge, blocks,
			 &collection->words);
	if (!err)
		err = begin_figures(collection);
	return err ? err : packed_blocks_init(blocks, out);
}

void collection_fini(struct collection *collection)
{
	if (collection->figures)
		figures_fini(collection->figures);
	free(collection->figures);
	free(collection->of_thread);
	report_table_fini(&collection->log);
	report_places_fini(&collection->places);
	event_types_fini(&collection->types);
	losses_fini(&collection->losses);
	counters_fini(&collection->counters);
	bars_fini(&collection->bars);
	report_words_fini(&collection->words);
	packed_blocks_fini(&collection->blocks);
	bridge_fini(&collection->bridge);
}

/* The survey tells whether there are too many events. */
static int begin(struct collection *collection)
{
	const struct report_settings *wanted = collection->wanted;
	const bool has_events = collection->surveyed <= wanted->most;
	int err;

	collection->has_events = has_events;
	*wanted->left_out = has_events ? 0 : collection->surveyed;
	err = begin_log(collection);
	if (!err)
		err = bars_begin(&collection->bars, has_events,
				 wanted->start_ns);
	if (!err)
		err = counters_begin(&collection->counters, has_events,
				     wanted->start_ns);
	return err ? err : losses_begin(&collection->losses, wanted->start_ns);
}

int collection_survey(struct collection *collection,
		      const struct posix_trace_item_np *item)
{
	const int err = bridge_survey(&collection->bridge, item);

	if (item)
		collection->surveyed += item->kind == POSIX_TRACE_ITEM_EVENT_NP;
	else if (err == EAGAIN)
		collection->surveyed = 0;
	return err || item ? err : begin(collection);
}

/* Items */

static void note_time(struct collection *collection, int64_t from, int64_t to)
{
	if (!collection->has_items || from < collection->first_ns)
		collection->first_ns = from;
	if (!collection->has_items || to > collection->last_ns)
		collection->last_ns = to;
	collection->has_items = true;
}

static void note_gap(struct collection *collection)
{
	const int64_t ns = collection->bridge.ns;
	const int64_t longest = collection->gap_to - collection->gap_from;

	if (collection->events && ns - collection->event_ns > longest) {
		collection->gap_from = collection->event_ns;
		collection->gap_to = ns;
	}
	collection->event_ns = ns;
}

static int count_event(struct collection *collection)
{
	const uint32_t thread = collection->bridge.thread;

	if (pxt_array_reserve_zeroed(
		    &collection->of_thread, &collection->threads_room,
		    (size_t)thread + 1, sizeof(*collection->of_thread)))
		return ENOMEM;
	collection->of_thread[thread]++;
	collection->events++;
	return 0;
}

static unsigned act_of(const struct bridge *bridge)
{
	unsigned act = 0;

	for (unsigned i = 0; i < bridge->spans; i++) {
		if (bridge->span[i].act == PAIR_BEGINS)
			act |= ACT_BEGINS;
		else if (bridge->span[i].act == PAIR_ENDS)
			act |= ACT_ENDS;
		else if (bridge->span[i].act == PAIR_UNMATCHED)
			act |= ACT_UNMATCHED;
	}
	return act;
}

/* The blocks of types end where that of the log ends. */
static int flush_log(struct collection *collection)
{
	const long of = (long)collection->log.list.blocks;
	int err;

	err = report_table_flush(&collection->log, &collection->blocks);
	return err ? err : event_types_flush(&collection->types, of);
}

static bool is_full(const struct collection *collection)
{
	return collection->log.block.rows == TABLE_ROWS ||
	       collection->types.texts > TABLE_TEXTS;
}

static int put_row(struct collection *collection, uint32_t type)
{
	struct bridge *bridge = &collection->bridge;
	struct block *block = &collection->log.block;
	uint32_t place;
	int err;

	err = report_places_find(&collection->places, bridge, &place);
	if (err)
		return err;
	const uint64_t value[COLUMNS] = {
		[WHEN] = (uint64_t)(bridge->ns - collection->wanted->start_ns),
		[THREAD] = bridge->thread,
		[TYPE] = type,
		[PLACE] = place,
		[ACT] = act_of(bridge),
	};
	block_begin_row(block);
	for (size_t i = 0; i < COLUMNS && !err; i++)
		err = block_put(block, i, value[i]);
	if (!err)
		err = event_types_put(&collection->types, type);
	return err || !is_full(collection) ? err : flush_log(collection);
}

static int put_event(struct collection *collection)
{
	struct bridge *bridge = &collection->bridge;
	const uint64_t event = collection->events;
	uint32_t type;
	int err;

	note_gap(collection);
	err = count_event(collection);
	if (!err)
		err = event_types_find(&collection->types, &type);
	if (!err && collection->has_events)
		err = put_row(collection, type);
	if (!err && bridge->is_described)
		err = counters_meet(&collection->counters, event);
	return err ? err : bars_meet(&collection->bars, event);
}

static int put_loss(struct collection *collection)
{
	const int err = losses_meet(&collection->losses);

	return err ? err : bars_meet(&collection->bars, collection->events);
}

int collection_put(struct collection *collection,
		   const struct posix_trace_item_np *item)
{
	const bool is_loss = item->kind == POSIX_TRACE_ITEM_LOSS_NP;
	struct bridge *bridge = &collection->bridge;
	int64_t to;
	int err;

	err = figures_add(collection->figures, item);
	if (!err)
		err = bridge_meet(bridge, item);
	if (err)
		return err;
	if (!collection->has_items)
		collection->is_of_own_time = own_time_is(bridge->source, item);
	to = is_loss ? stamp_ns(&item->lost_end) : bridge->ns;
	note_time(collection, bridge->ns, to > bridge->ns ? to : bridge->ns);
	return is_loss ? put_loss(collection) : put_event(collection);
}

int collection_end(struct collection *collection)
{
	int err;

	err = flush_log(collection);
	if (!err)
		err = bars_end(&collection->bars);
	if (!err)
		err = counters_end(&collection->counters);
	return err ? err : losses_end(&collection->losses);
}
