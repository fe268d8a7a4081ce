/*
 * when.h - times in users' notation
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
 * write a time is a line in the list of parsers in when.c and, if it depends on
 * more, a member of struct when_log.
 */
#ifndef WHEN_H
#define WHEN_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include <trace.h>

enum when_kind {
	WHEN_NEVER,  /* no time was given */
	WHEN_EPOCH,  /* ns: since the epoch */
	WHEN_OFFSET, /* ns: from the first event */
	WHEN_DATE,   /* day and clock, and ns of a second */
	WHEN_CLOCK,  /* only the clock, and ns */
	WHEN_TAIL,   /* ns: before the last event */
	WHEN_EVENT,  /* ns: the number of the event */
};

struct when {
	enum when_kind kind;
	bool utc; /* the notation said UTC */
	int64_t ns;
	struct tm tm;
	char event[TRACE_EVENT_NAME_MAX + 1];
};

/* Facts that a time may depend on. */
struct when_log {
	struct timespec first; /* time of the first event */
	struct timespec last;  /* time of the last event, for WHEN_TAIL */
	struct timespec event; /* time of the named event, for WHEN_EVENT */
	bool utc;	       /* default to UTC */
};

/* False: not a time. */
bool when_parse(const char *text, struct when *when);

/* Parses two times with ".." between them; one may be left out, and is
 * WHEN_NEVER. False: not a range. */
bool when_parse_range(const char *text, struct when *from, struct when *to);

struct timespec when_resolve(const struct when *when,
			     const struct when_log *log);

#endif
