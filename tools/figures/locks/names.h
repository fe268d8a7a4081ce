/*
 * names.h - what the objects are called that threads wait for
 *
 * No two objects of a process are called the same: two descriptors of one file
 * have the file's path, and say which descriptor they are.
 */
#ifndef FIGURES_LOCKS_NAMES_H
#define FIGURES_LOCKS_NAMES_H

#include "event/objects.h"
#include "event/symbols.h"
#include "figures/figures.h"

enum { LOCK_NAME = 4 * OBJECTS_TEXT };

struct lock_names {
	struct figures *figures; /* borrowed, as the symbols */
	struct symbols *symbols; /* may be NULL */
	struct keys bearers;	 /* of a name in a process: how many */
};

/* The objects that figures has by now. ENOMEM: some may be called the same.
 * fini, also then. */
int lock_names_init(struct lock_names *names, struct figures *figures,
		    struct symbols *symbols);
void lock_names_fini(struct lock_names *names);

/* "mutex/jobs", "fd/3", "mutex/0x5000", or a path by itself; of several with
 * that name "mutex/jobs (0x5000)", "/tmp/x (fd/3)". */
void lock_names_get(struct lock_names *names, const struct lock_object *object,
		    char name[LOCK_NAME]);

#endif
