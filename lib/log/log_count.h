/*
 * log_count.h - contents of a log, by the heads of its sections
 *
 * Payloads are not read.
 */
#ifndef PXT_LOG_COUNT_H
#define PXT_LOG_COUNT_H

#include "log/log_path.h"

struct pxt_log_count {
	uint64_t chunks;
	uint64_t events;
	uint64_t lost;
	uint64_t event_bytes;  /* bytes of records, not packed */
	uint64_t stored_bytes; /* bytes of records in the file */
	uint64_t overwritten;  /* events up to the horizon */
};

/* Counts everything on a path, whatever its position, up to the section of that
 * number. Overwritten events are counted apart, except in chunks that have others. */
int pxt_log_count(const struct pxt_log_path *path, struct pxt_log_file *file,
		  uint64_t upto, struct pxt_log_count *count);

#endif
