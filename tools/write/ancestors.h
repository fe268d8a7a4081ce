/*
 * ancestors.h - the processes whose programs a part of a log needs
 *
 * Objects at address 0 say what programs a process ran before, and of which
 * process it is a copy. Looking up a name in a process asks for them, and for
 * those of its ancestors. So a part has them for the processes of its items,
 * and for processes whose numbers may be in the data, where templates name
 * them.
 */
#ifndef ANCESTORS_H
#define ANCESTORS_H

#include <stdbool.h>

#include "base/map.h"
#include "source/source.h"

/* Zero at first. */
struct ancestors {
	struct pxt_map processes; /* with such objects, or noted */
	size_t unneeded;	  /* number of those that are not noted */
	unsigned origin;	  /* last process of an item */
	pid_t pid;
};

/* Finds the processes that have such objects. Returns an error number. */
int ancestors_find(struct ancestors *ancestors, struct source *source);
void ancestors_fini(struct ancestors *ancestors);

/* Notes the processes that an item needs. Returns an error number. */
int ancestors_meet(struct ancestors *ancestors,
		   const struct posix_trace_item_np *item);

/* Notes the ancestors of all processes that were noted. Returns an error
 * number. */
int ancestors_close(struct ancestors *ancestors, struct source *source);

/* True for an object at address 0 of a process that was noted. */
bool ancestors_need(const struct ancestors *ancestors, unsigned origin,
		    const struct posix_trace_object_np *object);

#endif
