/*
 * next.h - who runs after each event of a ThreadX trace
 *
 * ThreadX says what happens, and seldom who runs then. The rules are those of
 * TraceX, so that its pictures and our figures agree.
 */
#ifndef FIGURES_THREADX_NEXT_H
#define FIGURES_THREADX_NEXT_H

#include "figures/threadx/trace.h"

/* Fill trace->next. Places of events are known. ENOMEM. */
int threadx_next(struct threadx_trace *trace);

#endif
