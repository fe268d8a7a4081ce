/*
 * scheduling.h - thread switches and interrupts
 */
#ifndef FIGURES_THREADX_SCHEDULING_H
#define FIGURES_THREADX_SCHEDULING_H

#include "figures/threadx/figures.h"

/* True if TraceX adds an event behind that one, for a thread that ran in
 * between without events. */
static inline bool threadx_makes_up(const struct threadx_trace *trace,
				    size_t event)
{
	return event + 1 < trace->count &&
	       trace->next[event] != trace->event[event].context &&
	       trace->next[event] != trace->event[event + 1].context;
}

/* The figures of the kernel, except inversions. */
void threadx_scheduling(struct threadx_figures *figures);

#endif
