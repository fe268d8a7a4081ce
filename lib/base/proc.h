/*
 * proc.h - what the kernel says about a process
 */
#ifndef PXT_BASE_PROC_H
#define PXT_BASE_PROC_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* When a process began, in the kernel's ticks since boot: with its number
 * that names it for ever. ESRCH: there is none, or it has ended. */
int pxt_proc_start_time(pid_t pid, uint64_t *start);

/* Does the process that began then still run? */
bool pxt_proc_alive(pid_t pid, uint64_t start);

/* Whose it is: the effective user, or root if the kernel holds it to be
 * privileged (set-user-id). ESRCH. */
int pxt_proc_owner(pid_t pid, uid_t *owner);

#endif
