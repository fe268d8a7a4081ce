/*
 * met.h - which origins, processes and threads were met before, and as the how
 * manieth
 */
#ifndef MET_H
#define MET_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct met_key {
	unsigned origin;
	pid_t pid; /* 0: an origin */
	pid_t tid; /* 0: a process */
};

/* Zeroes at first. */
struct met {
	struct met_key *key;
	size_t *number; /* from 1 on; 0: the place is free */
	size_t count, size;
};

/* The number of it: 0, 1, 2... in the order in which they were met first; count,
 * before the call, if that is now. false: no memory. */
bool met_number(struct met *met, const struct met_key *key, size_t *number);

/* Whether it is met for the first time; it is not any more. Without memory it
 * is, each time. */
bool met_first(struct met *met, unsigned origin, pid_t pid, pid_t tid);

void met_fini(struct met *met);

#endif
