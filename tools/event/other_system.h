/*
 * other_system.h - origins of systems other than Linux
 *
 * Threads of such systems have names, and meaningless numbers. A thread may be
 * renamed during the trace: its name is looked up each time.
 */
#ifndef OTHER_SYSTEM_H
#define OTHER_SYSTEM_H

#include <stdbool.h>

#include "source/source.h"

/* Zero at first. */
struct other_system {
	bool is_known;
	unsigned origin; /* origin of the answer */
	bool is;
};

/* True if the name of any origin's system begins so. */
bool other_system_is_there(struct source *source, const char *name);

bool other_system_is(struct other_system *other, struct source *source,
		     unsigned origin);

#endif
