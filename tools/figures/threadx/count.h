/*
 * count.h - counting figures of a ThreadX trace
 */
#ifndef FIGURES_THREADX_COUNT_H
#define FIGURES_THREADX_COUNT_H

#include "figures/threadx/figures.h"

/* Computes the figures of a complete trace. ENOMEM. */
int threadx_figures_init(struct threadx_figures *figures,
			 const struct threadx_trace *trace);
void threadx_figures_fini(struct threadx_figures *figures);

#endif
