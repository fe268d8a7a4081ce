/*
 * names.h - unique names of objects
 *
 * No two objects of a process have the same name: two descriptors of a file
 * have its path, and their numbers.
 */
#ifndef FIGURES_LOCKS_NAMES_H
#define FIGURES_LOCKS_NAMES_H

#include "event/objects.h"
#include "event/symbols.h"
#include "figures/figures.h"

enum { LOCK_NAME = 4 * OBJECTS_TEXT };

struct lock_names {
	struct figures *figures; /* borrowed, as is symbols */
	struct symbols *symbols; /* may be NULL */
	struct keys bearers;	 /* number of objects with a name in a
				  * process */
};

/* Names the present objects of figures. ENOMEM: names may be ambiguous; fini is
 * required nevertheless. */
int lock_names_init(struct lock_names *names, struct figures *figures,
		    struct symbols *symbols);
void lock_names_fini(struct lock_names *names);

/* "mutex/jobs", "fd/3", "mutex/0x5000", or a path by itself; ambiguous ones as
 * "mutex/jobs (0x5000)", "/tmp/x (fd/3)". */
void lock_names_get(struct lock_names *names, const struct lock_object *object,
		    char name[LOCK_NAME]);

#endif
