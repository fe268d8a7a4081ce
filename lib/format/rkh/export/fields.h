/*
 * fields.h - the fields of an event of RKH, by their names
 */
#ifndef PXT_FORMAT_RKH_EXPORT_FIELDS_H
#define PXT_FORMAT_RKH_EXPORT_FIELDS_H

#include <stdbool.h>
#include <stdint.h>

#include <trace_np.h>

#include "format/rkh/events.h"

struct pxt_rkh_fields {
	const struct posix_trace_layout_np *layout;
	struct posix_trace_value_np value[POSIX_TRACE_FIELDS_MAX_NP];
	unsigned count;
	unsigned at; /* the search begins here */
};

/* True for the type of an event of RKH. */
bool pxt_rkh_fields_are_of(const char *name,
			   const struct posix_trace_layout_np *layout);

/* Finds the event of that name. id: a hint; of width bytes. NULL: the dialect
 * has none. */
const struct pxt_rkh_event *pxt_rkh_fields_event(enum pxt_rkh_dialect dialect,
						 const char *name, uint64_t id,
						 size_t width,
						 unsigned *number);

/* Takes the fields of an item, all of which are borrowed, and finds its event. */
const struct pxt_rkh_event *
pxt_rkh_fields_take(struct pxt_rkh_fields *fields, enum pxt_rkh_dialect dialect,
		    const char *name,
		    const struct posix_trace_layout_np *layout,
		    const struct posix_trace_item_np *item, unsigned *number);

/* NULL: no such field. */
const struct posix_trace_value_np *
pxt_rkh_fields_find(struct pxt_rkh_fields *fields, const char *name);

/* The number of a value; 0: NULL, or a text. */
uint64_t pxt_rkh_fields_number(const struct pxt_rkh_fields *fields,
			       const struct posix_trace_value_np *value);

/* Finds a number. False: there is none, and *number is 0. */
bool pxt_rkh_fields_get(struct pxt_rkh_fields *fields, const char *name,
			uint64_t *number);

#endif
