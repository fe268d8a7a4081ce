/*
 * range_log.h - the range of a timeline, as a log
 */
#ifndef SCREEN_RANGE_LOG_H
#define SCREEN_RANGE_LOG_H

#include <stdbool.h>

#include "screen/timeline.h"
#include "select/selection.h"
#include "source/sources.h"
#include "write/rewrite.h"

enum { RANGE_LOG_NAME = 256 };

/* Zero at first. */
struct range_log {
	bool is_running;
	char name[RANGE_LOG_NAME];
	int64_t from_ns, to_ns;
	int64_t at_ns; /* time of the last item */
	struct source_files files;
	struct selection selection;
	struct source *source;
	struct rewriting rewriting;
};

/* Begins what `cut' would write, of what is selected, and says what comes of
 * it. files: the input, borrowed; NULL: there is no way back. */
void range_log_begin(struct range_log *log, struct timeline *timeline,
		     const struct source_files *files, const char *name);

/* Writes for a moment, and says how far it is. */
void range_log_step(struct range_log *log, struct timeline *timeline);

/* Gives up. False: there was nothing to give up. */
bool range_log_stop(struct range_log *log);

#endif
