/*
 * live_urge.h - have what is followed written to its log sooner
 *
 * A stream that flushes itself goes to its log once a second, or when there is
 * much of it. Who follows the log has its controller write it ten times a
 * second.
 */
#ifndef LIVE_URGE_H
#define LIVE_URGE_H

#include <stdbool.h>
#include <stdint.h>

#include "source/source.h"

/* Zeroes at first. */
struct live_urge {
	int64_t next; /* when to ask again */
	bool refused; /* a controller does not answer: nobody is asked */
};

/* If it is time, ask those who write the logs of a source, as far as they are
 * known here. What cannot be had so comes when it is written. */
void live_urge(struct live_urge *urge, struct source *source);

#endif
