/*
 * types.h - types of a ThreadX trace's events
 *
 * A type is made when its first event comes.
 */
#ifndef PXT_FORMAT_THREADX_IMPORT_TYPES_H
#define PXT_FORMAT_THREADX_IMPORT_TYPES_H

#include <stdbool.h>
#include <stdint.h>

#include "format/threadx/events.h"
#include "format/threadx/import/custom_names.h"
#include "format/threadx/import/description.h"
#include "format/trace.h"

enum {
	/* Ids of 16 bits: the kernel has more, viewers do not. */
	PXT_THREADX_PAGES = 1 << 8,
	PXT_THREADX_PAGE = 1 << 8,
};

struct pxt_threadx_type {
	trace_event_id_t number;
	struct pxt_threadx_layout layout;
	bool is_made;
};

struct pxt_threadx_types {
	struct pxt_trace *trace;
	unsigned word;
	enum pxt_threadx_generation generation;
	const struct pxt_threadx_custom_names *custom_names;
	struct pxt_threadx_type *page[PXT_THREADX_PAGES]; /* NULL: none met */
};

/* The caller sets all members but the pages. */
void pxt_threadx_types_fini(struct pxt_threadx_types *types);

/* Finds or makes the type of an event. NULL: no memory. */
const struct pxt_threadx_type *
pxt_threadx_types_get(struct pxt_threadx_types *types, uint16_t id);

#endif
