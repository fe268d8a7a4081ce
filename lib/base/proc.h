/*
 * proc.h - information about processes from the kernel
 */
#ifndef PXT_BASE_PROC_H
#define PXT_BASE_PROC_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct pxt_proc {
	pid_t parent;
	uint64_t start; /* pxt_proc_start_time() of it */
	uint64_t image; /* changes when the process executes another program,
			 * and not when it forks; 0: not accessible */
};

/* ESRCH: no such process, or it has ended; a thread that is not the first one of its
 * process is none. An error of base/shortage.h: it exists, and cannot be read
 * now. */
int pxt_proc_read(pid_t pid, struct pxt_proc *proc);

/* The caller's start and image. Errors of pxt_proc_read(). */
int pxt_proc_own(uint64_t *start, uint64_t *image);

/* Start of a process, in the kernel's ticks since boot: identifies the process
 * together with its number. Errors of pxt_proc_read(). */
int pxt_proc_start_time(pid_t pid, uint64_t *start);

/* A number unique among all processes since boot, even those with the same
 * number within the same tick. 0: no such process, or not supported (before
 * Linux 6.9). Safe in signal handlers. */
uint64_t pxt_proc_serial(pid_t pid);

/* True if the thread has not ended. This and the three functions below count
 * a process as alive if it cannot be read now for lack of descriptors, or
 * memory. */
bool pxt_proc_thread_alive(pid_t tid);

/* True if the process with that start time is still running. */
bool pxt_proc_alive(pid_t pid, uint64_t start);

/* True if the process with that start time still has its number, even as a
 * zombie. */
bool pxt_proc_is_still(pid_t pid, uint64_t start);

/* True if it is running, and has not executed another program since. */
bool pxt_proc_runs_image(pid_t pid, uint64_t start, uint64_t image);

/* The path of a file of a process: "/stat", or "" for the directory. path: room
 * for 20 bytes more than file has. Safe in signal handlers. */
void pxt_proc_path(pid_t pid, const char *file, char *path);

/* Reads a process's arguments into size bytes of line, and pointers to them
 * into argv, at most max. Returns their number. */
int pxt_proc_arguments(pid_t pid, char *line, size_t size, char **argv,
		       int max);

/* The name of a thread; and the file name of the program, cut to the length of
 * a thread's default name. ESRCH: no such thread, or not accessible. */
enum { PXT_PROC_NAME = 16 }; /* bytes, with the null */
int pxt_proc_thread_name(pid_t pid, pid_t tid, char name[PXT_PROC_NAME]);
int pxt_proc_program(pid_t pid, char name[PXT_PROC_NAME]);

/* Number of threads that have not ended; 0: cannot be read now. */
unsigned pxt_proc_threads(pid_t pid);

/* Mapped address space in bytes, as RLIMIT_AS counts. ESRCH. Safe in signal
 * handlers. */
int pxt_proc_size(pid_t pid, uint64_t *bytes);

/* The present time in units of start times. */
uint64_t pxt_proc_now(void);

/* The owner: the effective user, or root if the kernel considers the process
 * privileged (set-user-id, or formerly root's) or it is not dumpable. ESRCH. */
int pxt_proc_owner(pid_t pid, uid_t *owner);

/* The effective user, privileged or not. ESRCH. */
int pxt_proc_user(pid_t pid, uid_t *user);

/* The user namespace of a process, 0 being the caller; 0: the machine's first,
 * or not known. */
uint64_t pxt_proc_users(pid_t pid);

/* The id of one of our users in the process's user namespace. */
uid_t pxt_proc_own_number(pid_t pid, uid_t user);

/* True if the process shares this with the caller: "/root", "/ns/mnt"; also if
 * it cannot be read. */
bool pxt_proc_shares(pid_t pid, const char *what);

#endif
