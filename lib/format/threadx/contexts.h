/*
 * contexts.h - contexts of ThreadX events: threads, interrupts
 *
 * Each context has a small number, in the order of addition: first interrupts
 * and initialization, then threads.
 */
#ifndef PXT_FORMAT_THREADX_CONTEXTS_H
#define PXT_FORMAT_THREADX_CONTEXTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/map.h"

enum { PXT_THREADX_NAME_MAX = 255 }; /* bytes that are kept of a name */

struct pxt_threadx_context {
	uint64_t address;
	char *name; /* with a null, and no null before */
	size_t len;
	pid_t tid;
	bool is_registered;
};

/* Zero at first. */
struct pxt_threadx_contexts {
	struct pxt_threadx_context *context; /* indexed by number */
	size_t count, room;
	struct pxt_map numbers; /* plus one, by address */
	size_t last;		/* last result */
};

void pxt_threadx_contexts_fini(struct pxt_threadx_contexts *contexts);

/* Finds the context of an address. NULL: none so far. Valid until one is
 * added. */
struct pxt_threadx_context *
pxt_threadx_contexts_find(struct pxt_threadx_contexts *contexts,
			  uint64_t address);

/* Adds a new one. The name is copied. NULL: no memory. */
struct pxt_threadx_context *
pxt_threadx_contexts_add(struct pxt_threadx_contexts *contexts,
			 uint64_t address, const char *name, size_t len);

/* Renames it. False: no memory. */
bool pxt_threadx_context_name(struct pxt_threadx_context *context,
			      const char *name, size_t len);

#endif
