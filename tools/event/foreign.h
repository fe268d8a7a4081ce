/*
 * foreign.h - whether an origin is another system than Linux
 *
 * There threads have names, and their numbers tell nobody anything. A thread
 * may be called something else as the trace goes on, so its name is asked for
 * each time.
 */
#ifndef FOREIGN_H
#define FOREIGN_H

#include <stdbool.h>

#include "source/source.h"

/* Zeroes at first. */
struct foreign {
	bool is_known;
	unsigned origin; /* of the answer */
	bool is;
};

bool foreign_is(struct foreign *foreign, struct source *source,
		unsigned origin);

#endif
