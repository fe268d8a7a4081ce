/*
 * live_class.h - a growing log, by either method
 */
#ifndef LIVE_CLASS_H
#define LIVE_CLASS_H

#include <stdbool.h>

#include "source/source.h"

struct live;

struct live_class {
	bool (*more)(struct live *live);
	void (*done)(struct live *live);
	void (*end)(struct live *live);
	void (*close)(struct live *live);
};

struct live {
	const struct live_class *class;
	struct source *source; /* owned */
	int status;	       /* status of a failure, or 0 */
};

/* Waits a moment, unless there is much to read, and has recent events written
 * to the log. False: the end was read before. */
static inline bool live_more(struct live *live)
{
	return live->class->more(live);
}

/* Releases what was read: there is no way back. */
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
