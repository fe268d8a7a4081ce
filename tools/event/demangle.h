/*
 * demangle.h - source names of C++ and Rust
 *
 * A few bytes of a mangled name may stand for an unlimited text: the result is
 * cut to the room, without allocating.
 */
/* DEMANGLE_H is libiberty's. */
#ifndef EVENT_DEMANGLE_H
#define EVENT_DEMANGLE_H

#include <stdbool.h>
#include <stddef.h>

/* False: built without it. */
bool demangle_is_there(void);

/* Demangles a name, null-terminated and cut to size bytes. False: not mangled,
 * too long for libiberty, or built without it. */
bool demangle(const char *name, char *text, size_t size);

#endif
