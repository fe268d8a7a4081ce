/*
 * stack.h - stack usage of ThreadX's threads
 */
#ifndef FIGURES_THREADX_STACK_H
#define FIGURES_THREADX_STACK_H

#include "figures/threadx/figures.h"

/* Computes it for each thread. */
void threadx_stacks(struct threadx_figures *figures);

#endif
