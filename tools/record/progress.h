/*
 * progress.h - progress reports on stderr
 *
 * For people a line is overwritten again and again, after the first second and
 * only on a terminal; for programs there is a JSON object each second, and one
 * at the end:
 *
 *	{"elapsed_ns":2000113250,"events":3912,"events_per_s":1956,
 *	 "bytes":180224,"lost":0,"ended":false}
 */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "common/words.h"

enum progress_form {
	PROGRESS_AUTO,
	PROGRESS_LINE,
	PROGRESS_NONE,
	PROGRESS_JSON,
};

/* Counts so far. */
struct progress_count {
	unsigned long long events;
	unsigned long long bytes;
	unsigned long long lost;
};

struct progress {
	enum progress_form form;
	int64_t begun; /* CLOCK_MONOTONIC, nanoseconds */
	int64_t next;  /* time of the next report */
	int64_t rated; /* time of the last rate */
	unsigned long long events;
	double rate; /* events per second */
};

/* The names of the forms. */
extern const struct word progress_forms[];

/* alone: no other process writes to the terminal; then PROGRESS_AUTO is a
 * line. */
void progress_begin(struct progress *progress, enum progress_form form,
		    bool alone);

/* True if a report is due: for the cost of counting. */
bool progress_is_due(const struct progress *progress);
void progress_put(struct progress *progress,
		  const struct progress_count *count);

void progress_end(struct progress *progress,
		  const struct progress_count *count);

#endif
