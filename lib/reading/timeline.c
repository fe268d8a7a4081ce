/* timeline.c - what the items of a slice owe to those before */
#include "reading/timeline.h"

void pxt_timeline_init(struct pxt_timeline *timeline, uint64_t jitter_ns)
{
	pxt_passage_init(&timeline->passage);
	timeline->jitter_ns = jitter_ns;
	pxt_timeline_begin(timeline, 0, INT64_MIN);
}

void pxt_timeline_fini(struct pxt_timeline *timeline)
{
	pxt_passage_fini(&timeline->passage);
}

void pxt_timeline_begin(struct pxt_timeline *timeline, uint64_t number,
			int64_t from_ns)
{
	pxt_passage_begin(&timeline->passage, number);
	timeline->is_broken = false;
	timeline->time_ns = INT64_MIN;
	timeline->seeking = from_ns != INT64_MIN;
	timeline->from_ns = from_ns;
	pthread_mutex_unlock(&timeline->passage.lock);
}

void pxt_timeline_break(struct pxt_timeline *timeline)
{
	pthread_mutex_lock(&timeline->passage.lock);
	timeline->is_broken = true;
	pthread_mutex_unlock(&timeline->passage.lock);
}

bool pxt_timeline_is_broken(struct pxt_timeline *timeline)
{
	bool is_broken;

	pthread_mutex_lock(&timeline->passage.lock);
	is_broken = timeline->is_broken;
	pthread_mutex_unlock(&timeline->passage.lock);
	return is_broken;
}

/* Behind the first time that is as the worker took it, all are. Returns the
 * number of items before the time of a seek. */
static size_t settle(struct pxt_timeline *timeline, struct pxt_slice *slice)
{
	int64_t taken_ns = INT64_MIN, last_ns = timeline->time_ns;
	size_t before = 0;
	bool differs = true; /* true so far */

	for (size_t i = 0; i < slice->count && (differs || timeline->seeking);
	     i++) {
		const int64_t time_ns = slice->times_ns[i];

		taken_ns = pxt_merge_settle_time(taken_ns, time_ns,
						 timeline->jitter_ns);
		last_ns = pxt_merge_settle_time(last_ns, time_ns,
						timeline->jitter_ns);
		differs = last_ns != taken_ns;
		if (differs)
			pxt_slice_set_time(&slice->items[i], last_ns);
		timeline->seeking =
			timeline->seeking && last_ns < timeline->from_ns;
		before += timeline->seeking;
	}
	timeline->time_ns = differs ? last_ns : slice->last_ns;
	return before;
}

static void set_batch(struct pxt_slice *slice, size_t before)
{
	slice->batch.items = slice->items + before;
	slice->batch.count = slice->count - before;
}

void pxt_timeline_pass(struct pxt_timeline *timeline, struct pxt_slice *slice)
{
	pxt_passage_enter(&timeline->passage, slice->number);
	if (slice->is_broken)
		timeline->is_broken = true;
	slice->is_broken = timeline->is_broken;
	if (!slice->is_broken)
		set_batch(slice, settle(timeline, slice));
	pxt_passage_leave(&timeline->passage);
}
