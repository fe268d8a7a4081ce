/*
 * source_log.h - a log as a source of items
 */
#ifndef SOURCE_LOG_H
#define SOURCE_LOG_H

#include "source/source.h"
#include "source/source_as.h"

/* Opens a log. Returns the exit status, after reporting errors. */
int source_log_open(struct source **source, const char *name);

/* Has a log that was opened read ahead, as the options say, if it is not
 * followed; other sources stay as they are. */
void source_log_read_ahead(struct source *source, const struct source_as *as);

/* True if a source is one log. */
bool source_log_is(const struct source *source);

/* The workers of a source, borrowed, or NULL. What it tells besides items may
 * then be asked for by several threads. */
struct log_workers *source_log_workers(const struct source *source);

/* The damage met so far, with the contract of posix_trace_get_damage_np(). */
int source_log_get_damage(const struct source *source,
			  struct posix_trace_damage_np *damage);

/* The trace id of such a source, and its file. Borrowed. */
trace_id_t source_log_trid(const struct source *source);
int source_log_file(const struct source *source);

#endif
