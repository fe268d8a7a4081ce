/*
 * programs.h - the program of a process at a time
 *
 * A process may execute several programs. A log describes the last one, and has
 * objects for earlier ones.
 */
#ifndef PROGRAMS_H
#define PROGRAMS_H

#include "source/source.h"

enum { PROGRAMS_NAME = 256 };

/* Identifies the program by the time at which it began, as far as known; 0: the
 * only one. */
int64_t programs_which(struct source *source, unsigned origin, pid_t pid,
		       const struct timespec *when);

/* True for the last program, whose modules are known. */
bool programs_is_last(struct source *source, unsigned origin, pid_t pid,
		      const struct timespec *when);

/* The program's name; empty if unknown. when NULL: the last one. *which: its
 * identity; may be NULL. */
void programs_name(struct source *source, unsigned origin, pid_t pid,
		   const struct timespec *when, char name[PROGRAMS_NAME],
		   int64_t *which);

/* A time at which the program ran, for the functions above. */
const struct timespec *programs_when(int64_t which, struct timespec *room);

#endif
