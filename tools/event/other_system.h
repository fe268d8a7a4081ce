/*
 * other_system.h - whether an origin is another system than Linux
 *
 * There threads have names, and their numbers tell nobody anything. A thread
 * may be called something else as the trace goes on, so its name is asked for
 * each time.
 */
#ifndef OTHER_SYSTEM_H
#define OTHER_SYSTEM_H

#include <stdbool.h>

#include "source/source.h"

/* Zeroes at first. */
struct other_system {
	bool is_known;
	unsigned origin; /* of the answer */
	bool is;
};

/* Whether any origin is of a system that is called so, or begins so. */
bool other_system_is_there(struct source *source, const char *name);

bool other_system_is(struct other_system *other, struct source *source,
		     unsigned origin);

#endif
