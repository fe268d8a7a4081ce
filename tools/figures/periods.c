/*
 * periods.c - figures of each of the equal parts of time
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/sum.h"
#include "common/stamp.h"
#include "figures/periods.h"

void periods_init(struct periods *periods, struct figures *figures,
		  int64_t length, periods_take *take, void *argument)
{
	*periods = (struct periods){
		.figures = figures,
		.length = length,
		.last_ns = INT64_MIN,
		.take = take,
		.argument = argument,
	};
}

void periods_fini(struct periods *periods)
{
	free(periods->loss);
	free(periods->known);
}

static uint64_t distance(int64_t from, int64_t to)
{
	return to > from ? (uint64_t)to - (uint64_t)from : 0;
}

static void move(struct periods *periods, uint64_t count)
{
	periods->begin_ns = (int64_t)((uint64_t)periods->begin_ns +
				      count * (uint64_t)periods->length);
}

void periods_begin(struct periods *periods, int64_t begin_ns, int64_t first_ns)
{
	periods->has_begun = true;
	periods->begin_ns = begin_ns;
	move(periods, distance(begin_ns, first_ns) / (uint64_t)periods->length);
}

int64_t periods_end_ns(const struct periods *periods)
{
	int64_t end;

	return __builtin_add_overflow(periods->begin_ns, periods->length,
				      &end) ?
		       INT64_MAX :
		       end;
}

/* Losses */

static void touch(struct periods *periods, const struct periods_loss *loss)
{
	periods->lost = pxt_sum(periods->lost, loss->lost);
	periods->places++;
}

/* Notes a loss that touches the present period. */
static int add_loss(struct periods *periods, const struct periods_loss *loss)
{
	touch(periods, loss);
	if (loss->end_ns < periods_end_ns(periods))
		return 0;
	if (pxt_array_reserve(&periods->loss, &periods->room,
			      periods->losses + 1, sizeof(*loss)))
		return ENOMEM;
	periods->loss[periods->losses++] = *loss;
	return 0;
}

/* Keeps the losses that touch the present period, which is a new one. */
static void pass_losses(struct periods *periods)
{
	size_t kept = 0;

	periods->lost = periods->places = 0;
	for (size_t i = 0; i < periods->losses; i++) {
		const struct periods_loss loss = periods->loss[i];

		if (loss.end_ns < periods->begin_ns)
			continue;
		touch(periods, &loss);
		periods->loss[kept++] = loss;
	}
	periods->losses = kept;
}

static int meet_known_losses(struct periods *periods)
{
	int err = 0;

	while (!err && periods->known_next < periods->known_count &&
	       periods->known[periods->known_next].begin_ns <
		       periods_end_ns(periods)) {
		const struct periods_loss *loss =
			&periods->known[periods->known_next++];

		if (loss->end_ns >= periods->begin_ns)
			err = add_loss(periods, loss);
	}
	return err;
}

/* Comes to a new period. */
static int enter(struct periods *periods)
{
	pass_losses(periods);
	return meet_known_losses(periods);
}

static int64_t period_of(const struct periods *periods, int64_t ns)
{
	const int64_t since =
		(int64_t)((uint64_t)ns - (uint64_t)periods->begin_ns);

	return since / periods->length - (since % periods->length < 0);
}

static struct periods_loss loss_of(const struct posix_trace_item_np *item)
{
	return (struct periods_loss){
		.begin_ns = stamp_ns(&item->info.posix_timestamp),
		.end_ns = stamp_ns(&item->lost_end),
		.lost = item->lost,
	};
}

static bool touches_several(const struct periods *periods,
			    const struct periods_loss *loss)
{
	return period_of(periods, loss->begin_ns) !=
	       period_of(periods, loss->end_ns);
}

static int compare(const void *x, const void *y)
{
	const struct periods_loss *a = x, *b = y;

	return (a->begin_ns > b->begin_ns) - (a->begin_ns < b->begin_ns);
}

int periods_survey(struct periods *periods,
		   const struct posix_trace_item_np *item)
{
	struct periods_loss loss;

	if (!item) {
		if (periods->known_count)
			qsort(periods->known, periods->known_count,
			      sizeof(*periods->known), compare);
		periods->is_surveyed = true;
		return meet_known_losses(periods);
	}
	if (item->kind != POSIX_TRACE_ITEM_LOSS_NP)
		return 0;
	loss = loss_of(item);
	if (!touches_several(periods, &loss))
		return 0;
	if (pxt_array_reserve(&periods->known, &periods->known_room,
			      periods->known_count + 1, sizeof(loss)))
		return ENOMEM;
	periods->known[periods->known_count++] = loss;
	return 0;
}

/* Periods */

static int close_period(struct periods *periods)
{
	const int64_t end_ns = periods_end_ns(periods);
	int err = periods->take(periods, periods->argument);

	figures_renew(periods->figures);
	periods->events = 0;
	periods->begin_ns = end_ns;
	return err ? err : enter(periods);
}

/* The number of whole periods up to that time. */
static uint64_t count_to(const struct periods *periods, int64_t ns)
{
	return distance(periods->begin_ns, ns) / (uint64_t)periods->length;
}

/* Passes empty periods beyond the limit. */
static int skip(struct periods *periods, int64_t ns)
{
	const uint64_t count = count_to(periods, ns);

	if (!periods->most_idle || count <= periods->most_idle ||
	    periods->events)
		return 0;
	periods->idle += count - periods->most_idle;
	move(periods, count - periods->most_idle);
	return enter(periods);
}

int periods_reach(struct periods *periods, int64_t ns)
{
	int err = 0;

	if (!periods->has_begun)
		return 0;
	while (!err && ns >= periods_end_ns(periods) &&
	       periods_end_ns(periods) < INT64_MAX) {
		err = skip(periods, ns);
		if (!err)
			err = close_period(periods);
	}
	return err;
}

static int add_told_loss(struct periods *periods,
			 const struct posix_trace_item_np *item)
{
	const struct periods_loss loss = loss_of(item);

	if (loss.end_ns > periods->last_ns)
		periods->last_ns = loss.end_ns;
	if (periods->is_surveyed && touches_several(periods, &loss))
		return 0;
	return add_loss(periods, &loss);
}

int periods_add(struct periods *periods, const struct posix_trace_item_np *item)
{
	const int64_t ns = stamp_ns(&item->info.posix_timestamp);
	const uint64_t before = periods->figures->tally.events;
	int err;

	if (!periods->has_begun)
		periods_begin(periods, ns, ns);
	if (ns > periods->last_ns)
		periods->last_ns = ns;
	err = periods_reach(periods, ns);
	if (!err && item->kind == POSIX_TRACE_ITEM_LOSS_NP)
		err = add_told_loss(periods, item);
	if (!err)
		err = figures_add(periods->figures, item);
	periods->events += periods->figures->tally.events - before;
	return err;
}

int periods_end(struct periods *periods)
{
	return periods->has_begun ? periods->take(periods, periods->argument) :
				    0;
}
