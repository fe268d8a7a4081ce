/*
 * gatherer.h - what a command that gathers was told, and how it goes
 */
#ifndef GATHERER_H
#define GATHERER_H

#include "gather/gather_totals.h"

struct gatherer {
	const char *where; /* a folder */
	bool once, quiet;
	const char *metrics; /* a file, or NULL */
	struct gather_totals totals;
	int64_t told_ns;   /* the last time */
	int64_t warned_ns; /* when the second of `warnings` began */
	unsigned warnings;
};

/* Tells how it goes, once a second. */
void gatherer_report(struct gatherer *gatherer);

/* True if one more message may be told of, of many of its kind. */
bool gatherer_may_tell(struct gatherer *gatherer);

/* The same for the last time; returns the exit status of what was taken. */
int gatherer_finish(struct gatherer *gatherer);

#endif
