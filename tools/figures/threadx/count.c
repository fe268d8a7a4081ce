/*
 * count.c - counting figures of a ThreadX trace
 */
#include <errno.h>
#include <stdlib.h>

#include "figures/threadx/count.h"
#include "figures/threadx/inversions.h"
#include "figures/threadx/middleware.h"
#include "figures/threadx/scheduling.h"
#include "figures/threadx/stack.h"

/* Shares of running time */

static struct threadx_share *share_of(struct threadx_figures *figures,
				      uint64_t context)
{
	const struct threadx_trace *trace = figures->trace;
	size_t place;

	switch (context) {
	case 0:
		return &figures->idle;
	case THREADX_INTERRUPT:
		return &figures->interrupt;
	case THREADX_INITIALIZE:
		return &figures->initialize;
	}
	place = threadx_trace_place(trace, context);
	if (place == THREADX_NO_PLACE ||
	    trace->thread[place] == THREADX_NO_OBJECT)
		return &figures->others;
	return &figures->thread[trace->thread[place]].share;
}

static void count_shares(struct threadx_figures *figures)
{
	const struct threadx_trace *trace = figures->trace;

	for (size_t i = 0; i < trace->count; i++) {
		const struct threadx_event *event = &trace->event[i];
		struct threadx_share *share;

		share = share_of(figures, event->context);
		share->events[THREADX_OURS]++;
		share->events[THREADX_TRACEX]++;
		share = share_of(figures, trace->next[i]);
		share->events[THREADX_TRACEX] += threadx_makes_up(trace, i);
		if (i + 1 < trace->count)
			share->ticks += event[1].ticks - event[0].ticks;
	}
	if (trace->count)
		figures->ticks = trace->event[trace->count - 1].ticks -
				 trace->event[0].ticks;
}

static void count_events(struct threadx_figures *figures)
{
	const struct threadx_trace *trace = figures->trace;
	uint64_t made_up = 0;

	for (size_t i = 0; i < trace->count; i++)
		made_up += threadx_makes_up(trace, i);
	figures->events[THREADX_OURS] = trace->count;
	figures->events[THREADX_TRACEX] = trace->count + made_up;
}

/* Suspensions and resumptions: of a thread, and by a thread. */

static struct threadx_thread *thread_at(struct threadx_figures *figures,
					uint64_t address)
{
	const struct threadx_trace *trace = figures->trace;
	const size_t place = threadx_trace_place(trace, address);

	if (place == THREADX_NO_PLACE ||
	    trace->thread[place] == THREADX_NO_OBJECT)
		return NULL;
	return &figures->thread[trace->thread[place]];
}

static void count_states(struct threadx_figures *figures)
{
	const struct threadx_trace *trace = figures->trace;

	for (size_t i = 0; i < trace->count; i++) {
		const struct threadx_event *event = &trace->event[i];
		struct threadx_thread *by, *of;

		if (event->id != THREADX_THREAD_SUSPEND &&
		    event->id != THREADX_THREAD_RESUME)
			continue;
		by = thread_at(figures, event->context);
		of = thread_at(figures, event->info[0]);
		if (event->id == THREADX_THREAD_SUSPEND) {
			if (by)
				by->suspensions[THREADX_TRACEX]++;
			if (of)
				of->suspensions[THREADX_OURS]++;
		} else {
			if (by)
				by->resumptions[THREADX_TRACEX]++;
			if (of)
				of->resumptions[THREADX_OURS]++;
		}
	}
}

/* Services */

static int compare_calls(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a;
	const uint64_t y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* Totals come first. */
static uint64_t rank(uint32_t place)
{
	return ((uint64_t)place + 1) & UINT32_MAX;
}

static int compare_services(const void *a, const void *b)
{
	const struct threadx_service *x = a;
	const struct threadx_service *y = b;

	if (x->place != y->place)
		return rank(x->place) < rank(y->place) ? -1 : 1;
	if (x->count != y->count)
		return x->count > y->count ? -1 : 1;
	return (x->id > y->id) - (x->id < y->id);
}

/* Each call is listed twice: for its context, and for the total. */
static uint64_t *list_calls(const struct threadx_trace *trace, size_t *count)
{
	uint64_t *calls = calloc(2 * trace->count + 1, sizeof(*calls));

	*count = 0;
	for (size_t i = 0; calls && i < trace->count; i++) {
		const struct threadx_event *event = &trace->event[i];

		if (event->id == THREADX_RUNNING)
			continue;
		calls[(*count)++] = (uint64_t)event->place << 32 | event->id;
		calls[(*count)++] =
			(uint64_t)THREADX_ANYWHERE << 32 | event->id;
	}
	return calls;
}

static int count_services(struct threadx_figures *figures)
{
	size_t count, kinds = 0;
	uint64_t *calls = list_calls(figures->trace, &count);

	if (!calls)
		return ENOMEM;
	qsort(calls, count, sizeof(*calls), compare_calls);
	for (size_t i = 0; i < count; i++)
		kinds += !i || calls[i] != calls[i - 1];
	figures->service = calloc(kinds + 1, sizeof(*figures->service));
	for (size_t i = 0; figures->service && i < count; i++) {
		if (!i || calls[i] != calls[i - 1])
			figures->service[figures->services++] =
				(struct threadx_service){ calls[i] >> 32,
							  calls[i], 0 };
		figures->service[figures->services - 1].count++;
	}
	free(calls);
	if (!figures->service)
		return ENOMEM;
	qsort(figures->service, figures->services, sizeof(*figures->service),
	      compare_services);
	return 0;
}

/* Figures of a whole trace */

int threadx_figures_init(struct threadx_figures *figures,
			 const struct threadx_trace *trace)
{
	int err;

	*figures = (struct threadx_figures){ .trace = trace };
	figures->thread = calloc(trace->objects + 1, sizeof(*figures->thread));
	if (!figures->thread)
		return ENOMEM;
	count_events(figures);
	count_shares(figures);
	count_states(figures);
	threadx_scheduling(figures);
	threadx_middleware(figures);
	threadx_stacks(figures);
	err = threadx_inversions(figures);
	return err ? err : count_services(figures);
}

void threadx_figures_fini(struct threadx_figures *figures)
{
	free(figures->thread);
	free(figures->service);
	*figures = (struct threadx_figures){ 0 };
}
