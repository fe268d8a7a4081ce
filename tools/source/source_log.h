/*
 * source_log.h - a log as a source of items
 */
#ifndef SOURCE_LOG_H
#define SOURCE_LOG_H

#include "source/source.h"

/* Open a log. Gives the exit status, and has told why not. */
int source_log_open(struct source **source, const char *name);

#endif
