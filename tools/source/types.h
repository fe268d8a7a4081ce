/*
 * types.h - numbers of the event types of several sources
 *
 * Sources may use one number for different types, and different numbers for
 * one. A type is identified by its name and its description, and has one number
 * here.
 */
#ifndef TYPES_H
#define TYPES_H

#include <stdbool.h>
#include <stddef.h>

#include <trace_np.h>

enum {
	TYPES_SYSTEM = 16,   /* numbers below are the standard's */
	TYPES_MAX = 1 << 14, /* further types have no names */
};

struct type {
	const char *name;	 /* NULL: none so far */
	const char *description; /* NULL: none */
	char *text;		 /* name and description */
	size_t source;		 /* source of its first occurrence, */
	trace_event_id_t there;	 /* number in that source */
	bool is_taken;
};

struct types {
	struct type type[TYPES_MAX];
	void *found; /* tree of tsearch(), by name and description */
	trace_event_id_t lowest; /* numbers below are taken */
};

void types_init(struct types *types);
void types_fini(struct types *types);

/* Finds or assigns the number of a type: preferably that of the source. Without
 * a free number it is the unnamed type. name NULL: a type of its own.
 * description: may be NULL. */
trace_event_id_t types_number(struct types *types, const char *name,
			      const char *description, size_t source,
			      trace_event_id_t there);

/* Returns the type of that number, or NULL. */
const struct type *types_get(const struct types *types,
			     trace_event_id_t number);

#endif
