/*
 * retention.h - what is kept of a trace that goes on, and what was let go
 *
 * A log of limited size overwrites its oldest events.
 */
#ifndef SCREEN_RETENTION_H
#define SCREEN_RETENTION_H

#include <stdbool.h>
#include <stdint.h>

#include "source/source.h"

struct retention {
	int64_t first_ns, last_ns; /* times of what is kept */
	bool has_gone;		   /* events before that were let go */
	uint64_t gone;		   /* number of these; 0: unknown */
};

/* Looks at a source, which begins anew, as it is now. first_ns is that of the
 * last look. recorded: events that there were so far; 0: unknown. ENODATA: there
 * are no events. */
int retention_look(struct retention *retention, struct source *source,
		   uint64_t recorded);

/* The words for people: "1,204 older events let go"; "" if all is kept. */
enum { RETENTION_TEXT = 80 };
char *retention_text(const struct retention *retention,
		     char text[RETENTION_TEXT]);

#endif
