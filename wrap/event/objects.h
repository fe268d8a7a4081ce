/*
 * objects.h - announcing the objects that events name
 *
 * A wrapper that makes an object calls wrap_object() after the call and before
 * its event; one that ends an object calls wrap_object_end() before the call
 * and after its event. kind is the one of the event's [[object(kind)]]. So
 * views show the name that was valid at the time of an event, whatever object
 * has the address later.
 *
 *	WRAP_OBJECT("barrier", barrier, NULL, { "count", .number = count });
 *	WRAP_OBJECT("fd", fd, path, { "flags", .number = flags, .hex = true });
 *	wrap_object_end("fd", (uint64_t)fd);
 *
 * Objects without a constructor, as a mutex with PTHREAD_MUTEX_INITIALIZER,
 * need no announcement. All functions keep errno, are safe in signal handlers,
 * neither allocate nor wait, and may be called whatever groups are recorded.
 */
#ifndef WRAP_EVENT_OBJECTS_H
#define WRAP_EVENT_OBJECTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A number, or a text if text is set. */
struct wrap_parameter {
	const char *name; /* NULL ends the list */
	const char *text;
	int64_t number;
	bool hex;
};

/* Announces a new object. name, parameters: may be NULL. */
void wrap_object(const char *kind, uint64_t address, const char *name,
		 const struct wrap_parameter *parameters);

#define WRAP_OBJECT(kind, address, called, ...)                   \
	wrap_object(kind, (uint64_t)(uintptr_t)(address), called, \
		    (const struct wrap_parameter[]){ __VA_ARGS__, \
						     { .name = NULL } })

/* Names an existing object. */
void wrap_object_name(const char *kind, uint64_t address, const char *name);

/* Ends an object, or all from one number to another. */
void wrap_object_end(const char *kind, uint64_t address);
void wrap_object_end_all(const char *kind, uint64_t first, uint64_t last);

#endif
