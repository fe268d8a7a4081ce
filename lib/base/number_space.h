/*
 * number_space.h - the PID namespaces to which numbers of processes belong
 *
 * A process has a number in its own PID namespace, its space, and another one
 * in each space around that. What processes share has the numbers that they
 * themselves know, with the space; other processes know these by other numbers,
 * or not at all: a process sees what is in its own space and in those inside
 * that. "Here" is a number in the caller's /proc, which may be that of a space
 * around its own.
 */
#ifndef PXT_BASE_NUMBER_SPACE_H
#define PXT_BASE_NUMBER_SPACE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* The space of a machine's first processes has this number on every machine. */
#define PXT_SPACE_FIRST UINT64_C(0xeffffffc)

/* The caller's space; 0: not known, as there is no /proc. Safe in signal
 * handlers, as is the next one. */
uint64_t pxt_space_own(void);

/* The space of a process here, and its number in that; of one that cannot be
 * told, the caller's space, and the same number. */
uint64_t pxt_space_of(pid_t here, pid_t *number);

/* True if the numbers of that space are those in the caller's /proc. space 0:
 * the caller's. */
bool pxt_space_is_here(uint64_t space);

/* Finds the number here of a process, or thread, that has this number in that
 * space. ESRCH: there is none. EXDEV: the space is not seen from here. */
int pxt_space_find(uint64_t space, pid_t number, pid_t *here);

/* True if the thread has not ended, or cannot be seen from here. space 0: the
 * caller's. */
bool pxt_space_thread_alive(uint64_t space, pid_t tid);

#endif
