/*
 * live_wish.h - what a user asks to be followed while it runs
 *
 * A stream among the operands, or with -F and no operand the process of -p.
 */
#ifndef LIVE_WISH_H
#define LIVE_WISH_H

#include <stdbool.h>
#include <stddef.h>

#include "live/live_class.h"
#include "select/selection.h"

struct live_wish {
	char *const *operand;
	size_t operands;
	struct selection *selection;
	bool follow;
};

/* True if it is a stream or a process, and no file. */
bool live_wish_is_live(const struct live_wish *wish);

/* Opens it. A process is taken out of the selection: it is watched with its
 * children. Returns the exit status, after reporting errors. */
int live_wish_open(struct live **live, const struct live_wish *wish,
		   const struct live_plan *plan);

/* The events of a selection, for a plan: names that a stream can choose by. To be
 * freed; NULL: all. */
char *live_wish_events(const struct selection *selection);

#endif
