/*
 * scheduling.c - thread switches and interrupts
 */
#include "figures/threadx/scheduling.h"

struct switches {
	uint64_t current; /* last running thread */
	bool idle;	  /* idle since */
	uint64_t count;
};

/* Becoming idle counts; running again counts if it is another thread than
 * before. TraceX also counts each event during which the system stays idle. */
static void add_switch(struct switches *switches, enum threadx_rules rules,
		       uint64_t context, uint64_t next)
{
	if (!switches->current && threadx_is_thread(context))
		switches->current = context;
	if (!threadx_is_thread(next))
		return;
	if (switches->current && switches->current != next &&
	    (next || !switches->idle || rules == THREADX_TRACEX))
		switches->count++;
	switches->idle = !next;
	if (next)
		switches->current = next;
}

static uint64_t count_switches(const struct threadx_trace *trace,
			       enum threadx_rules rules)
{
	struct switches switches = { 0 };

	for (size_t i = 0; i < trace->count; i++) {
		const uint64_t next = trace->next[i];

		add_switch(&switches, rules, trace->event[i].context, next);
		if (rules == THREADX_TRACEX && threadx_makes_up(trace, i))
			add_switch(&switches, rules, next, next);
	}
	return switches.count;
}

/* The running thread after a RESUME, as TraceX determines it. */
static uint64_t next_thread(const struct threadx_trace *trace, size_t resume,
			    uint64_t later)
{
	if (threadx_makes_up(trace, resume) &&
	    threadx_runs(trace->next[resume]))
		return trace->next[resume];
	if (later || resume + 1 == trace->count)
		return later;
	return trace->next[trace->count - 1];
}

/* A resumption after which another thread than the last one runs, even if there
 * was none to preempt. */
static uint64_t tracex_preemptions(const struct threadx_trace *trace)
{
	uint64_t current = 0, count = 0;
	size_t at = 0; /* the next event behind this after which a thread
		        * runs */

	for (size_t i = 0; i < trace->count; i++) {
		const uint32_t id = trace->event[i].id;
		uint64_t next = trace->next[i];

		while (at < trace->count &&
		       (at <= i || !threadx_runs(trace->next[at])))
			at++;
		if (id == THREADX_THREAD_RESUME)
			next = next_thread(trace, i,
					   at < trace->count ? trace->next[at] :
							       0);
		if (id == THREADX_THREAD_RESUME || id == THREADX_TIME_SLICE)
			count += next != current;
		if (threadx_runs(next))
			current = next;
	}
	return count;
}

/* The thread that would run on without this event; 0: none. */
static uint64_t running_before(const struct threadx_trace *trace, size_t i,
			       uint64_t current)
{
	const struct threadx_event *event = &trace->event[i];

	if (threadx_is_thread(event->context))
		return event->context;
	return event->context == THREADX_INTERRUPT ? current : 0;
}

/* The running thread yields to another one, though it could go on: a more
 * urgent one was resumed, or its time slice is over. In an interrupt, that
 * shows at its end. */
static uint64_t preemptions(const struct threadx_trace *trace)
{
	uint64_t current = 0; /* running or interrupted thread; 0: none */
	uint64_t count = 0;
	bool asked = false;

	for (size_t i = 0; i < trace->count; i++) {
		const struct threadx_event *event = &trace->event[i];
		const uint64_t next = trace->next[i];

		current = running_before(trace, i, current);
		if (event->id == THREADX_THREAD_RESUME ||
		    event->id == THREADX_TIME_SLICE)
			asked = true;
		else if (event->id == THREADX_THREAD_SUSPEND &&
			 event->info[0] == current)
			current = 0;
		if (!threadx_is_thread(next))
			continue;
		if (asked && current && next && next != current)
			count++;
		current = next;
		asked = false;
	}
	return count;
}

struct interrupts {
	uint64_t count, nested, open;
};

static void add_interrupt(struct interrupts *interrupts, uint64_t context,
			  uint32_t id)
{
	if (id == THREADX_ISR_ENTER) {
		interrupts->count++;
		interrupts->nested += !!interrupts->open;
		interrupts->open++;
	} else if (id == THREADX_ISR_EXIT) {
		interrupts->open -= !!interrupts->open;
	} else if (context == THREADX_INTERRUPT) {
		interrupts->count += !interrupts->open;
	} else {
		interrupts->open = 0;
	}
}

static struct interrupts count_interrupts(const struct threadx_trace *trace,
					  enum threadx_rules rules)
{
	struct interrupts interrupts = { 0 };

	for (size_t i = 0; i < trace->count; i++) {
		add_interrupt(&interrupts, trace->event[i].context,
			      trace->event[i].id);
		if (rules == THREADX_TRACEX && threadx_makes_up(trace, i))
			add_interrupt(&interrupts, trace->next[i],
				      THREADX_RUNNING);
	}
	return interrupts;
}

static uint64_t count_id(const struct threadx_trace *trace, uint32_t id)
{
	uint64_t count = 0;

	for (size_t i = 0; i < trace->count; i++)
		count += trace->event[i].id == id;
	return count;
}

/* TraceX subtracts another count from this one: each event counts, or at most
 * the first. */
static uint64_t tracex_slices(const struct threadx_trace *trace)
{
	const size_t last = trace->count - 1;

	if (!trace->count || trace->event[last].id == THREADX_THREAD_RESUME ||
	    !trace->next[last])
		return 0;
	if (threadx_is_thread(trace->next[last]))
		return trace->event[0].id == THREADX_TIME_SLICE;
	return count_id(trace, THREADX_TIME_SLICE);
}

void threadx_scheduling(struct threadx_figures *figures)
{
	const struct threadx_trace *trace = figures->trace;
	uint64_t *ours = figures->of[THREADX_OURS];
	uint64_t *tracex = figures->of[THREADX_TRACEX];

	ours[THREADX_SWITCHES] = count_switches(trace, THREADX_OURS);
	ours[THREADX_PREEMPTIONS] = preemptions(trace);
	ours[THREADX_TIME_SLICES] = count_id(trace, THREADX_TIME_SLICE);
	ours[THREADX_SUSPENSIONS] = count_id(trace, THREADX_THREAD_SUSPEND);
	ours[THREADX_RESUMPTIONS] = count_id(trace, THREADX_THREAD_RESUME);

	tracex[THREADX_SWITCHES] = count_switches(trace, THREADX_TRACEX);
	tracex[THREADX_PREEMPTIONS] = tracex_preemptions(trace);
	tracex[THREADX_TIME_SLICES] = tracex_slices(trace);
	tracex[THREADX_SUSPENSIONS] = ours[THREADX_SUSPENSIONS];
	tracex[THREADX_RESUMPTIONS] = ours[THREADX_RESUMPTIONS];

	for (int rules = 0; rules < THREADX_RULES; rules++) {
		const struct interrupts interrupts =
			count_interrupts(trace, rules);

		figures->of[rules][THREADX_INTERRUPTS] = interrupts.count;
		figures->of[rules][THREADX_NESTED_INTERRUPTS] =
			interrupts.nested;
	}
}
