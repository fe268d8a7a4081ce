/*
 * linkage.h - static linkage of programs
 */
#ifndef LINKAGE_H
#define LINKAGE_H

#include <stdbool.h>

/* command: as for execvp(3). False also for a program of another machine, or an
 * unreadable one. */
bool linkage_is_static(const char *command);

#endif
