/*
 * live_locks.h - repeated reports of what threads wait for
 */
#ifndef LIVE_LOCKS_H
#define LIVE_LOCKS_H

#include <stdbool.h>
#include <sys/types.h>

#include "common/screen.h"
#include "common/table.h"

struct live_locks_plan {
	pid_t pid;
	double delay;	     /* seconds */
	unsigned long count; /* 0: until the user quits */
	enum table_form form;
	bool drawn; /* draw on a terminal, if there is one */
	bool ascii;
};

/* Returns the exit status, after reporting errors. */
int live_locks(const struct live_locks_plan *plan);

#endif
