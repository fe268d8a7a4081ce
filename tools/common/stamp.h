/*
 * stamp.h - columns of time: absolute, and since the previous line
 */
#ifndef STAMP_H
#define STAMP_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "common/out.h"
#include "common/words.h"

enum stamp_form {
	STAMP_LOCAL,
	STAMP_UTC,
	STAMP_ELAPSED, /* since the first line, or stamp_count_from() */
	STAMP_DELTA,   /* since the previous line only */
	STAMP_RAW,     /* nanoseconds since the epoch */
	STAMP_AUTO,    /* local, until the first item decides */
};

/* The names of the forms. */
extern const struct word stamp_forms[];

enum { STAMP_CLOCK = 8, STAMP_DELTA_WIDTH = 8 };

struct stamp {
	enum stamp_form form;
	bool new_day;
	bool counts;	/* the zero point was set, not taken from the first
			 * line */
	uint64_t lines; /* including this one */
	int64_t now;	/* nanoseconds since the epoch */
	uint32_t ns;	/* nanoseconds of its second */
	int64_t before; /* time of the previous line */
	int64_t first;
	time_t second; /* second of clock[] and day */
	struct tm day;
	char clock[STAMP_CLOCK]; /* "14:03:07" */
};

/* Nanoseconds since the epoch. */
static inline int64_t stamp_ns(const struct timespec *time)
{
	return (int64_t)time->tv_sec * 1000000000 + time->tv_nsec;
}

/* Inverse of stamp_ns(). */
struct timespec stamp_time(int64_t ns);

void stamp_init(struct stamp *stamp, enum stamp_form form);

/* Sets the zero point of elapsed time. */
void stamp_count_from(struct stamp *stamp, const struct timespec *time);

/* Advances to the time of the next line. stamp->new_day tells whether a line
 * with the date belongs before it. */
void stamp_move(struct stamp *stamp, const struct timespec *time);

/* The date, as in "2026-11-21". */
void stamp_put_date(const struct stamp *stamp, struct out *out);

/* Puts the columns. The first line has blanks for the difference. */
void stamp_put_time(const struct stamp *stamp, struct out *out);
void stamp_put_delta(const struct stamp *stamp, struct out *out);

/* Puts both columns, each with two blanks behind. */
void stamp_put_columns(const struct stamp *stamp, struct out *out);

/* Width of the column of stamp_put_time(): 0 if there is none. */
size_t stamp_width(const struct stamp *stamp);

/* A duration in nanoseconds as four digits and a unit: "1.729us". */
void stamp_put_duration(struct out *out, uint64_t ns);

#endif
