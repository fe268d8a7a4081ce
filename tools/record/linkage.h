/*
 * linkage.h - whether the dynamic linker has a hand in a program
 */
#ifndef LINKAGE_H
#define LINKAGE_H

#include <stdbool.h>

/* command: as for execvp(3). False also if it is no program of this machine, or
 * cannot be read. */
bool linkage_is_static(const char *command);

#endif
