/*
 * log_types.h - the numbers that types of events have in a log that is made
 *
 * A type is a name with a description. Two of one name with different ones
 * stay apart.
 */
#ifndef PXT_LOG_TYPES_H
#define PXT_LOG_TYPES_H

#include "model/event.h"

struct pxt_log_type {
	char *name; /* NULL: it has none */
	char *description;
	bool taken;
};

/* Zeroes at first. */
struct pxt_log_types {
	struct pxt_log_type type[PXT_EVENT_END];
};

/* The number of a type; *type: the one that is wanted, or 0. *is_new: nobody
 * has it yet. ENOSPC: nor is there another. */
int pxt_log_types_find(const struct pxt_log_types *types, const char *name,
		       const char *description, uint32_t *type, bool *is_new);

/* It has that number from now on. ENOMEM. */
int pxt_log_types_add(struct pxt_log_types *types, const char *name,
		      const char *description, uint32_t type);

/* May an event be of that type? */
bool pxt_log_types_has(const struct pxt_log_types *types, uint32_t type);

void pxt_log_types_fini(struct pxt_log_types *types);

#endif
