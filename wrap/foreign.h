/*
 * foreign.h - blocks that the dynamic linker has had, and the C library gives
 * back
 *
 * What the dynamic linker allocates is nobody's event, and so is its being
 * given back; but the texts of dlerror() it leaves to the C library. There is
 * room for some blocks: of what finds none, the end is an event. Nothing
 * allocates or waits.
 */
#ifndef WRAP_FOREIGN_H
#define WRAP_FOREIGN_H

#include <stdbool.h>

/* The dynamic linker has it from now on. */
void wrap_foreign_had(const void *block);

/* Somebody is about to give it back: had that the dynamic linker? */
bool wrap_foreign_ends(const void *block);

#endif
