/*
 * source_begin.h - the begin of a trace
 */
#ifndef SOURCE_BEGIN_H
#define SOURCE_BEGIN_H

#include <stdint.h>

#include "source/source.h"

/* Finds the time of the first item, in nanoseconds, which is still to be read.
 * ENODATA: there is none, and *ns is 0. Errors of reading. */
int source_begin(struct source *source, int64_t *ns);

#endif
