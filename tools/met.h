/*
 * met.h - which origins, processes and threads were met before
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
	bool *taken;
	size_t count, size;
};

/* Whether it is met for the first time; it is not any more. Without memory it
 * is, each time. */
bool met_first(struct met *met, unsigned origin, pid_t pid, pid_t tid);

void met_fini(struct met *met);

#endif
