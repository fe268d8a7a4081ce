/*
 * count.h - the numbers of a ThreadX trace are counted
 */
#ifndef FIGURES_THREADX_COUNT_H
#define FIGURES_THREADX_COUNT_H

#include "figures/threadx/figures.h"

/* Of a trace that has ended. ENOMEM. */
int threadx_figures_init(struct threadx_figures *figures,
			 const struct threadx_trace *trace);
void threadx_figures_fini(struct threadx_figures *figures);

#endif
