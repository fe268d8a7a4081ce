/*
 * objects.h - objects of the firmware: in its registry, and in streams
 *
 * They are remembered, for the registry of a buffer that comes later. Safe in
 * signal handlers.
 */
#ifndef FIRMWARE_THREADX_OBJECTS_H
#define FIRMWARE_THREADX_OBJECTS_H

#include <stdint.h>

#include "firmware/threadx/object.h"

enum { THREADX_OBJECTS_MAX = 4096 }; /* that are remembered */

/* An object is there. name: NULL: it has none. */
void threadx_objects_add(const struct threadx_object *object, const char *name);

/* The last object of that address is gone. */
void threadx_objects_remove(uint32_t address);

/* The same for what a handler put off. The caller owns the exclusion. */
void threadx_objects_add_late(const struct threadx_named_object *object);
void threadx_objects_remove_late(uint32_t address);

/* The number of additions and removals that the registry lacks: handlers made
 * too many in the middle of an insert, or another thread did not finish one. */
uint32_t threadx_objects_left_out(void);

/* Enters those that are there into the registry of a new buffer. The caller owns
 * the exclusion, and tells the streams when it has given it back. */
void threadx_objects_enter(void);
void threadx_objects_tell(void);

/* Tells the streams how many events the buffer at an address lacks, and how many
 * changes of objects its registry. */
void threadx_objects_tell_buffer(const void *start, uint32_t left_out_events);

#endif
