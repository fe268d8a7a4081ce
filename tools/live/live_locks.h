/*
 * live_locks.h - repeated reports of what threads wait for
 */
#ifndef LIVE_LOCKS_H
#define LIVE_LOCKS_H

#include <stdbool.h>
#include <sys/types.h>

#include "common/screen.h"
#include "common/table.h"

/* Functions that show the tables elsewhere. */
struct live_locks_display {
	/* Begins, when there is something to show. Returns the exit status,
	 * after reporting errors. */
	int (*begin)(void *context);
	/* Shows tables, which are good until the next call. */
	int (*show)(void *context, const struct table *const *tables,
		    size_t count, const char *remarks);
	bool (*wait)(void *context,
		     double seconds); /* the contract of screen_wait() */
	void *context;
};

struct live_locks_plan {
	pid_t pid;
	double delay;	     /* seconds */
	unsigned long count; /* 0: until the user quits */
	enum table_form form;
	bool drawn; /* draw on a terminal, if there is one */
	const struct live_locks_display *display; /* draws instead; or NULL */
	bool ascii;
};

/* Returns the exit status, after reporting errors. */
int live_locks(const struct live_locks_plan *plan);

#endif
