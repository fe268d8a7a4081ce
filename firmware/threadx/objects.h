/*
 * objects.h - objects of the firmware: in its registry, and in streams
 *
 * They are remembered, for the registry of a buffer that comes later. Safe in
 * signal handlers.
 */
#ifndef FIRMWARE_THREADX_OBJECTS_H
#define FIRMWARE_THREADX_OBJECTS_H

#include <stdint.h>

enum {
	THREADX_THREAD = 1,	    /* a type */
	THREADX_OBJECTS_MAX = 4096, /* that are remembered */
};

struct threadx_object {
	uint8_t type;
	uint8_t reserved[2]; /* a thread's priority, in the registry */
	uint32_t address;
	uint32_t parameter[2];
	const char *name; /* NULL: none */
};

/* An object is there. */
void threadx_objects_add(const struct threadx_object *object);

/* The last object of that address is gone. */
void threadx_objects_remove(uint32_t address);

/* Enters those that are there into the registry of a new buffer. The caller owns
 * the exclusion, and tells the streams when it has given it back. */
void threadx_objects_enter(void);
void threadx_objects_tell(void);

/* Tells the streams how many events the buffer at an address lacks. */
void threadx_objects_tell_buffer(const void *start, uint32_t left_out);

#endif
