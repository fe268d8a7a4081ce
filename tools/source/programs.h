/*
 * programs.h - what program a process ran at a time
 *
 * A process may execute one after the other. A log tells of the last one, and
 * as objects of those before.
 */
#ifndef PROGRAMS_H
#define PROGRAMS_H

#include "source/source.h"

enum { PROGRAMS_NAME = 256 };

/* Which of them: the time at which it began, as far as that is known; 0: the
 * only one. */
int64_t programs_which(struct source *source, unsigned origin, pid_t pid,
		       const struct timespec *when);

/* Whether it was the last one, whose modules are known. */
bool programs_is_last(struct source *source, unsigned origin, pid_t pid,
		      const struct timespec *when);

/* Its name; empty where nobody knows it. when NULL: the last one's. *which: as
 * above; may be NULL. */
void programs_name(struct source *source, unsigned origin, pid_t pid,
		   const struct timespec *when, char name[PROGRAMS_NAME],
		   int64_t *which);

/* A time at which it ran, for these. */
const struct timespec *programs_when(int64_t which, struct timespec *room);

#endif
