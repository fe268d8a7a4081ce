/*
 * kinds.h - kinds of ThreadX objects, and their details
 *
 * The registry has numbers of types, and two parameters that depend on them.
 * Safe in signal handlers.
 */
#ifndef PXT_FORMAT_THREADX_KINDS_H
#define PXT_FORMAT_THREADX_KINDS_H

#include <stddef.h>

#include "format/threadx/memory.h"

enum {
	PXT_THREADX_KIND_SIZE = 32,	/* bytes of a kind, with a null */
	PXT_THREADX_DETAILS_SIZE = 256, /* bytes of details, with a null */
};

/* The kind of objects of a type: "queue"; NULL: no such type. */
const char *pxt_threadx_kind(unsigned type);

/* The type of a kind; 0: none. */
unsigned pxt_threadx_kind_find(const char *kind);

/* Prints the kind of a type, which is "type_40" where it has none. */
void pxt_threadx_kind_put(char kind[PXT_THREADX_KIND_SIZE], unsigned type);

/* Index of an object that no slot has room for. */
#define PXT_THREADX_NO_SLOT SIZE_MAX

/* Prints everything in the slot of an index but address and name, named by its
 * type. */
void pxt_threadx_details_put(char details[PXT_THREADX_DETAILS_SIZE],
			     size_t index, const struct pxt_threadx_slot *slot);

#endif
