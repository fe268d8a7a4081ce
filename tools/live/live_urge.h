/*
 * live_urge.h - requesting flushes of followed logs
 *
 * Streams flush to their log once a second, or when they are full enough. A
 * reader that follows the log requests a flush ten times a second.
 */
#ifndef LIVE_URGE_H
#define LIVE_URGE_H

#include <stdbool.h>
#include <stdint.h>

#include "source/source.h"

/* Zero at first. */
struct live_urge {
	int64_t next; /* time of the next request */
	bool refused; /* a controller does not answer: no more requests */
	int64_t complete_ns; /* a log that was read since the last request has
			      * what was before, in CLOCK_REALTIME; 0: unknown */
};

/* If it is time, requests flushes from the controllers of a source's logs, as
 * far as they are known here. Otherwise events come when they are written. */
void live_urge(struct live_urge *urge, struct source *source);

#endif
