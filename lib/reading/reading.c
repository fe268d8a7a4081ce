/*
 * reading.c - the functions of <trace_reading_np.h>
 *
 * A plan cuts the log into slices, the crew's workers decode them, and the
 * caller gets them one after another, in batches, or has the workers take them
 * in turns. Where that cannot be, as the log is damaged, or is overwritten, or
 * grew behind its end, or memory is short, the log is read in series: from its
 * beginning, without what was delivered.
 */
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <trace_reading_np.h>

#include "base/clock.h"
#include "base/timespec.h"
#include "log/log_reader.h"
#include "model/item.h"
#include "reading/crew.h"
#include "reading/plan.h"
#include "reading/timeline.h"
#include "reading/turn.h"

#define EVERYTHING INT64_MIN

struct posix_trace_reading_np {
	int fd; /* borrowed */
	struct pxt_log_reader *log;
	struct pxt_merge *merge; /* merge of the whole log: for the plan, or in
				  * series */
	struct pxt_plan plan;
	struct pxt_crew crew;
	struct pxt_timeline timeline;
	struct pxt_turn turn;
	posix_trace_reading_take_np *take; /* during a walk; else NULL */
	void *take_argument;

	posix_trace_reading_work_np *work; /* may be NULL */
	posix_trace_reading_room_np *room; /* may be NULL */
	void *argument;

	struct pxt_slice *first, **last; /* on their way, in order */
	unsigned count;
	struct pxt_slice *current; /* delivered; or NULL */
	struct pxt_slice *spare;

	const struct posix_trace_batch_np *batch; /* delivered; or NULL */
	size_t at;			  /* items of it that were got */
	struct posix_trace_batch_np rest; /* batch that was begun by items */
	uint64_t given;			  /* items in all batches */
	int64_t last_ns;		  /* time of the last item in them */
	uint64_t last_count;		  /* items of that time in them */
	int64_t from_ns;		  /* limit: older items are left out */
	bool had_end;			  /* the end of the log was met */
	struct pxt_log_damage damage;	  /* met before the plan began */
	off_t size;			  /* size of the log's file then */

	bool in_series;
	bool seeking;
	bool is_found; /* the next item is there already */
	struct posix_trace_item_np item;
	struct posix_trace_batch_np single; /* batch of that item */
};

/* The log */

static int open_log(int fd, struct pxt_log_reader **log,
		    struct pxt_merge **merge)
{
	int err;

	err = pxt_log_open(fd, log);
	if (err)
		return err;
	err = pxt_merge_create(pxt_log_reader_source(*log), merge);
	if (err)
		pxt_log_reader_close(*log);
	else if (pxt_log_reader_header(*log)->clock == PXT_CLOCK_MADE)
		pxt_merge_trust_times(*merge);
	return err;
}

static void close_log(struct posix_trace_reading_np *reading)
{
	pxt_merge_close(reading->merge);
	pxt_log_reader_close(reading->log);
}

static off_t size_of(const struct posix_trace_reading_np *reading)
{
	struct stat stat;

	return fstat(reading->fd, &stat) ? 0 : stat.st_size;
}

/* Goes to the beginning of what is wanted. */
static int go_back(struct posix_trace_reading_np *reading)
{
	pxt_merge_reset(reading->merge);
	if (reading->from_ns != EVERYTHING)
		return pxt_log_reader_seek(reading->log, reading->from_ns);
	pxt_log_reader_rewind(reading->log);
	return 0;
}

/* Slices */

static void do_task(struct pxt_slice *slice, struct pxt_worker *worker,
		    void *argument)
{
	struct posix_trace_reading_np *reading = argument;

	if (pxt_timeline_is_broken(&reading->timeline)) {
		slice->is_broken = true;
		slice->count = 0;
	} else {
		pxt_decoder_run(&worker->decoder, slice,
				reading->timeline.jitter_ns);
	}
	pxt_timeline_pass(&reading->timeline, slice);
	if (!slice->is_broken && slice->batch.count && reading->work)
		reading->work(&slice->batch, worker->number, reading->argument);
	if (slice->is_to_take)
		pxt_turn_take(&reading->turn, slice);
}

static struct pxt_slice *get_slice(struct posix_trace_reading_np *reading)
{
	struct pxt_slice *slice = reading->spare;

	if (!slice)
		return pxt_slice_new();
	reading->spare = slice->next;
	return slice;
}

static void put_slice(struct posix_trace_reading_np *reading,
		      struct pxt_slice *slice)
{
	pxt_plan_drop(&reading->plan, slice);
	slice->next = reading->spare;
	reading->spare = slice;
}

static unsigned most_slices(const struct posix_trace_reading_np *reading)
{
	return reading->crew.count ? 2 * reading->crew.count : 1;
}

/* Slices that are on their way together are all taken by their workers, or all by
 * the caller: a walk begins its turns where no slice is on its way. */
static bool may_send(struct posix_trace_reading_np *reading)
{
	if (reading->count)
		return reading->count < most_slices(reading) &&
		       reading->first->is_to_take == (reading->take != NULL);
	if (reading->take)
		pxt_turn_begin(&reading->turn, reading->plan.number,
			       reading->take, reading->take_argument);
	return true;
}

/* Puts slices on their way. ENOMEM: there is none. */
static int send_slices(struct posix_trace_reading_np *reading)
{
	struct pxt_slice *slice;

	while (may_send(reading)) {
		slice = get_slice(reading);
		if (!slice)
			return reading->count ? 0 : ENOMEM;
		if (!pxt_plan_next(&reading->plan, slice)) {
			put_slice(reading, slice);
			return 0;
		}
		slice->is_done = false;
		slice->is_to_take = reading->take != NULL;
		slice->is_taken = false;
		slice->next = NULL;
		*reading->last = slice;
		reading->last = &slice->next;
		reading->count++;
		pxt_crew_put(&reading->crew, slice);
	}
	return 0;
}

static void wait_for(struct posix_trace_reading_np *reading,
		     const struct pxt_slice *slice)
{
	while (!slice->is_done)
		pxt_crew_get(&reading->crew)->is_done = true;
}

/* Waits for the first one. */
static struct pxt_slice *receive_slice(struct posix_trace_reading_np *reading)
{
	struct pxt_slice *first = reading->first;

	wait_for(reading, first);
	reading->first = first->next;
	if (!reading->first)
		reading->last = &reading->first;
	reading->count--;
	return first;
}

static void drop_current(struct posix_trace_reading_np *reading)
{
	if (reading->current)
		put_slice(reading, reading->current);
	reading->current = NULL;
	reading->batch = NULL;
	reading->at = 0;
}

/* Drops all slices. */
static void drain(struct posix_trace_reading_np *reading)
{
	drop_current(reading);
	pxt_timeline_break(&reading->timeline);
	while (reading->count)
		put_slice(reading, receive_slice(reading));
}

/* In series */

static int next_item(struct posix_trace_reading_np *reading)
{
	struct pxt_event event;
	int err;

	do
		err = pxt_merge_next(reading->merge, &event);
	while (!err && reading->seeking && event.time_ns < reading->from_ns);
	if (err)
		return err;
	reading->seeking = false;
	pxt_item_of(&event, &reading->item);
	return 0;
}

static int next_in_series(struct posix_trace_reading_np *reading)
{
	int err = 0;

	if (!reading->is_found)
		err = next_item(reading);
	if (err)
		return err == ENODATA ? 0 : err;
	reading->is_found = false;
	reading->single.items = &reading->item;
	reading->single.count = 1;
	if (reading->work)
		reading->work(&reading->single, 0, reading->argument);
	reading->batch = &reading->single;
	return 0;
}

/* In a log that has lost its end, other items may be missing among those that were
 * delivered: their number tells nothing. */
static int pass_to_last(struct posix_trace_reading_np *reading)
{
	uint64_t left = reading->last_count;
	int err;

	for (;;) {
		err = next_item(reading);
		if (err)
			return err;
		if (pxt_slice_get_time(&reading->item) > reading->last_ns ||
		    (pxt_slice_get_time(&reading->item) == reading->last_ns &&
		     !left--))
			break;
	}
	reading->is_found = true;
	return 0;
}

/* Passes over what was delivered. */
static int pass_delivered(struct posix_trace_reading_np *reading)
{
	int err = 0;

	if (reading->given && size_of(reading) < reading->size)
		return pass_to_last(reading);
	for (uint64_t i = 0; i < reading->given && !err; i++)
		err = next_item(reading);
	return err;
}

/* Begins again. An error, that there is no memory, may end: the next call comes here
 * once more. */
static int turn_to_series(struct posix_trace_reading_np *reading)
{
	struct pxt_slice *slice;
	int err;

	drain(reading);
	for (slice = reading->spare; slice; slice = slice->next)
		pxt_slice_shrink(slice);
	pxt_plan_abandon(&reading->plan);
	pxt_log_reader_forget_damage(reading->log);
	err = go_back(reading);
	reading->seeking = reading->from_ns != EVERYTHING;
	if (!err)
		err = pass_delivered(reading);
	reading->in_series = !err || err == ENODATA;
	return err == ENODATA ? 0 : err;
}

/* Later items are behind all that were there. */
static void go_on_in_series(struct posix_trace_reading_np *reading)
{
	reading->had_end = true;
	reading->in_series = true;
	reading->seeking = reading->timeline.seeking;
	pxt_merge_set_time(reading->merge, reading->timeline.time_ns);
}

/* Batches */

static void count_given(struct posix_trace_reading_np *reading,
			const struct posix_trace_batch_np *batch)
{
	const struct posix_trace_item_np *const items = batch->items;
	size_t i = batch->count;
	const int64_t last_ns = pxt_slice_get_time(&items[i - 1]);

	reading->given += batch->count;
	if (last_ns != reading->last_ns)
		reading->last_count = 0;
	reading->last_ns = last_ns;
	for (; i && pxt_slice_get_time(&items[i - 1]) == last_ns; i--)
		reading->last_count++;
}

/* Delivers a slice. */
static void take_slice(struct posix_trace_reading_np *reading,
		       struct pxt_slice *slice)
{
	if (!slice->batch.count) {
		put_slice(reading, slice);
		return;
	}
	reading->current = slice;
	reading->batch = &slice->batch;
	count_given(reading, &slice->batch);
	reading->had_end = slice->is_behind_end;
}

/* The next slice, or none at the end. EBADMSG, ENOMEM: the rest has to be read in
 * series. */
static int next_slice(struct posix_trace_reading_np *reading)
{
	struct pxt_slice *slice;
	int err;

	do {
		err = send_slices(reading);
		if (err)
			return err;
		if (!reading->count)
			return reading->plan.state == PXT_PLAN_STRAYS ?
				       EBADMSG :
				       ENODATA;
		slice = receive_slice(reading);
		if (slice->is_broken) {
			put_slice(reading, slice);
			return EBADMSG;
		}
		take_slice(reading, slice);
	} while (!reading->batch);
	return 0;
}

/* The next batch, or none at the end. */
static int further_batch(struct posix_trace_reading_np *reading)
{
	int err;

	drop_current(reading);
	if (reading->in_series)
		return next_in_series(reading);

	err = next_slice(reading);
	if (err == EBADMSG || err == ENOMEM) {
		err = turn_to_series(reading);
		return err ? err : next_in_series(reading);
	}
	if (err == ENODATA) {
		go_on_in_series(reading);
		return 0;
	}
	return err;
}

/* Makes a batch of the items that were not got one by one. */
static void cut_batch(struct posix_trace_reading_np *reading)
{
	reading->rest = *reading->batch;
	reading->rest.items += reading->at;
	reading->rest.count -= reading->at;
	reading->batch = &reading->rest;
}

/* Makes the rest of a begun batch the present one, or else the next. Its items count
 * as got. */
static int next_batch(struct posix_trace_reading_np *reading)
{
	int err = 0;

	if (reading->batch && reading->at < reading->batch->count)
		cut_batch(reading);
	else
		err = further_batch(reading);
	reading->at = reading->batch ? reading->batch->count : 0;
	return err;
}

/* Walks */

static int take_batch(struct posix_trace_reading_np *reading)
{
	return reading->current && reading->current->is_taken ?
		       reading->current->err :
		       reading->take(reading->batch, reading->take_argument);
}

/* Slices behind the batch that ended the walk are for the caller. */
static void end_walk(struct posix_trace_reading_np *reading)
{
	reading->take = NULL;
	for (struct pxt_slice *slice = reading->first; slice;
	     slice = slice->next) {
		wait_for(reading, slice);
		slice->is_to_take = false;
	}
}

static int walk(struct posix_trace_reading_np *reading,
		posix_trace_reading_take_np *take, void *argument)
{
	int err;

	reading->take = take;
	reading->take_argument = argument;
	do {
		err = next_batch(reading);
		if (!err && reading->batch)
			err = take_batch(reading);
	} while (!err && reading->batch);
	end_walk(reading);
	return err;
}

/* Begins again, at reading->from_ns. */
static int begin(struct posix_trace_reading_np *reading)
{
	int err;

	drain(reading);
	/* Damage ahead of what was delivered was not met yet. */
	if (!reading->in_series && !reading->had_end)
		pxt_log_reader_forget_damage(reading->log);
	err = go_back(reading);
	if (err)
		reading->from_ns = EVERYTHING;
	reading->given = 0;
	reading->last_count = 0;
	reading->is_found = false;
	reading->had_end = false;
	reading->size = size_of(reading);
	pxt_log_reader_damage(reading->log, &reading->damage);
	pxt_log_reader_keep_damage(reading->log);
	reading->in_series = !pxt_log_reader_is_settled(reading->log);
	reading->seeking = reading->from_ns != EVERYTHING;
	pxt_plan_begin(&reading->plan, reading->log, reading->merge);
	pxt_timeline_begin(&reading->timeline, reading->plan.number,
			   reading->from_ns);
	return err;
}

/* Functions of the library */

static int init(struct posix_trace_reading_np *reading, unsigned workers)
{
	int err;

	reading->from_ns = EVERYTHING;
	reading->last = &reading->first;
	err = open_log(reading->fd, &reading->log, &reading->merge);
	if (err)
		return err;
	pxt_log_reader_keep_damage(reading->log);
	err = pxt_crew_init(&reading->crew, workers, do_task, reading);
	if (err) {
		close_log(reading);
		return err;
	}
	pxt_turn_init(&reading->turn);
	pxt_timeline_init(&reading->timeline,
			  pxt_log_reader_header(reading->log)->clock ==
					  PXT_CLOCK_MADE ?
				  0 :
				  PXT_MERGE_JITTER_NS);
	return 0;
}

int posix_trace_reading_open_np(int fd, unsigned workers,
				struct posix_trace_reading_np **reading)
{
	struct posix_trace_reading_np *opened;
	int cancel, err;

	if (!reading || workers > POSIX_TRACE_READING_WORKERS_MAX_NP)
		return EINVAL;
	opened = calloc(1, sizeof(*opened));
	if (!opened)
		return ENOMEM;

	opened->fd = fd;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	err = init(opened, workers);
	if (err) {
		free(opened);
	} else {
		err = begin(opened);
		*reading = opened;
	}
	pthread_setcancelstate(cancel, NULL);
	return err;
}

/* Gives back what the work left. */
static void clear_rooms(struct posix_trace_reading_np *reading)
{
	struct pxt_slice *slice;

	for (slice = reading->spare; slice; slice = slice->next) {
		if (slice->batch.own && reading->room)
			reading->room(slice->batch.own, reading->argument);
		slice->batch.own = NULL;
	}
	if (reading->single.own && reading->room)
		reading->room(reading->single.own, reading->argument);
	reading->single.own = NULL;
}

void posix_trace_reading_close_np(struct posix_trace_reading_np *reading)
{
	struct pxt_slice *next;
	int cancel;

	if (!reading)
		return;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	drain(reading);
	pxt_crew_fini(&reading->crew);
	clear_rooms(reading);
	for (; reading->spare; reading->spare = next) {
		next = reading->spare->next;
		pxt_slice_free(reading->spare);
	}
	pxt_plan_fini(&reading->plan);
	pxt_timeline_fini(&reading->timeline);
	pxt_turn_fini(&reading->turn);
	close_log(reading);
	free(reading);
	pthread_setcancelstate(cancel, NULL);
}

unsigned
posix_trace_reading_workers_np(const struct posix_trace_reading_np *reading)
{
	return reading->crew.count;
}

/* Begins again, and leaves no cancellation point in the middle of it. */
static int begin_at(struct posix_trace_reading_np *reading, int64_t from_ns)
{
	int cancel, err;

	reading->from_ns = from_ns;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	err = begin(reading);
	pthread_setcancelstate(cancel, NULL);
	return err;
}

int posix_trace_reading_set_work_np(struct posix_trace_reading_np *reading,
				    posix_trace_reading_work_np *work,
				    posix_trace_reading_room_np *room,
				    void *argument)
{
	drain(reading);
	clear_rooms(reading);
	reading->work = work;
	reading->room = room;
	reading->argument = argument;
	return begin_at(reading, EVERYTHING);
}

int posix_trace_reading_getnext_batch_np(
	struct posix_trace_reading_np *reading,
	const struct posix_trace_batch_np **batch)
{
	int cancel, err;

	if (!batch)
		return EINVAL;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	err = next_batch(reading);
	pthread_setcancelstate(cancel, NULL);
	if (!err)
		*batch = reading->batch;
	return err;
}

int posix_trace_reading_walk_np(struct posix_trace_reading_np *reading,
				posix_trace_reading_take_np *take,
				void *argument)
{
	int cancel, err;

	if (!take)
		return EINVAL;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	err = walk(reading, take, argument);
	pthread_setcancelstate(cancel, NULL);
	return err;
}

int posix_trace_reading_getnext_item_np(struct posix_trace_reading_np *reading,
					struct posix_trace_item_np *item,
					int *unavailable)
{
	const struct posix_trace_batch_np *batch = reading->batch;
	int err;

	if (!item || !unavailable)
		return EINVAL;
	if (!batch || reading->at == batch->count) {
		err = posix_trace_reading_getnext_batch_np(reading, &batch);
		*unavailable = err || !batch;
		if (*unavailable)
			return err;
		reading->at = 0;
	}
	*unavailable = 0;
	*item = batch->items[reading->at++];
	return 0;
}

int posix_trace_reading_rewind_np(struct posix_trace_reading_np *reading)
{
	return begin_at(reading, EVERYTHING);
}

int posix_trace_reading_seek_np(struct posix_trace_reading_np *reading,
				const struct timespec *time)
{
	if (!time || !pxt_timespec_is_time(time))
		return EINVAL;
	return begin_at(reading, pxt_timespec_ns(time));
}

/* The plan is ahead of what was delivered. */
int posix_trace_reading_get_damage_np(struct posix_trace_reading_np *reading,
				      struct posix_trace_damage_np *damage)
{
	struct pxt_log_damage sum;

	if (!damage)
		return EINVAL;
	if (reading->in_series || reading->had_end)
		pxt_log_reader_damage(reading->log, &sum);
	else
		sum = reading->damage;
	damage->count = sum.count;
	damage->offset = sum.offset;
	memcpy(damage->what, sum.what, sizeof(damage->what));
	return 0;
}
