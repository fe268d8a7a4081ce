/*
 * event_checkpoint.h - how far the events of a log were sent, in a file beside it
 *
 * Events and losses have numbers in the order in which the log is read, which
 * does not change while it grows.
 */
#ifndef SHIP_OTLP_EVENT_CHECKPOINT_H
#define SHIP_OTLP_EVENT_CHECKPOINT_H

#include <stdbool.h>
#include <stdint.h>

#include "source/section.h"

struct event_checkpoint {
	unsigned char uuid[SECTION_UUID];
	uint64_t items; /* number of the last one that was confirmed */
	uint64_t open;	/* beginnings without an end were confirmed up to
			 * there, too */
	uint64_t size;	/* bytes of the log when all of it was; 0: not so */
	bool lacks;	/* not all before was sound, and was taken */
	bool has_ended; /* END, and all before it, was confirmed */
};

/* ENOENT: no such file; EBADMSG: it is damaged. */
int event_checkpoint_read(struct event_checkpoint *checkpoint,
			  const char *path);

int event_checkpoint_write(const struct event_checkpoint *checkpoint,
			   const char *path);

#endif
