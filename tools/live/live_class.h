/*
 * live_class.h - a growing log, by either method
 */
#ifndef LIVE_CLASS_H
#define LIVE_CLASS_H

#include <stdbool.h>
#include <stdint.h>

#include "source/source.h"

struct live;

#define LIVE_KEPT (1ULL << 30) /* bytes that can be read again, by default */

struct live_class {
	bool (*more)(struct live *live);
	void (*done)(struct live *live);
	void (*end)(struct live *live);
	void (*close)(struct live *live);
};

struct live_plan {
	const char *events; /* a choice for posix_trace_select_np(), or NULL */
	bool follow;	    /* go on beyond present events */
	uint64_t kept;	    /* bytes of a second stream's log that can be
			     * read again, the newest ones; 0: none */
};

struct live {
	const struct live_class *class;
	struct source *source; /* owned */
	int status;	       /* status of a failure, or 0 */
	uint64_t events;       /* events that were written to the log so far; 0:
				* unknown */
	int64_t complete_ns;   /* whoever has read all has what was before, in
				* CLOCK_REALTIME; 0: unknown */
	char *log;  /* a path of the log, which can be opened again; NULL: it
		       * cannot be read again. Borrowed. */
	bool keeps; /* the log is the command's own: it need not be read while it
		       * grows */
	bool is_full; /* no room for a log that can be read again */
};

/* Waits a moment, unless there is much to read, and has recent events written
 * to the log. False: the end was read before. */
static inline bool live_more(struct live *live)
{
	return live->class->more(live);
}

/* The log is not kept any longer: no reader begins again at this place. */
static inline void live_forget(struct live *live)
{
	live->log = NULL;
}

/* Releases what was read, unless the log is kept. */
static inline void live_done(struct live *live)
{
	live->class->done(live);
}

/* Detaches from the process and the stream. */
static inline void live_end(struct live *live)
{
	live->class->end(live);
}

/* Live may be NULL. */
static inline void live_close(struct live *live)
{
	if (live)
		live->class->close(live);
}

#endif
