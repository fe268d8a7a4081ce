/*
 * object.h - an object of the firmware, as the program registers it
 */
#ifndef FIRMWARE_THREADX_OBJECT_H
#define FIRMWARE_THREADX_OBJECT_H

#include <stdint.h>
#include <string.h>

#include <trace_np.h>

enum {
	THREADX_THREAD = 1, /* a type */
	THREADX_OBJECT_NAME = POSIX_TRACE_OBJECT_NAME_MAX_NP + 1,
};

struct threadx_object {
	uint8_t type;
	uint8_t reserved[2]; /* a thread's priority, in the registry */
	uint32_t address;
	uint32_t parameter[2];
};

struct threadx_named_object {
	struct threadx_object object;
	char name[THREADX_OBJECT_NAME];
};

/* Names the object, with what there is room for. NULL: it has no name. */
static inline void threadx_object_set_name(struct threadx_named_object *object,
					   const char *name)
{
	const size_t len = name ? strnlen(name, THREADX_OBJECT_NAME - 1) : 0;

	if (len)
		memcpy(object->name, name, len);
	object->name[len] = '\0';
}

#endif
