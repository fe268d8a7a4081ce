/*
 * inversions.h - threads that wait for less urgent ones
 *
 * An inversion begins when a thread waits for a mutex whose owner is less
 * urgent, and ends when that one lets go. It is not deterministic if in between
 * a third thread runs that is less urgent than the one that waits.
 */
#ifndef FIGURES_THREADX_INVERSIONS_H
#define FIGURES_THREADX_INVERSIONS_H

#include "figures/threadx/figures.h"

/* Those two figures. ENOMEM. */
int threadx_inversions(struct threadx_figures *figures);

#endif
