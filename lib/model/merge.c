/*
 * merge.c - merging runs of records into one sequence of events
 *
 * A heap of runs has the one with the earliest next event on top. A run enters
 * it with the time that its source told, and is loaded when it comes to the
 * top: only overlapping runs are in memory at once. While a run's next event is
 * still the earliest, the heap is unchanged, at the price of two comparisons.
 */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "model/merge.h"

/* A heap entry has a pointer to its run, so that runs stay in place. */
struct entry {
	uint64_t ticks; /* time of the run's next event; or run->first */
	struct pxt_run *run;
};

struct pxt_merge {
	struct pxt_source *source; /* borrowed */
	struct entry *heap;
	size_t runs;
	size_t room; /* entries that heap has room for */
	uint64_t serial;
	uint64_t floor;
	bool ended;	       /* the source has no more runs for now */
	uint64_t news;	       /* incremented when the source adds something */
	int64_t time_ns;       /* time of the last event delivered */
	uint64_t jitter_ns;    /* backward steps below this are no clock's */
	bool is_lent;	       /* the caller has the top run's next event */
	struct pxt_run *spent; /* owner of the last delivered event's data */
};

static int tie_before(const struct entry *a, const struct entry *b)
{
	if (a->run->order != b->run->order)
		return a->run->order < b->run->order;

	return a->run->serial < b->run->serial;
}

static inline int before(const struct entry *a, const struct entry *b)
{
	if (__builtin_expect(a->ticks != b->ticks, 1))
		return a->ticks < b->ticks;

	return tie_before(a, b);
}

/* Moves the top entry to its place. */
static inline void sift_down(struct pxt_merge *merge)
{
	struct entry *heap = merge->heap;
	struct entry entry = heap[0];
	size_t at = 0, child;

	while ((child = 2 * at + 1) < merge->runs) {
		if (child + 1 < merge->runs &&
		    before(&heap[child + 1], &heap[child]))
			child++;
		if (!before(&heap[child], &entry))
			break;
		heap[at] = heap[child];
		at = child;
	}
	if (at)
		heap[at] = entry;
}

/* Moves the last entry to its place. */
static void rise(struct pxt_merge *merge)
{
	struct entry *heap = merge->heap;
	size_t at = merge->runs - 1;
	struct entry entry = heap[at];

	while (at && before(&entry, &heap[(at - 1) / 2])) {
		heap[at] = heap[(at - 1) / 2];
		at = (at - 1) / 2;
	}
	heap[at] = entry;
}

static struct pxt_run *pop(struct pxt_merge *merge)
{
	struct pxt_run *run = merge->heap[0].run;

	merge->heap[0] = merge->heap[--merge->runs];
	if (merge->runs)
		sift_down(merge);
	assert(!merge->runs || merge->heap[0].run != run);
	return run;
}

static void drop(struct pxt_merge *merge, struct pxt_run *run)
{
	merge->source->done(merge->source, run);
	free(run);
}

static void drop_spent(struct pxt_merge *merge)
{
	if (merge->spent)
		drop(merge, merge->spent);
	merge->spent = NULL;
}

int pxt_merge_create(struct pxt_source *source, struct pxt_merge **out)
{
	struct pxt_merge *merge;

	merge = calloc(1, sizeof(*merge));
	if (!merge)
		return ENOMEM;

	merge->source = source;
	merge->time_ns = INT64_MIN;
	merge->jitter_ns = PXT_MERGE_JITTER_NS;

	*out = merge;
	return 0;
}

void pxt_merge_trust_times(struct pxt_merge *merge)
{
	merge->jitter_ns = 0;
}

void pxt_merge_reset(struct pxt_merge *merge)
{
	if (merge->is_lent)
		merge->heap[0].run->pending = 0;
	merge->is_lent = false;
	drop_spent(merge);
	while (merge->runs)
		drop(merge, merge->heap[--merge->runs].run);
	merge->floor = 0;
	merge->ended = false;
	merge->time_ns = INT64_MIN;
}

void pxt_merge_close(struct pxt_merge *merge)
{
	if (!merge)
		return;

	pxt_merge_reset(merge);
	free(merge->heap);
	free(merge);
}

int pxt_merge_add_rest(struct pxt_merge *merge, const struct pxt_run *run)
{
	struct pxt_run *added;

	if (pxt_array_reserve(&merge->heap, &merge->room, merge->runs + 1,
			      sizeof(*merge->heap)))
		return ENOMEM;
	added = malloc(sizeof(*added));
	if (!added)
		return ENOMEM;

	*added = *run;
	added->loaded = 0;
	added->serial = merge->serial++;

	merge->heap[merge->runs++] =
		(struct entry){ .ticks = run->first, .run = added };
	rise(merge);
	return 0;
}

int pxt_merge_add(struct pxt_merge *merge, const struct pxt_run *run)
{
	const int err = pxt_merge_add_rest(merge, run);

	if (err)
		return err;
	merge->ended = false;
	merge->news++;
	return 0;
}

void pxt_merge_floor(struct pxt_merge *merge, uint64_t floor)
{
	if (floor == UINT64_MAX && !merge->ended) {
		merge->ended = true;
		merge->news++;
	} else if (floor > merge->floor && floor != UINT64_MAX) {
		merge->floor = floor;
		merge->news++;
	}
}

static inline int is_ready(const struct pxt_merge *merge)
{
	return merge->runs &&
	       (merge->heap[0].ticks < merge->floor || merge->ended);
}

/* Asks the source until there is something below the floor. A source that
 * claims to have more, and adds nothing, is not asked again. */
static int refill(struct pxt_merge *merge)
{
	uint64_t news;
	int err;

	do {
		news = merge->news;
		err = merge->source->more(merge->source, merge);
		if (err && err != ENODATA)
			return err;
		if (is_ready(merge))
			return 0;
	} while (!err && merge->news != news);

	return ENODATA;
}

/* Decodes the next event of the top run. ENODATA: none, and the run was
 * removed. */
static inline int advance(struct pxt_merge *merge, struct pxt_run *run)
{
	int err;

	err = pxt_record_walk_next(&run->walk, &run->next);
	run->pending = !err;
	if (!err) {
		merge->heap[0].ticks = run->next.ticks;
		sift_down(merge);
		return 0;
	}

	if (err == EBADMSG)
		merge->source->bad(
			merge->source, run,
			(size_t)(run->walk.in.at - (const uint8_t *)run->data));
	pop(merge);
	return ENODATA;
}

/* Loads the top run, which may turn out to be gone, or to have no event. */
static int load(struct pxt_merge *merge, struct pxt_run *run)
{
	int err;

	err = merge->source->load(merge->source, merge, run);
	if (err == ESTALE || err == EBADMSG) {
		drop(merge, pop(merge));
		return 0;
	}
	if (err)
		return err;

	run->loaded = 1;
	pxt_record_walk_init(&run->walk, run->data, run->len, &run->context,
			     run->context_ticks);
	if (run->latest)
		run->walk.latest = run->latest;
	run->walk.reasons = run->reasons;
	if (advance(merge, run))
		drop(merge, run);
	return 0;
}

static inline int64_t settle_time(struct pxt_merge *merge, int64_t time_ns)
{
	merge->time_ns = pxt_merge_settle_time(merge->time_ns, time_ns,
					       merge->jitter_ns);
	return merge->time_ns;
}

static inline bool is_loaded(const struct pxt_merge *merge)
{
	return merge->heap[0].run->loaded;
}

/* Completes the top run's next event. */
static inline const struct pxt_event *complete(struct pxt_merge *merge)
{
	struct pxt_run *run = merge->heap[0].run;
	struct pxt_event *event = &run->next;

	event->time_ns = settle_time(merge, event->time_ns);
	event->packed = run->packed;
	event->offset = run->offset;
	if (!event->packed)
		event->offset += (uint64_t)((const uint8_t *)event->data -
					    (const uint8_t *)run->data) -
				 PXT_RECORD_HEAD;
	return event;
}

static inline void pass(struct pxt_merge *merge)
{
	struct pxt_run *run = merge->heap[0].run;

	if (advance(merge, run))
		merge->spent = run;
}

static inline void deliver(struct pxt_merge *merge, struct pxt_event *event)
{
	*event = *complete(merge);
	pass(merge);
}

int pxt_merge_next_ready(struct pxt_merge *merge, struct pxt_event *event)
{
	if (!is_ready(merge) || !is_loaded(merge))
		return EAGAIN;

	drop_spent(merge);
	deliver(merge, event);
	return 0;
}

/* Brings a run that is loaded to the top. */
static __attribute__((noinline)) int fetch(struct pxt_merge *merge)
{
	int err = 0;

	drop_spent(merge);
	while (!err && !(is_ready(merge) && is_loaded(merge)))
		err = is_ready(merge) ? load(merge, merge->heap[0].run) :
					refill(merge);
	return err;
}

/* Brings the next event to the top, where it is as a rule. */
static inline int prepare(struct pxt_merge *merge)
{
	return __builtin_expect(!merge->spent && is_ready(merge) &&
					is_loaded(merge),
				1) ?
		       0 :
		       fetch(merge);
}

int pxt_merge_next(struct pxt_merge *merge, struct pxt_event *event)
{
	const int err = prepare(merge);

	if (!err)
		deliver(merge, event);
	return err;
}

int pxt_merge_follow(struct pxt_merge *merge, const struct pxt_event **event)
{
	int err;

	if (merge->is_lent)
		pass(merge);
	err = prepare(merge);
	merge->is_lent = !err;
	if (!err)
		*event = complete(merge);
	return err;
}

bool pxt_merge_is_waiting(const struct pxt_merge *merge)
{
	return merge->runs;
}

int pxt_merge_take(struct pxt_merge *merge, struct pxt_run *run)
{
	struct pxt_run *taken;
	int err = 0;

	if (!is_ready(merge))
		err = refill(merge);
	if (err)
		return err;

	taken = pop(merge);
	*run = *taken;
	free(taken);
	return 0;
}

uint64_t pxt_merge_get_floor(const struct pxt_merge *merge)
{
	return merge->floor;
}

void pxt_merge_set_time(struct pxt_merge *merge, int64_t time_ns)
{
	merge->time_ns = time_ns;
}
