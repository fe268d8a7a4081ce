/*
 * next.c - the running thread after each event of a ThreadX trace
 */
#include <errno.h>
#include <stdlib.h>

#include "figures/threadx/next.h"

/* A walk from the oldest event to the newest. */
struct walk {
	const struct threadx_trace *trace;
	size_t at;
	size_t thread;	  /* the next event after a thread's one, or count */
	uint64_t current; /* the thread that runs, or would run */
	size_t nesting;	  /* nesting of interrupts */

	/* Next occurrence of a context: by place, from here on; and by event,
	 * behind it. None: count. */
	uint32_t *head, *follow;
};

static const struct threadx_event *event_at(const struct walk *walk, size_t at)
{
	return &walk->trace->event[at];
}

/* The next event at which an address is seen running. */
static size_t next_run(const struct walk *walk, uint64_t address)
{
	const size_t place = threadx_trace_place(walk->trace, address);

	return place == THREADX_NO_PLACE ? walk->trace->count :
					   walk->head[place];
}

/* Events of threads */

static uint64_t after_suspend(const struct walk *walk)
{
	const struct threadx_event *event = event_at(walk, walk->at);

	/* Priority inheritance suspends and goes on. */
	if (event->info[0] == event->context &&
	    walk->at + 1 < walk->trace->count &&
	    event[1].context == event->context)
		return event->context;
	return event->info[3];
}

static uint64_t after_resume(const struct walk *walk)
{
	const struct threadx_event *event = event_at(walk, walk->at);

	if (event->info[3])
		return event->info[3];
	if (walk->thread < walk->trace->count &&
	    event_at(walk, walk->thread)->context == event->info[0])
		return event->info[0];
	return event->context;
}

static uint64_t after_relinquish(const struct walk *walk)
{
	const struct threadx_event *event = event_at(walk, walk->at);
	uint64_t other;

	if (event->info[1])
		return event->info[1];
	if (walk->thread == walk->trace->count)
		return event->context;
	other = event_at(walk, walk->thread)->context;
	for (size_t i = walk->at + 1; i < walk->thread; i++) {
		const struct threadx_event *between = event_at(walk, i);

		if ((between->id == THREADX_THREAD_RESUME ||
		     between->id == THREADX_THREAD_SUSPEND) &&
		    between->info[0] == other)
			return event->context;
	}
	return other;
}

static uint64_t after_plain_event(const struct walk *walk)
{
	const struct threadx_event *event = event_at(walk, walk->at);

	if (walk->at + 1 < walk->trace->count &&
	    threadx_is_thread(event[1].context))
		return event[1].context;
	return event->context;
}

static uint64_t after_thread(struct walk *walk)
{
	const struct threadx_event *event = event_at(walk, walk->at);
	uint64_t next;

	walk->nesting = 0;
	switch (event->id) {
	case THREADX_THREAD_SUSPEND:
		next = after_suspend(walk);
		break;
	case THREADX_THREAD_RESUME:
		next = after_resume(walk);
		break;
	case THREADX_THREAD_RELINQUISH:
		next = after_relinquish(walk);
		break;
	default:
		next = after_plain_event(walk);
	}
	walk->current = next;
	return next;
}

/* Interrupts and initialization */

/* True if the event names the interrupted thread, which had run until then. */
static bool says_interrupted(const struct walk *walk)
{
	const struct threadx_event *event = event_at(walk, walk->at);

	return event->context == THREADX_INTERRUPT && walk->at > 1 &&
	       event[-1].context != THREADX_INTERRUPT && event->priority &&
	       event->priority != THREADX_INTERRUPT;
}

static void resume_in_interrupt(struct walk *walk)
{
	const struct threadx_event *event = event_at(walk, walk->at);
	size_t resumed;

	if (event->info[3]) {
		walk->current = event->info[3];
		return;
	}
	resumed = next_run(walk, event->info[0]);
	if (resumed < walk->trace->count && threadx_is_thread(event->info[0]) &&
	    resumed < next_run(walk, walk->current))
		walk->current = event->info[0];
}

static void take_part(struct walk *walk)
{
	const struct threadx_event *event = event_at(walk, walk->at);

	switch (event->id) {
	case THREADX_ISR_ENTER:
		walk->nesting++;
		break;
	case THREADX_ISR_EXIT:
		if (walk->nesting)
			walk->nesting--;
		break;
	case THREADX_THREAD_SUSPEND:
		walk->current = event->info[3];
		break;
	case THREADX_TIME_SLICE:
		walk->current = event->info[0];
		break;
	case THREADX_THREAD_RESUME:
		resume_in_interrupt(walk);
	}
}

static uint64_t after_interrupt(struct walk *walk)
{
	const struct threadx_event *event = event_at(walk, walk->at);

	if (says_interrupted(walk)) {
		walk->current = event->priority;
		walk->trace->next[walk->at - 1] = event->priority;
	}
	take_part(walk);
	if (walk->nesting)
		return event->context;
	if (walk->at + 1 == walk->trace->count)
		return walk->current;
	if (event[1].context != THREADX_INTERRUPT ||
	    event[1].id == THREADX_THREAD_RESUME)
		return event[1].context;
	return event[1].priority ? event[1].priority : walk->current;
}

/* All events */

static int begin(struct walk *walk)
{
	const struct threadx_trace *trace = walk->trace;

	walk->head = calloc(trace->places + 1, sizeof(*walk->head));
	walk->follow = calloc(trace->count + 1, sizeof(*walk->follow));
	if (!walk->head || !walk->follow)
		return ENOMEM;
	for (size_t i = 0; i < trace->places; i++)
		walk->head[i] = trace->count;
	for (size_t i = trace->count; i--;) {
		const uint32_t place = trace->event[i].place;

		walk->follow[i] = walk->head[place];
		walk->head[place] = i;
	}
	return 0;
}

static void step(struct walk *walk)
{
	const struct threadx_trace *trace = walk->trace;
	const struct threadx_event *event = event_at(walk, walk->at);
	const bool is_thread = threadx_is_thread(event->context);

	walk->head[event->place] = walk->follow[walk->at];
	while (walk->thread < trace->count &&
	       (walk->thread <= walk->at ||
		!threadx_is_thread(event_at(walk, walk->thread)->context)))
		walk->thread++;
	if (is_thread)
		walk->current = event->context;
	trace->next[walk->at] =
		is_thread ? after_thread(walk) : after_interrupt(walk);
}

int threadx_next(struct threadx_trace *trace)
{
	struct walk walk = { .trace = trace };
	int err;

	err = begin(&walk);
	for (; !err && walk.at < trace->count; walk.at++)
		step(&walk);
	free(walk.head);
	free(walk.follow);
	return err;
}
