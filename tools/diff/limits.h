/*
 * limits.h - limits of measures that a user sets
 *
 *	--max-count, --max-rate, --max-p50, --max-p99, --max-max	[NAME=]LIMIT
 *	--max-errors	[NAME=]LIMIT	--max-lost	LIMIT
 *
 * NAME is a name, or a pattern as in the shell; without it, all are meant. LIMIT:
 *
 *	+10%, +5ms, +100	at most so much more than before
 *	-10%, -5ms, -100	at most so much less than before
 *	2ms, 1000		at most that, whatever it was before
 *
 * A command includes limits_argp in its own argp, with a struct limits, zero at
 * first, for its input.
 */
#ifndef LIMITS_H
#define LIMITS_H

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>

enum limit_of {
	LIMIT_COUNT, /* event types only */
	LIMIT_RATE,
	LIMIT_P50,
	LIMIT_P99,
	LIMIT_LONGEST,
	LIMIT_ERRORS,
	LIMIT_LOST,
	LIMIT_NONE,
};

enum limit_kind { LIMIT_MOST, LIMIT_MORE, LIMIT_LESS };

struct limit {
	enum limit_of of;
	const char *name; /* a pattern; borrowed from the arguments */
	enum limit_kind kind;
	bool is_percent;
	double value;
};

struct limits {
	struct limit *limit;
	size_t count, room;
};

/* The options, and their group in the help. Misuse ends the program. */
extern const struct argp limits_argp;

void limits_fini(struct limits *limits);

/* True if a limit is for measures of that name. */
bool limit_is_for(const struct limit *limit, const char *name);

/* True if there is a limit of that. */
bool limits_have(const struct limits *limits, enum limit_of of,
		 const char *name);

/* Same; *exceeded: whether any is exceeded. */
bool limits_judge(const struct limits *limits, enum limit_of of,
		  const char *name, double before, double after,
		  bool *exceeded);

/* True if limits of that are for durations. */
static inline bool limit_is_of_time(enum limit_of of)
{
	return of == LIMIT_P50 || of == LIMIT_P99 || of == LIMIT_LONGEST;
}

#endif
