/*
 * threadx_middleware.h - what FileX and NetX did
 */
#ifndef THREADX_MIDDLEWARE_H
#define THREADX_MIDDLEWARE_H

#include "figures/threadx_figures.h"

void threadx_middleware(struct threadx_figures *figures);

#endif
