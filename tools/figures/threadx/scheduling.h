/*
 * scheduling.h - how often threads changed, and interrupts came
 */
#ifndef FIGURES_THREADX_SCHEDULING_H
#define FIGURES_THREADX_SCHEDULING_H

#include "figures/threadx/figures.h"

/* Whether TraceX makes up an event after that one: a thread ran in between
 * that has none. */
static inline bool threadx_makes_up(const struct threadx_trace *trace,
				    size_t event)
{
	return event + 1 < trace->count &&
	       trace->next[event] != trace->event[event].context &&
	       trace->next[event] != trace->event[event + 1].context;
}

/* The figures of the kernel but for inversions. */
void threadx_scheduling(struct threadx_figures *figures);

#endif
