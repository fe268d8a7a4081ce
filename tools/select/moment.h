/*
 * moment.h - times in users' notation
 *
 *	14:03:07.118			of the day on which the log begins
 *	2026-09-21 14:03:07.5		in the time zone of what is shown
 *	2026-09-21T14:03:07Z		in UTC
 *	+1.5s, +200ms, +3m		from the first event of the log
 *	-2s				before the last event of the log
 *	@1790000000.5			seconds since the epoch
 *	@order_sent:3			the third event of that name
 *
 * A time may depend on the log: it is first parsed, then resolved. A new way to
 * write a time is a line in the list of parsers in moment.c and, if it depends on
 * more, a member of struct moment_log.
 */
#ifndef MOMENT_H
#define MOMENT_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include <trace.h>

enum moment_kind {
	MOMENT_NEVER,  /* no time was given */
	MOMENT_EPOCH,  /* ns: since the epoch */
	MOMENT_OFFSET, /* ns: from the first event */
	MOMENT_DATE,   /* day and clock, and ns of a second */
	MOMENT_CLOCK,  /* only the clock, and ns */
	MOMENT_TAIL,   /* ns: before the last event */
	MOMENT_EVENT,  /* ns: the number of the event */
};

struct moment {
	enum moment_kind kind;
	bool utc; /* the notation said UTC */
	int64_t ns;
	struct tm tm;
	char event[TRACE_EVENT_NAME_MAX + 1];
};

/* Facts that a time may depend on. */
struct moment_log {
	struct timespec first; /* time of the first event */
	struct timespec last;  /* time of the last event, for MOMENT_TAIL */
	struct timespec event; /* time of the named event, for MOMENT_EVENT */
	bool utc;	       /* default to UTC */
};

/* False: not a time. */
bool moment_parse(const char *text, struct moment *when);

/* Parses two times with ".." between them; one may be left out, and is
 * MOMENT_NEVER. False: not a range. */
bool moment_parse_range(const char *text, struct moment *from,
			struct moment *to);

struct timespec moment_resolve(const struct moment *when,
			       const struct moment_log *log);

#endif
