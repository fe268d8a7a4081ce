/*
 * middleware.h - figures of FileX and NetX
 */
#ifndef FIGURES_THREADX_MIDDLEWARE_H
#define FIGURES_THREADX_MIDDLEWARE_H

#include "figures/threadx/figures.h"

void threadx_middleware(struct threadx_figures *figures);

#endif
