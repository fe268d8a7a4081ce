/*
 * demangle.h - names of C++ and Rust as their sources have them
 *
 * A few bytes of a mangled name may stand for a text without bound. None is
 * made longer than there is room for, and nothing is allocated for it.
 */
/* Not DEMANGLE_H, which is libiberty's. */
#ifndef EVENT_DEMANGLE_H
#define EVENT_DEMANGLE_H

#include <stdbool.h>
#include <stddef.h>

/* False: there is nothing of this in this build. */
bool demangle_is_there(void);

/* The text of a mangled name, with its null, cut to size bytes. False: the name
 * is not mangled, is longer than libiberty takes, or this build knows of none. */
bool demangle(const char *name, char *text, size_t size);

#endif
