/*
 * neighbours.h - what other processes have in the runtime directory
 *
 * The directory is one of its own, in which programs find it that are started
 * meanwhile.
 */
#ifndef NEIGHBOURS_H
#define NEIGHBOURS_H

#include "child.h"

struct neighbours {
	unsigned orphans;   /* streams whose processes have all been killed */
	unsigned streams;   /* streams of a process that lives */
	unsigned processes; /* living ones with files that nobody traces */

	/* private */
	char directory[64];
	char *before; /* POSIXTRACE_DIR, or NULL */
	struct child host;
};

/* Has those that the first three fields say, all else being zero. */
void neighbours_come(struct neighbours *neighbours);
void neighbours_go(struct neighbours *neighbours);

#endif
