/*
 * run_periods.c - the figures of a run, in a bounded number of equal periods
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/sum.h"
#include "diff/run_periods.h"

static void free_period(struct run_period *period)
{
	for (size_t i = 0; i < period->spans; i++)
		spread_fini(&period->span[i]);
	free(period->span);
	free(period->count);
	*period = (struct run_period){ 0 };
}

void run_periods_fini(struct run_periods *run)
{
	for (size_t i = 0; i < RUN_PERIODS_MOST; i++)
		free_period(&run->period[i]);
	periods_fini(&run->periods);
}

static int merge(struct run_period *period, struct run_period *next)
{
	int err =
		pxt_array_reserve_zeroed(&period->count, &period->counts,
					 next->counts, sizeof(*period->count));

	if (!err)
		err = pxt_array_reserve_zeroed(&period->span, &period->spans,
					       next->spans,
					       sizeof(*period->span));
	for (size_t i = 0; i < next->counts && !err; i++)
		period->count[i] += next->count[i];
	for (size_t i = 0; i < next->spans && !err; i++)
		err = spread_merge(&period->span[i], &next->span[i]);
	free_period(next);
	return err;
}

/* Makes one of each two. */
static int halve(struct run_periods *run)
{
	int err = 0;

	for (size_t i = 0; i < RUN_PERIODS_MOST / 2 && !err; i++) {
		err = merge(&run->period[2 * i], &run->period[2 * i + 1]);
		if (i) {
			run->period[i] = run->period[2 * i];
			run->period[2 * i] = (struct run_period){ 0 };
		}
	}
	run->count = RUN_PERIODS_MOST / 2;
	run->periods.length *= 2;
	return err;
}

/* Takes the durations of a pair, which begins anew. */
static void take_spread(struct spread *spread, struct spread *from)
{
	*spread = *from;
	memset(from, 0, sizeof(*from));
}

static int take(struct periods *periods, void *argument)
{
	struct run_periods *run = argument;
	struct run_period *period = &run->period[run->count++];
	const struct tally *tally = &periods->figures->tally;
	struct pairs *pairs = &periods->figures->pairs;

	if (pxt_array_reserve_zeroed(&period->count, &period->counts,
				     tally->entities.count,
				     sizeof(*period->count)) ||
	    pxt_array_reserve_zeroed(&period->span, &period->spans,
				     pairs->count, sizeof(*period->span)))
		return ENOMEM;
	for (uint32_t i = 0; i < tally->entities.count; i++)
		period->count[i] = tally->row[i].count;
	for (uint32_t i = 0; i < pairs->count; i++)
		take_spread(&period->span[i], &pairs->pair[i].spread);
	return run->count == RUN_PERIODS_MOST ? halve(run) : 0;
}

void run_periods_init(struct run_periods *run, struct figures *figures,
		      bool is_whole)
{
	memset(run, 0, sizeof(*run));
	run->is_whole = is_whole;
	periods_init(&run->periods, figures,
		     is_whole ? INT64_MAX : RUN_PERIODS_FIRST_NS, take, run);
}

int run_periods_add(struct run_periods *run,
		    const struct posix_trace_item_np *item)
{
	if (item->kind == POSIX_TRACE_ITEM_LOSS_NP)
		run->lost = pxt_sum(run->lost, item->lost);
	return periods_add(&run->periods, item);
}

int run_periods_end(struct run_periods *run)
{
	run->is_cut = true;
	return periods_end(&run->periods);
}

size_t run_periods_whole(const struct run_periods *run)
{
	return run->count - run->is_cut * (run->count > 0);
}

double run_periods_seconds(const struct run_periods *run)
{
	return (double)run->periods.length / 1e9;
}
