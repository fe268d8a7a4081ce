/*
 * inversions.h - priority inversions
 *
 * An inversion begins when a thread waits for a mutex with a less urgent owner,
 * and ends when that releases it. It is nondeterministic if in between a third
 * thread runs that is less urgent than the waiting one.
 */
#ifndef FIGURES_THREADX_INVERSIONS_H
#define FIGURES_THREADX_INVERSIONS_H

#include "figures/threadx/figures.h"

/* Counts the two figures of inversions. ENOMEM. */
int threadx_inversions(struct threadx_figures *figures);

#endif
