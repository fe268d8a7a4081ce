/*
 * threadx_stack.h - how much of their stacks threads of ThreadX had left
 */
#ifndef THREADX_STACK_H
#define THREADX_STACK_H

#include "figures/threadx_figures.h"

/* Of each thread. */
void threadx_stacks(struct threadx_figures *figures);

#endif
