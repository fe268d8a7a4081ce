/*
 * progress.h - how far it is, while something goes on: one line on stderr
 *
 * For people it is a line that is written over again and again, from the first
 * second on and only on a terminal; for programs an object of JSON each second,
 * and one at the end:
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

/* So far. */
struct progress_count {
	unsigned long long events;
	unsigned long long bytes;
	unsigned long long lost;
};

struct progress {
	enum progress_form form;
	int64_t begun;	    /* CLOCK_MONOTONIC, nanoseconds */
	int64_t next;	    /* when it is due */
	int64_t rated;	    /* when there were so many events */
	unsigned long long events;
	double rate; /* of events a second */
};

/* The names of the forms. */
extern const struct word progress_forms[];

/* alone: nobody else writes to the terminal; then PROGRESS_AUTO is a line. */
void progress_begin(struct progress *progress, enum progress_form form,
		    bool alone);

/* Whether somebody wants to know just now: for what it takes to count. */
bool progress_is_due(const struct progress *progress);
void progress_put(struct progress *progress,
		  const struct progress_count *count);

void progress_end(struct progress *progress,
		  const struct progress_count *count);

#endif
