/*
 * items.c - merging items in order of time
 */
#include <errno.h>

#include "common/stamp.h"
#include "source/merge/input.h"
#include "source/merge/items.h"
#include "source/merge/origins.h"
#include "source/merge/processes.h"
#include "source/merge/threads.h"
#include "source/merge/types.h"

/* A log has a loss at its end. */
static int64_t place_of(const struct posix_trace_item_np *item)
{
	return stamp_ns(item->kind == POSIX_TRACE_ITEM_LOSS_NP ?
				&item->lost_end :
				&item->info.posix_timestamp);
}

/* Called when it has no item, for now or for good. */
static void rest_input(struct merge *merge, struct merge_input *input)
{
	if (!input->is_complete)
		input->is_complete = source_is_complete(input->source);
	input->state = input->is_complete ? MERGE_OVER : MERGE_WAITING;
	if (input->state == MERGE_OVER && merge_is_crowded(merge))
		merge_input_close(merge, input);
}

/* Converts an item for delivery. */
static void prepare(struct merge *merge, struct merge_input *input)
{
	struct posix_trace_item_np *item = &input->item;

	if (merge_is_crowded(merge)) {
		merge_processes_meet(merge, input);
		merge_threads_meet(merge, input);
	}
	merge_input_shift(input, &item->info.posix_timestamp);
	if (item->kind == POSIX_TRACE_ITEM_LOSS_NP) {
		merge_input_shift(input, &item->lost_end);
	} else {
		merge_types_number_sets(merge, input);
		item->info.posix_event_id = merge_types_number(
			merge, input, item->info.posix_event_id);
	}
	item->origin = merge_origins_number(input, item->origin);
}

/* Errors belong to the log. */
static int fetch(struct merge *merge, struct merge_input *input,
		 int *unavailable)
{
	int err = source_next(input->source, &input->item, unavailable);

	if (err)
		merge->source.name = input->name;
	else if (!*unavailable)
		prepare(merge, input);
	return err;
}

/* Replaces the first item of the heap. */
static int advance(struct merge *merge, struct merge_input *input)
{
	int unavailable;
	int err = fetch(merge, input, &unavailable);

	if (err)
		return err;
	if (unavailable) {
		heap_remove_first(&merge->heap);
		rest_input(merge, input);
		return 0;
	}
	input->state = MERGE_READING;
	heap_change_first(&merge->heap, place_of(&input->item));
	return 0;
}

/* Called when its time has come. */
static int begin_input(struct merge *merge, struct merge_input *input)
{
	const struct timespec from = merge_input_there(input, merge->from_ns);
	const int status = merge_input_open(merge, input);
	int err;

	if (status) {
		merge->status = status;
		heap_remove_first(&merge->heap);
		input->state = MERGE_OVER;
		return 0;
	}
	input->is_reopened = false;
	err = merge->is_sought ? source_seek(input->source, &from) :
				 source_rewind(input->source);
	return err ? err : advance(merge, input);
}

/* Waiting logs may have more. */
static int poll(struct merge *merge)
{
	for (size_t i = 0; i < merge->count; i++) {
		struct merge_input *input = &merge->input[i];
		int unavailable, err;

		if (input->state != MERGE_WAITING)
			continue;
		err = fetch(merge, input, &unavailable);
		if (err)
			return err;
		if (unavailable) {
			rest_input(merge, input);
			continue;
		}
		input->state = MERGE_READING;
		heap_add(&merge->heap, place_of(&input->item), i);
	}
	return 0;
}

static int settle(struct merge *merge)
{
	int err = 0;

	if (merge->current)
		err = advance(merge, merge->current);
	merge->current = NULL;
	if (!err && !merge->heap.count)
		err = poll(merge);
	while (!err && merge->heap.count) {
		struct merge_input *first =
			&merge->input[merge->heap.entry[0].number];

		if (first->state == MERGE_READING)
			break;
		err = begin_input(merge, first);
	}
	return err;
}

int merge_items_next(struct source *source, struct posix_trace_item_np *item,
		     int *unavailable)
{
	struct merge *merge = merge_of(source);
	int err = settle(merge);

	*unavailable = 1;
	if (err || !merge->heap.count)
		return err;
	merge->current = &merge->input[merge->heap.entry[0].number];
	*item = merge->current->item;
	*unavailable = 0;
	return 0;
}

/* Growing logs have changed their range. */
static int read_all_times(struct merge *merge)
{
	int err = 0;

	for (size_t i = 0; !err && i < merge->count; i++) {
		struct merge_input *input = &merge->input[i];

		if (!input->is_complete)
			err = merge_input_read_times(input);
		if (err)
			merge->source.name = input->name;
	}
	return err;
}

void merge_items_expect(struct merge *merge, struct merge_input *input)
{
	if (input->has_times) {
		input->state = MERGE_AHEAD;
		heap_add(&merge->heap, merge_input_first(input),
			 (size_t)(input - merge->input));
	} else {
		input->state = input->is_complete ? MERGE_OVER : MERGE_WAITING;
	}
}

static int go(struct merge *merge)
{
	int err = read_all_times(merge);

	if (err)
		return err;
	merge->current = NULL;
	merge->heap.count = 0;
	for (size_t i = 0; i < merge->count; i++)
		merge_items_expect(merge, &merge->input[i]);
	return 0;
}

int merge_items_rewind(struct source *source)
{
	struct merge *merge = merge_of(source);

	merge->is_sought = false;
	return go(merge);
}

static bool is_before(const struct merge_input *input, int64_t ns)
{
	return input->has_times && input->is_complete &&
	       merge_input_last(input) < ns;
}

/* Logs that end before the time need not be opened. */
int merge_items_seek(struct source *source, const struct timespec *time)
{
	struct merge *merge = merge_of(source);
	int err;

	merge->is_sought = true;
	merge->from_ns = stamp_ns(time);
	err = go(merge);
	if (err)
		return err;
	merge->heap.count = 0;
	for (size_t i = 0; i < merge->count; i++) {
		struct merge_input *input = &merge->input[i];

		if (input->state != MERGE_AHEAD)
			continue;
		if (is_before(input, merge->from_ns))
			input->state = MERGE_OVER;
		else
			heap_add(&merge->heap, merge_input_first(input), i);
	}
	return 0;
}

int merge_items_get_times(struct source *source, struct timespec *first,
			  struct timespec *last)
{
	struct merge *merge = merge_of(source);
	int64_t least = merge->has_span ? merge->span_first_ns : INT64_MAX;
	int64_t most = merge->has_span ? merge->span_last_ns : INT64_MIN;
	int err = merge_items_rewind(source);

	if (err)
		return err;
	for (size_t i = 0; i < merge->count; i++) {
		const struct merge_input *input = &merge->input[i];
		int64_t begin, end;

		if (!input->has_times)
			continue;
		begin = merge_input_first(input);
		end = merge_input_last(input);
		least = begin < least ? begin : least;
		most = end > most ? end : most;
	}
	if (most < least)
		return ENODATA;
	*first = stamp_time(least);
	*last = stamp_time(most);
	return 0;
}
