/*
 * next.h - the running thread after each event of a ThreadX trace
 *
 * ThreadX seldom records which thread runs. The rules are those of TraceX, so
 * that its pictures and these figures agree.
 */
#ifndef FIGURES_THREADX_NEXT_H
#define FIGURES_THREADX_NEXT_H

#include "figures/threadx/trace.h"

/* Fills in trace->next. Places of events must be known. ENOMEM. */
int threadx_next(struct threadx_trace *trace);

#endif
