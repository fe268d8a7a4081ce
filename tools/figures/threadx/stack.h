/*
 * stack.h - how much of their stacks threads of ThreadX had left
 */
#ifndef FIGURES_THREADX_STACK_H
#define FIGURES_THREADX_STACK_H

#include "figures/threadx/figures.h"

/* Of each thread. */
void threadx_stacks(struct threadx_figures *figures);

#endif
