/*
 * live_class.h - a log that grows, whatever makes it grow
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
	struct source *source; /* owned by it */
	int status;	       /* why it could not go on, or 0 */
};

/* Wait a moment, unless there is much to read, and have what was recorded by
 * now in the log. false: the end has come, and was read before. */
static inline bool live_more(struct live *live)
{
	return live->class->more(live);
}

/* What there was is read, and nobody goes back to it. */
static inline void live_done(struct live *live)
{
	live->class->done(live);
}

/* Leave the process, and the stream, alone from here on. */
static inline void live_end(struct live *live)
{
	live->class->end(live);
}

/* NULL: there is nothing to close. */
static inline void live_close(struct live *live)
{
	if (live)
		live->class->close(live);
}

#endif
