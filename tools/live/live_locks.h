/*
 * live_locks.h - what the threads of a process wait for, again and again
 */
#ifndef LIVE_LOCKS_H
#define LIVE_LOCKS_H

#include <stdbool.h>
#include <sys/types.h>

#include "common/screen.h"
#include "common/table.h"

struct live_locks_plan {
	pid_t pid;
	double delay; /* seconds */
	unsigned long count; /* 0: until the user has enough */
	enum table_form form;
	bool drawn; /* on a terminal's screen, if there is one */
	bool ascii;
};

/* Gives the exit status, and has told why not. */
int live_locks(const struct live_locks_plan *plan);

#endif
