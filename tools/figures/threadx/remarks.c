/*
 * remarks.c - differences from TraceX, and missing figures
 */
#include <inttypes.h>
#include <stdio.h>

#include "common/text.h"
#include "figures/threadx/threadx.h"

/* Reasons for TraceX's different numbers. */
static const struct {
	const char *title;
	const char *why;
	int figure;
} differences[] = {
	{ "context switches",
	  "it also counts the events by which the system stays idle",
	  THREADX_SWITCHES },
	{ "preemptions",
	  "it also counts threads that are resumed while nobody runs, or that "
	  "run later",
	  THREADX_PREEMPTIONS },
	{ "time slices", "it compares the wrong things", THREADX_TIME_SLICES },
	{ "interrupts", "it also counts those that it makes up",
	  THREADX_INTERRUPTS },
	{ "nested interrupts", "it sees some end too early",
	  THREADX_NESTED_INTERRUPTS },
	{ "priority inversions",
	  "it also counts threads that do not wait, and knows none above "
	  "0xf0f0f0f0",
	  THREADX_INVERSIONS },
	{ "nondeterministic inversions",
	  "it counts those of its priority inversions",
	  THREADX_NONDETERMINISTIC },
};

static void say_first(FILE *out, bool *said)
{
	if (!*said)
		fputs("TraceX shows other figures:\n", out);
	*said = true;
}

static void say_figures(const struct threadx_figures *figures, FILE *out,
			bool *said)
{
	char count[TEXT_MAX];

	for (size_t i = 0; i < sizeof(differences) / sizeof(differences[0]);
	     i++) {
		const int figure = differences[i].figure;
		const uint64_t tracex = figures->of[THREADX_TRACEX][figure];

		if (figures->of[THREADX_OURS][figure] == tracex)
			continue;
		say_first(out, said);
		fprintf(out, "  %s %s: %s\n", text_count(count, tracex),
			differences[i].title, differences[i].why);
	}
	if (figures->events[THREADX_OURS] == figures->events[THREADX_TRACEX])
		return;
	say_first(out, said);
	fprintf(out,
		"  %s events: it makes some up where a thread ran that has "
		"none\n",
		text_count(count, figures->events[THREADX_TRACEX]));
}

static void say_threads(const struct threadx_figures *figures, FILE *out,
			bool *said)
{
	const size_t objects = figures->trace->objects;
	size_t states = 0, stacks = 0, outside = 0;

	for (size_t i = 0; i < objects; i++) {
		const struct threadx_thread *thread = &figures->thread[i];
		const struct threadx_stack *stack = thread->stack;

		states += thread->suspensions[THREADX_OURS] !=
				  thread->suspensions[THREADX_TRACEX] ||
			  thread->resumptions[THREADX_OURS] !=
				  thread->resumptions[THREADX_TRACEX];
		stacks += stack[THREADX_OURS].available !=
			  stack[THREADX_TRACEX].available;
		outside += !!thread->outside;
	}
	if (states) {
		say_first(out, said);
		fputs("  SUSPENDED and RESUMED: it counts by the thread that "
		      "does it, not by the one it is done to\n",
		      out);
	}
	if (stacks) {
		say_first(out, said);
		fputs("  LEAST FREE: it takes words for stack pointers that "
		      "are none, or not of that stack\n",
		      out);
	}
	if (outside)
		fprintf(out,
			"%zu thread%s not where the registry has the "
			"stack, as in a simulation\n",
			outside, outside == 1 ? " runs" : "s run");
}

void threadx_remarks(struct threadx *threadx, FILE *out)
{
	const struct threadx_figures *figures = &threadx->figures;
	char most[TEXT_MAX];
	bool said = false;

	if (threadx->is_beyond)
		fprintf(out,
			"no figures of ThreadX for more than %s events: "
			"--from and --to have fewer\n",
			text_count(most, THREADX_EVENTS_MOST));
	if (!threadx->trace.count)
		return;
	say_figures(figures, out, &said);
	say_threads(figures, out, &said);
	if (figures->echoes)
		fputs("ping responses: NetX Duo tells nothing of ICMP packets, "
		      "all that came are counted\n",
		      out);
	if (threadx->others)
		fputs("the figures of ThreadX are of one system: others are "
		      "there, too\n",
		      out);
}
