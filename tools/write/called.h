/*
 * called.h - what threads are called, as a log was told last
 */
#ifndef CALLED_H
#define CALLED_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct called_thread {
	unsigned origin;
	pid_t pid, tid;
	char *name; /* NULL: none was told */
};

/* Zeroes at first. */
struct called {
	struct called_thread *thread;
	size_t count, room;
};

/* There is another thread, without a name so far. ENOMEM. */
int called_add(struct called *called, unsigned origin, pid_t pid, pid_t tid);

/* Whether that is another name than before; from now on it is the one. Without
 * memory it is, each time. */
bool called_anew(struct called_thread *thread, const char *name);

void called_fini(struct called *called);

#endif
