/*
 * proc.h - information about processes from the kernel
 */
#ifndef PROC_H
#define PROC_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Reads the first size - 1 bytes of a file in /proc/PID, and adds a null.
 * Returns their number; 0: none, or not readable. */
size_t proc_read(pid_t pid, const char *file, char *text, size_t size);

/* True for "DIRECTORY/#NUMBER (deleted)": the kernel's path of a file without a
 * name, as the log of a flight recorder before it is saved. */
bool proc_is_unnamed(const char *path);

/* The kernel's name of a process: at most 15 characters, of any kind. False: no
 * such process. */
bool proc_name(pid_t pid, char *name, size_t size);

/* True for a number that posixtrace gave to a process that is not seen from
 * here: the kernel's numbers are below. */
bool proc_is_unseen(pid_t pid);

/* True if the kernel lets us trace the process. */
bool proc_is_open(pid_t pid);

/* True if the process is a child of the other, or of a child of that, and so
 * on. */
bool proc_descends(pid_t pid, pid_t from);

/* The owner's name, in size bytes. */
void proc_owner(pid_t pid, char *name, size_t size);

#endif
