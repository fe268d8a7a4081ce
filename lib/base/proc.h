/*
 * proc.h - what the kernel says about a process
 */
#ifndef PXT_BASE_PROC_H
#define PXT_BASE_PROC_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct pxt_proc {
	pid_t parent;
	uint64_t start; /* as pxt_proc_start_time() tells it */
	uint64_t image; /* changes when the process executes another program,
			 * and not when it forks; 0: not for us to know */
};

/* ESRCH: there is none, or it has ended. An error of base/shortage.h: there is
 * one, of which nothing can be read now. */
int pxt_proc_read(pid_t pid, struct pxt_proc *proc);

/* When a process began, in the kernel's ticks since boot: with its number
 * that names it for ever. Fails as pxt_proc_read(). */
int pxt_proc_start_time(pid_t pid, uint64_t *start);

/* A number that no other process has had since the boot, not even one that had
 * the same number within the same tick. 0: there is no such process, or the
 * kernel has none to tell (before Linux 6.9). Safe in signal handlers. */
uint64_t pxt_proc_serial(pid_t pid);

/* Has the thread not ended? This and the three below take a process for alive
 * of which nothing can be read now for want of descriptors, or memory. */
bool pxt_proc_thread_alive(pid_t tid);

/* Does the process that began then still run? */
bool pxt_proc_alive(pid_t pid, uint64_t start);

/* Has the process that began then still its number, if only because its parent
 * has not asked for its end? */
bool pxt_proc_is_still(pid_t pid, uint64_t start);

/* Does it run, and has it not executed another program since? */
bool pxt_proc_runs_image(pid_t pid, uint64_t start, uint64_t image);

/* Where something of a process is: "/stat", or "" for all of it. path: room for
 * 20 bytes more than file has. Safe in signal handlers. */
void pxt_proc_path(pid_t pid, const char *file, char *path);

/* A process's arguments, as many as there is room for: into size bytes of
 * line, and pointers to them in argv, of max. How many. */
int pxt_proc_arguments(pid_t pid, char *line, size_t size, char **argv,
		       int max);

/* What one of its threads is called; and the name of its program's file, as
 * much of it as a thread that has no other name is called. ESRCH: there is no
 * such thread, or it is not for us to know. */
enum { PXT_PROC_NAME = 16 }; /* bytes, with the null */
int pxt_proc_thread_name(pid_t pid, pid_t tid, char name[PXT_PROC_NAME]);
int pxt_proc_program(pid_t pid, char name[PXT_PROC_NAME]);

/* How much address space it has mapped, in bytes, as RLIMIT_AS counts it. ESRCH.
 * Safe in signal handlers. */
int pxt_proc_size(pid_t pid, uint64_t *bytes);

/* The time in the unit of start times. */
uint64_t pxt_proc_now(void);

/* Whose it is: the effective user, or root if the kernel holds it to be
 * privileged (set-user-id, or root's before) or it is not dumpable. ESRCH. */
int pxt_proc_owner(pid_t pid, uid_t *owner);

/* Its effective user, privileged or not. ESRCH. */
int pxt_proc_user(pid_t pid, uid_t *user);

/* The number that a user of ours has in the process's user namespace. */
uid_t pxt_proc_own_number(pid_t pid, uid_t user);

/* Has the process the same of this as the caller: "/root", "/ns/mnt"? What is
 * not for us to see is taken for the same. */
bool pxt_proc_shares(pid_t pid, const char *what);

#endif
