/*
 * candidates.h - the processes that a name may mean
 */
#ifndef CANDIDATES_H
#define CANDIDATES_H

#include <stddef.h>
#include <sys/types.h>

enum { CANDIDATES_MAX = 16 };

/* The processes that live and whose program, or whose name as the kernel has it,
 * is called so, but for ourselves. Gives their number, of which the first
 * CANDIDATES_MAX are told. */
size_t candidates_find(const char *name, pid_t pids[CANDIDATES_MAX]);

/* A line for each process: number, user, command. */
void candidates_list(const pid_t *pids, size_t count);

/* The one that a number or a name means; that a number is a process's is not
 * looked at. Gives the exit status, and has told if it is none, or several. */
int candidates_choose(const char *process, pid_t *pid);

/* The same, for an option: where it is not known which, the program ends. */
pid_t candidates_must_choose(const char *process);

#endif
