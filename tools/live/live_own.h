/*
 * live_own.h - a stream of our own to watch a process, with a log in memory
 */
#ifndef LIVE_OWN_H
#define LIVE_OWN_H

#include <sys/types.h>

#include "live/live_class.h"

/* inherited: the children it makes are watched as well. Gives the exit status,
 * and has told why not. */
int live_own_open(struct live **live, pid_t pid, const char *events,
		  bool inherited);

#endif
