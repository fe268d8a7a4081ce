/*
 * objects.h - names of the objects in fields of events
 */
#ifndef OBJECTS_H
#define OBJECTS_H

#include <stdbool.h>
#include <stddef.h>

#include <trace_np.h>

#include "event/fields.h"
#include "event/symbols.h"

enum {
	OBJECTS_TEXT = POSIX_TRACE_OBJECT_KIND_MAX_NP + 1 +
		       POSIX_TRACE_OBJECT_NAME_MAX_NP + 1,
};

/* The bits of a number, in the width of its field. */
unsigned long long objects_address(const struct posix_trace_field_np *field,
				   const struct posix_trace_number_np *number);

/* The number as text, in OBJECTS_NUMBER characters: addresses and the like in
 * hex, signed numbers, as descriptors of files, in decimal. */
enum { OBJECTS_NUMBER = 32 };

void objects_print(char *text, const struct posix_trace_field_np *field,
		   const struct posix_trace_number_np *number);

/* True if a field of the last decoded item can name objects. */
bool objects_are_in(const struct posix_trace_field_np *field);

/* Looks up an object by source_get_object(); an object without a registered
 * name that is a variable of the program gets the variable's name. name:
 * borrowed until the next call. symbols: may be NULL. */
int objects_get(struct source *source, struct symbols *symbols, unsigned origin,
		pid_t pid, unsigned long long address, const char *kind,
		const struct timespec *when,
		struct posix_trace_object_np *object);

/* Names the object of a number: "queue/jobs", or "queue/0x20001234" if it is
 * unnamed. Returns the length; *name: the offset of the name in it. 0:
 * unknown. */
size_t objects_name(const struct fields *fields,
		    const struct posix_trace_field_np *field,
		    const struct posix_trace_number_np *number,
		    char text[OBJECTS_TEXT], size_t *name);

/* The part of such a name to show, of which *len is left: a path needs no kind,
 * and "fd//etc/passwd" would not be one. */
const char *objects_shown(const char *text, size_t name, size_t *len);

#endif
