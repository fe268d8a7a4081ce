/*
 * trace_types.h - types of a trace's events, by name and description
 *
 * A name with a description has one number for good.
 */
#ifndef PXT_FORMAT_TRACE_TYPES_H
#define PXT_FORMAT_TRACE_TYPES_H

#include <stddef.h>

#include <trace_np.h>

enum {
	PXT_TRACE_FIRST_TYPE = 16, /* smaller numbers are the standard's */
	PXT_TRACE_TYPES = (1 << 12) - PXT_TRACE_FIRST_TYPE,
};

struct pxt_trace_type {
	trace_event_id_t number;
	const char *name;
	const char *description; /* description; "": none */
	char *text;		 /* name and description */
};

/* Zero at first. */
struct pxt_trace_types {
	struct pxt_trace_type *type[PXT_TRACE_TYPES];
	size_t count;
	void *tree;
};

void pxt_trace_types_fini(struct pxt_trace_types *types);

/* Returns the number of a type, which may be new; that of events without a name
 * if there are too many, or no memory (ENOMEM). description: may be NULL. */
int pxt_trace_types_number(struct pxt_trace_types *types, const char *name,
			   const char *description, trace_event_id_t *number);

/* NULL: no such number. */
const struct pxt_trace_type *
pxt_trace_types_get(const struct pxt_trace_types *types,
		    trace_event_id_t number);

#endif
