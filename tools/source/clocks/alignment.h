/*
 * alignment.h - finding the offsets of clocks by what the user says
 */
#ifndef SOURCE_CLOCKS_ALIGNMENT_H
#define SOURCE_CLOCKS_ALIGNMENT_H

#include "source/clocks/clock_wishes.h"

enum { ALIGNMENT_CLOCKS = 1024 }; /* most that messages are compared of */

/* Messages are read here: a source, and the clocks of its origins. Opened when
 * messages are wanted only. Returns the exit status, after reporting errors. */
struct alignment_source {
	int (*open)(struct alignment_source *from, const struct clocks *clocks);
	struct source *source;
	size_t *of_origin;
};

/* Settles the clocks. Returns the exit status, after reporting errors: a host
 * that nobody knows is misuse. */
int alignment_settle(struct clocks *clocks, const struct clock_wishes *wishes,
		     struct alignment_source *from);

#endif
