/*
 * pid.h - processes named by the user, and errors of looking at them
 */
#ifndef PID_H
#define PID_H

#include <stdbool.h>
#include <sys/types.h>

/* False: not a valid process number. */
bool pid_parse(const char *text, pid_t *pid);

/* Reports why streams and processes, or this process's, could not be listed.
 * Returns the exit status. */
int pid_refuse(pid_t pid, int err);

#endif
