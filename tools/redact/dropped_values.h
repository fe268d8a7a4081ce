/*
 * dropped_values.h - values that must not be in the copy, and the search for
 * them
 *
 * Values shorter than four bytes are anywhere by chance, and not searched for.
 */
#ifndef REDACT_DROPPED_VALUES_H
#define REDACT_DROPPED_VALUES_H

#include <stdint.h>

#include "base/map.h"

enum {
	DROPPED_LEAST = 4,
	DROPPED_BYTES = 64 << 20, /* limit of what is remembered */
	DROPPED_MARKS = 1 << 16,
	DROPPED_PLACES = 64, /* places of a mark that are tried */
};

struct dropped_value {
	uint32_t at, len; /* in bytes */
	uint32_t mark;	  /* the offset of four bytes that few others have */
	uint32_t next;	  /* value of the same mark + 1, or 0 */
	const char *what; /* borrowed */
};

/* Zero at first. */
struct dropped_values {
	struct pxt_map known;
	char *bytes;
	size_t used, bytes_room;
	struct dropped_value *value;
	size_t count, room;
	uint64_t unknown;		/* values beyond the limit */
	uint32_t marked[DROPPED_MARKS]; /* values by their marks */
	uint32_t crowd[DROPPED_MARKS];	/* numbers of such values */
};

/* Remembers a value. what: where it was, borrowed. ENOMEM. */
int dropped_values_add(struct dropped_values *values, const void *data,
		       size_t len, const char *what);
void dropped_values_fini(struct dropped_values *values);

/* Called for each value that is found, with its offset. */
typedef void dropped_found(void *argument, const struct dropped_value *value,
			   uint64_t offset);

/* Searches all bytes of a file. Returns an error number. */
int dropped_values_search(const struct dropped_values *values, int fd,
			  dropped_found *found, void *argument);

#endif
