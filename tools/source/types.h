/*
 * types.h - event types of several sources, with one number for each
 *
 * Two sources may have given one number to different types, and different
 * numbers to one. A type is what its name and its description say: the same
 * of both is the same type, and has one number here.
 */
#ifndef TYPES_H
#define TYPES_H

#include <stdbool.h>
#include <stddef.h>

#include <trace_np.h>

enum {
	TYPES_SYSTEM = 16,    /* numbers below are the standard's */
	TYPES_MAX = 1 << 14, /* more have no names */
};

struct type {
	const char *name;	 /* NULL: it has none so far */
	const char *description; /* NULL: none */
	char *text;		 /* the two, as they are kept */
	size_t source;		 /* where it was met first, */
	trace_event_id_t there;	 /* and its number there */
	bool is_taken;
};

struct types {
	struct type type[TYPES_MAX];
	void *found; /* by name and description: a tree of tsearch() */
	trace_event_id_t lowest; /* below it, all are taken */
};

void types_init(struct types *types);
void types_fini(struct types *types);

/* The number of a type: the one it has, else that of the source if nobody has
 * taken it, else another. What finds no place is unnamed, as the standard has
 * it for what is too many. name NULL: it is no other's. description: may be
 * NULL. */
trace_event_id_t types_number(struct types *types, const char *name,
			      const char *description, size_t source,
			      trace_event_id_t there);

/* What has that number, or NULL. */
const struct type *types_get(const struct types *types,
			     trace_event_id_t number);

#endif
