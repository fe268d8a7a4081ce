/*
 * candidates.h - processes that a name may mean
 */
#ifndef CANDIDATES_H
#define CANDIDATES_H

#include <stddef.h>
#include <sys/types.h>

enum { CANDIDATES_MAX = 16 };

/* Finds running processes whose program, or kernel name, has that name, except
 * this command. Returns their number, and the first CANDIDATES_MAX. */
size_t candidates_find(const char *name, pid_t pids[CANDIDATES_MAX]);

/* Prints a line for each process: number, user, command. */
void candidates_list(const pid_t *pids, size_t count);

/* Finds the process of a number, which is not checked, or of a name. Returns
 * the exit status, after reporting that there is none, or several. */
int candidates_choose(const char *process, pid_t *pid);

/* Same for an option: an ambiguous name ends the program. */
pid_t candidates_must_choose(const char *process);

#endif
