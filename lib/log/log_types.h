/*
 * log_types.h - numbers of event types in a made log
 *
 * A type is a name with a description. The same name with another description
 * is another type.
 */
#ifndef PXT_LOG_TYPES_H
#define PXT_LOG_TYPES_H

#include "model/event.h"

struct pxt_log_type {
	char *name; /* NULL: no name */
	char *description;
	bool taken;
};

/* Zero at first. */
struct pxt_log_types {
	struct pxt_log_type type[PXT_EVENT_END];
};

/* Finds the number of a type; *type: the preferred number, or 0. *is_new: the
 * number is free. ENOSPC: none is free. */
int pxt_log_types_find(const struct pxt_log_types *types, const char *name,
		       const char *description, uint32_t *type, bool *is_new);

/* Enters a type under that number. ENOMEM. */
int pxt_log_types_add(struct pxt_log_types *types, const char *name,
		      const char *description, uint32_t type);

/* True if events may have that type. */
bool pxt_log_types_has(const struct pxt_log_types *types, uint32_t type);

void pxt_log_types_fini(struct pxt_log_types *types);

#endif
