/*
 * always.h - POSIXTRACE_FIRMWARE=always: a stream has what the firmware never
 * enabled
 */
#ifndef FIRMWARE_COMMON_ALWAYS_H
#define FIRMWARE_COMMON_ALWAYS_H

#include <stdbool.h>

/* Set before constructors of programs run. */
extern bool firmware_always;

#endif
