/*
 * objects.h - what the objects are called that fields of events name
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

/* The bits of a number, as many as its field has. */
unsigned long long objects_address(const struct posix_trace_field_np *field,
				   const struct posix_trace_number_np *number);

/* The same as text, into OBJECTS_NUMBER characters: addresses and the like in
 * hex, and what has a sign, as descriptors of files, as it is. */
enum { OBJECTS_NUMBER = 32 };

void objects_print(char *text, const struct posix_trace_field_np *field,
		   const struct posix_trace_number_np *number);

/* Whether a field of the item decoded last can name objects. */
bool objects_are_in(const struct posix_trace_field_np *field);

/* As source_get_object(); what has no name that anybody told, and is a variable
 * of the program, is called so. name: borrowed until the next call. symbols:
 * may be NULL. */
int objects_get(struct source *source, struct symbols *symbols,
		unsigned origin, pid_t pid, unsigned long long address,
		const char *kind, const struct timespec *when,
		struct posix_trace_object_np *object);

/* What such a number is called there: "queue/jobs", or "queue/0x20001234" where
 * that has no name. Gives how long it is; *name: where in it the name begins.
 * 0: nobody knows of it. */
size_t objects_name(const struct fields *fields,
		    const struct posix_trace_field_np *field,
		    const struct posix_trace_number_np *number,
		    char text[OBJECTS_TEXT], size_t *name);

/* Such a name as it is shown, of which *len is left: a path says by itself what
 * it is, and "fd//etc/passwd" would be none. */
const char *objects_shown(const char *text, size_t name, size_t *len);

#endif
