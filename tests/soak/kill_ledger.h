/*
 * kill_ledger.h - what those who are killed have told before
 *
 * Memory that is shared with the lab, and outlives who writes to it. Every
 * thread has a line of its own, and so has the signal handler that interrupts
 * it: what was begun there, and what was recorded. An event is its line and
 * its number, and its length and all its bytes follow from these.
 */
#ifndef TESTS_SOAK_KILL_LEDGER_H
#define TESTS_SOAK_KILL_LEDGER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/types.h>

enum {
	LEDGER_THREADS = 50,  /* of a process */
	LEDGER_PROCESSES = 2, /* the one that is killed, and its child */
	LEDGER_LINES = LEDGER_PROCESSES * LEDGER_THREADS * 2,
	LEDGER_DATA_MAX = 4096, /* bytes of an event */
};

struct line {
	_Alignas(64) _Atomic uint32_t begun; /* events */
	_Atomic uint32_t done;
	_Atomic int64_t last_ns; /* just before the last that is done */
};

/* What has to be found of one line: numbers between which it begins and ends,
 * and when the event before the least end was recorded, or earlier. */
struct bounds {
	uint32_t first_least, first_most;
	uint32_t end_least, end_most;
	int64_t last_ns;
};

struct ledger {
	/* What the lab wants of the processes. */
	_Atomic bool go, quiet;
	/* What they say. */
	_Atomic unsigned ready;
	_Atomic pid_t child;
	_Atomic int phase; /* of a controller: what it has begun or done */
	/* Orders to a child: how many it got, and has obeyed; each is to record
	 * so many events. */
	_Atomic unsigned orders, obeyed, amount;
	uint32_t length;    /* of every event; 0: as its mark says */
	unsigned steps;	    /* instructions before the end */
	_Atomic bool ended; /* there were no more */
	struct line line[LEDGER_LINES];
	struct bounds bounds[LEDGER_LINES]; /* a controller's */
};

struct mark {
	uint32_t line;
	uint32_t number;
};

static inline struct line *ledger_line(struct ledger *ledger, unsigned process,
				       unsigned thread, bool handler)
{
	unsigned number = process * LEDGER_THREADS + thread;

	return &ledger->line[2 * number + handler];
}

/* Most events are short. */
static inline size_t mark_length(const struct ledger *ledger,
				 const struct mark *mark, size_t max)
{
	uint32_t hash = (mark->line * 31 + mark->number) * UINT32_C(2654435761);
	size_t most = hash >> 28 ? 64 : max;
	size_t span = (most < max ? most : max) - sizeof(*mark);

	if (ledger->length)
		return ledger->length;
	return sizeof(*mark) + (hash >> 8 & 0xffff) * span / 0x10000;
}

static inline unsigned char mark_byte(const struct mark *mark, size_t at)
{
	return (unsigned char)(mark->line * 101 + mark->number * 7 + at);
}

static inline void mark_fill(const struct mark *mark, unsigned char *data,
			     size_t len)
{
	memcpy(data, mark, sizeof(*mark));
	for (size_t i = sizeof(*mark); i < len; i++)
		data[i] = mark_byte(mark, i);
}

/* Is that all of it, and as it was? */
static inline bool mark_is_whole(const struct ledger *ledger,
				 const struct mark *mark,
				 const unsigned char *data, size_t len,
				 size_t max)
{
	if (len != mark_length(ledger, mark, max))
		return false;
	for (size_t i = sizeof(*mark); i < len; i++)
		if (data[i] != mark_byte(mark, i))
			return false;
	return true;
}

#endif
