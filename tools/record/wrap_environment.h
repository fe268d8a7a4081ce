/*
 * wrap_environment.h - wrapping the C library for a command
 *
 * The environment makes the dynamic linker load libposixtrace-wrap into the
 * command and the programs that it executes.
 */
#ifndef WRAP_ENVIRONMENT_H
#define WRAP_ENVIRONMENT_H

#include <stdbool.h>

/* Commands launched from now on are wrapped. groups: a valid list; only: a
 * valid choice, or NULL: all objects. False: not possible, which was
 * reported. */
bool wrap_environment_begin(const char *groups, const char *only);

#endif
