/*
 * log_count.h - what a log has, as the heads of its sections tell
 *
 * No payload is read: it takes a look at each section, and no more.
 */
#ifndef PXT_LOG_COUNT_H
#define PXT_LOG_COUNT_H

#include "log/log_path.h"

struct pxt_log_count {
	uint64_t chunks;
	uint64_t events;
	uint64_t lost;
};

/* Count what lies on a path, all of it, wherever the path stands. What was
 * overwritten is not counted, but for events of chunks that have others. */
int pxt_log_count(const struct pxt_log_path *path, struct pxt_log_file *file,
		  struct pxt_log_count *count);

#endif
