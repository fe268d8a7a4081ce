/*
 * range_log.h - the range of a timeline, as a log
 */
#ifndef SCREEN_RANGE_LOG_H
#define SCREEN_RANGE_LOG_H

#include "screen/timeline.h"
#include "source/sources.h"

/* Writes what `cut' would write, of what is selected, and says what came of
 * it. */
void range_log_save(struct timeline *timeline, const struct source_files *files,
		    const char *name);

#endif
