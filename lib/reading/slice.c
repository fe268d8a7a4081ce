/* slice.c - the items of a log in a span of ticks */
#include "reading/slice.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/timespec.h"
#include "log/log_runs.h"
#include "model/item.h"

struct pxt_slice *pxt_slice_new(void)
{
	return calloc(1, sizeof(struct pxt_slice));
}

void pxt_slice_shrink(struct pxt_slice *slice)
{
	free(slice->sections);
	free(slice->items);
	free(slice->times_ns);
	slice->sections = NULL;
	slice->items = NULL;
	slice->times_ns = NULL;
	slice->sections_room = slice->items_room = slice->times_room = 0;
}

void pxt_slice_free(struct pxt_slice *slice)
{
	pxt_slice_shrink(slice);
	free(slice);
}

int pxt_slice_add(struct pxt_slice *slice, struct pxt_section *section)
{
	const uint64_t serial = section->announced.serial;
	size_t at = slice->sections_count;

	if (pxt_array_reserve(&slice->sections, &slice->sections_room, at + 1,
			      sizeof(*slice->sections)))
		return ENOMEM;

	for (; at && slice->sections[at - 1]->announced.serial > serial; at--)
		slice->sections[at] = slice->sections[at - 1];
	slice->sections[at] = section;
	slice->sections_count++;
	section->slices++;
	return 0;
}

int64_t pxt_slice_get_time(const struct posix_trace_item_np *item)
{
	return pxt_timespec_ns(item->kind == POSIX_TRACE_ITEM_LOSS_NP ?
				       &item->lost_end :
				       &item->info.posix_timestamp);
}

void pxt_slice_set_time(struct posix_trace_item_np *item, int64_t time_ns)
{
	if (item->kind == POSIX_TRACE_ITEM_LOSS_NP)
		item->lost_end = pxt_timespec_of(time_ns);
	else
		item->info.posix_timestamp = pxt_timespec_of(time_ns);
}

/* The source of a slice's merge */

static struct pxt_decoder *decoder_of(struct pxt_source *source)
{
	return (struct pxt_decoder *)source;
}

static int no_more(struct pxt_source *source, struct pxt_merge *merge)
{
	(void)source;
	(void)merge;
	return ENODATA;
}

/* Ticks up to which events are other slices', or nobody's. */
static uint64_t passed_ticks(const struct pxt_slice *slice)
{
	const uint64_t before = slice->from ? slice->from - 1 : 0;

	return before > slice->horizon ? before : slice->horizon;
}

static int load(struct pxt_source *source, struct pxt_merge *merge,
		struct pxt_run *run)
{
	struct pxt_decoder *decoder = decoder_of(source);
	struct pxt_slice *slice = decoder->slice;
	const struct pxt_run *fetched;
	size_t bad;

	(void)merge;
	fetched = pxt_section_fetch(run->buffer, slice->log);
	if (!fetched) {
		slice->is_broken = true;
		return ESTALE;
	}
	run->context = fetched->context;
	run->context_ticks = fetched->context_ticks;
	run->reasons = fetched->reasons;
	run->data = fetched->data;
	run->len = fetched->len;
	run->offset = fetched->offset;
	run->packed = fetched->packed;

	if (passed_ticks(slice) && run->first <= passed_ticks(slice) &&
	    pxt_log_runs_pass(run, passed_ticks(slice), &bad))
		slice->is_broken = true;
	return 0;
}

static void note_damage(struct pxt_source *source, struct pxt_run *run,
			size_t offset)
{
	(void)run;
	(void)offset;
	decoder_of(source)->slice->is_broken = true;
}

/* A section is in the slices up to that of its last event: if there are more
 * events, its head is wrong. */
static void end_run(struct pxt_source *source, struct pxt_run *run)
{
	struct pxt_slice *slice = decoder_of(source)->slice;

	if (run->pending && run->last < slice->to)
		slice->is_broken = true;
}

/* Decoding */

int pxt_decoder_init(struct pxt_decoder *decoder)
{
	int err;

	decoder->source =
		(struct pxt_source){ no_more, load, note_damage, end_run };
	err = pxt_merge_create(&decoder->source, &decoder->merge);
	/* Times are settled here. */
	if (!err)
		pxt_merge_trust_times(decoder->merge);
	return err;
}

void pxt_decoder_fini(struct pxt_decoder *decoder)
{
	pxt_merge_close(decoder->merge);
}

static int begin(struct pxt_decoder *decoder, struct pxt_slice *slice)
{
	int err = 0;

	decoder->slice = slice;
	for (size_t i = 0; i < slice->sections_count && !err; i++) {
		struct pxt_run run = slice->sections[i]->announced;

		run.buffer = slice->sections[i];
		run.pending = 0;
		err = pxt_merge_add(decoder->merge, &run);
	}
	pxt_merge_floor(decoder->merge, slice->to);
	return err;
}

static int reserve(struct pxt_slice *slice)
{
	const size_t wanted = slice->count + 1;

	if (wanted <= slice->items_room && wanted <= slice->times_room)
		return 0;
	return pxt_array_reserve(&slice->items, &slice->items_room, wanted,
				 sizeof(*slice->items)) ||
			       pxt_array_reserve(&slice->times_ns,
						 &slice->times_room, wanted,
						 sizeof(*slice->times_ns)) ?
		       ENOMEM :
		       0;
}

static void add(struct pxt_slice *slice, const struct pxt_event *event,
		uint64_t jitter_ns)
{
	struct posix_trace_item_np *item = &slice->items[slice->count];

	slice->times_ns[slice->count++] = event->time_ns;
	slice->last_ns = pxt_merge_settle_time(slice->last_ns, event->time_ns,
					       jitter_ns);
	pxt_item_of(event, item);
	if (slice->last_ns != event->time_ns)
		pxt_slice_set_time(item, slice->last_ns);
}

static int fill(struct pxt_decoder *decoder, struct pxt_slice *slice,
		uint64_t jitter_ns)
{
	const struct pxt_event *event;
	int err;

	while (!(err = pxt_merge_follow(decoder->merge, &event))) {
		if (reserve(slice))
			return ENOMEM;
		add(slice, event, jitter_ns);
	}
	return err == ENODATA ? 0 : err;
}

void pxt_decoder_run(struct pxt_decoder *decoder, struct pxt_slice *slice,
		     uint64_t jitter_ns)
{
	slice->count = 0;
	slice->last_ns = INT64_MIN;
	slice->is_broken = false;
	if (begin(decoder, slice) || fill(decoder, slice, jitter_ns))
		slice->is_broken = true;
	pxt_merge_reset(decoder->merge);
}
