/*
 * memory.h - what a process has in memory
 *
 * Counted page by page: the numbers that the kernel keeps at hand, and their
 * peaks, are off by as much as we want to know.
 */
#ifndef MEMORY_H
#define MEMORY_H

#include <sys/types.h>

/* In KiB. */
struct memory {
	double resident;
	double anonymous; /* of that, what is in no file */
	double own;	  /* of that, what it has written and no other has */
	double share;	  /* what is shared divided by those who share it */
};

struct memory memory_of(pid_t pid);

#endif
