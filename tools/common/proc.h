/*
 * proc.h - what the kernel tells of a process
 */
#ifndef PROC_H
#define PROC_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* The first size - 1 bytes of a file in /proc/PID, and a null. Gives how many
 * there are; 0: none, or they are not for us to see. */
size_t proc_read(pid_t pid, const char *file, char *text, size_t size);

/* The kernel's name for it: 15 characters at most, of any kind. false: there is
 * no such process. */
bool proc_name(pid_t pid, char *name, size_t size);

/* Does the kernel let us trace it? */
bool proc_is_open(pid_t pid);

/* The user that it belongs to, by name, in size bytes. */
void proc_owner(pid_t pid, char *name, size_t size);

#endif
