/*
 * source_log.h - a log as a source of items
 */
#ifndef SOURCE_LOG_H
#define SOURCE_LOG_H

#include "source/source.h"

/* Opens a log. Returns the exit status, after reporting errors. */
int source_log_open(struct source **source, const char *name);

/* The trace id of such a source, and its file. Borrowed. */
trace_id_t source_log_trid(const struct source *source);
int source_log_file(const struct source *source);

#endif
