/*
 * pid.h - a process that somebody named, and why it cannot be looked at
 */
#ifndef PID_H
#define PID_H

#include <stdbool.h>
#include <sys/types.h>

/* false: not a number that a process may have. */
bool pid_parse(const char *text, pid_t *pid);

/* Say why streams and processes, or with pid this one's, could not be listed.
 * Gives the exit status. */
int pid_refuse(pid_t pid, int err);

#endif
