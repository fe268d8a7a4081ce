/*
 * newest_logs.h - the newest logs of a recording, by number and by size
 *
 * Older ones are removed, oldest first, and what they had is counted.
 */
#ifndef NEWEST_LOGS_H
#define NEWEST_LOGS_H

#include <stddef.h>
#include <stdint.h>

struct newest_log {
	char *name;
	uint64_t bytes; /* size when looked at last */
};

/* The contents of logs that were removed */
struct newest_logs_removed {
	unsigned logs;
	unsigned unread; /* logs among these that could not be counted */
	unsigned long long events;
	int64_t first_ns, last_ns; /* CLOCK_REALTIME; 0: no events */
};

struct newest_logs {
	unsigned most;		/* number of logs; 0: any */
	uint64_t most_bytes;	/* sum over all; 0: any */
	struct newest_log *log; /* oldest first */
	size_t count, room;
	struct newest_logs_removed removed;
};

void newest_logs_init(struct newest_logs *kept, unsigned most,
		      uint64_t most_bytes);
void newest_logs_fini(struct newest_logs *kept);

/* Adds a log, and removes the oldest beyond the limits. Without memory no log
 * is removed. */
void newest_logs_add(struct newest_logs *kept, const char *name);

/* Removes the oldest beyond the limits, now that the newest has grown, but
 * never the newest. */
void newest_logs_limit(struct newest_logs *kept);

enum { NEWEST_LOGS_TEXT = 160 };

/* Text about removed logs, for users: "3 older logs with 1,200 events, ... to ...,
 * were removed". In NEWEST_LOGS_TEXT bytes. */
void newest_logs_describe(const struct newest_logs *kept, char *text);

#endif
