/*
 * objects.h - telling what the objects are that events name
 *
 * A wrapper of what makes an object calls wrap_object() behind that, and before
 * its event; one of what ends it wrap_object_end() before that, and behind its
 * event. kind is as in the event's [[object(kind)]]. So views show the name
 * that was valid at an event's time, whatever comes to that address later.
 *
 *	WRAP_OBJECT("barrier", barrier, NULL, { "count", .number = count });
 *	WRAP_OBJECT("fd", fd, path, { "flags", .number = flags, .hex = true });
 *	wrap_object_end("fd", (uint64_t)fd);
 *
 * Objects that are never made, as a mutex with PTHREAD_MUTEX_INITIALIZER, need
 * nothing of this. All of it keeps errno, is safe in signal handlers, neither
 * allocates nor waits, and may be called whatever groups are recorded.
 */
#ifndef WRAP_OBJECTS_H
#define WRAP_OBJECTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A number, or a text if there is one. */
struct wrap_parameter {
	const char *name; /* NULL: there are no more */
	const char *text;
	int64_t number;
	bool hex;
};

/* There is a new object. name, parameters: may be NULL. */
void wrap_object(const char *kind, uint64_t address, const char *name,
		 const struct wrap_parameter *parameters);

#define WRAP_OBJECT(kind, address, called, ...)                   \
	wrap_object(kind, (uint64_t)(uintptr_t)(address), called, \
		    (const struct wrap_parameter[]){ __VA_ARGS__, \
						     { .name = NULL } })

/* It is called so from now on, and was. */
void wrap_object_name(const char *kind, uint64_t address, const char *name);

/* It is no more; or all are, from one number to another. */
void wrap_object_end(const char *kind, uint64_t address);
void wrap_object_end_all(const char *kind, uint64_t first, uint64_t last);

#endif
