/*
 * wrapping.h - having a command's calls of the C library recorded
 *
 * The dynamic linker is told by the environment to load libposixtrace-wrap
 * into the command and what that executes.
 */
#ifndef WRAPPING_H
#define WRAPPING_H

#include <stdbool.h>

/* Commands that are launched from now on are wrapped. groups: a list that was
 * checked, as was only, or NULL: of all objects. False: it cannot be, and was
 * said why. */
bool wrapping_begin(const char *groups, const char *only);

#endif
