/*
 * types.h - types of a ThreadX trace's events, and their data
 *
 * A type is made when its first event comes. Its data, packed and in the byte
 * order of this machine, is
 *
 *	the information words that the event uses, by their names
 *	context, raw_priority, raw_event_id, core, event_id, raw_time_stamp,
 *	relative_ticks, i1 to i4, context_name
 *	priority, threshold	as far as the event has them
 *
 * All but the first line are details. An event of the user without a definition
 * has i1 to i4 in the first line.
 */
#ifndef PXT_FORMAT_THREADX_IMPORT_TYPES_H
#define PXT_FORMAT_THREADX_IMPORT_TYPES_H

#include <stdbool.h>
#include <stdint.h>

#include "format/threadx/contexts.h"
#include "format/threadx/events.h"
#include "format/threadx/import/custom_names.h"
#include "format/trace.h"

enum {
	/* Ids of 16 bits: the kernel has more, viewers do not. */
	PXT_THREADX_PAGES = 1 << 8,
	PXT_THREADX_PAGE = 1 << 8,
	PXT_THREADX_IP_SIZE = 16, /* bytes of an address as text */

	/* Maximum bytes of an event's data. */
	PXT_THREADX_DATA_MAX = PXT_THREADX_WORDS * PXT_THREADX_IP_SIZE + 9 * 8 +
			       4 + 8 + PXT_THREADX_NAME_MAX + 1 + 4,
};

struct pxt_threadx_type {
	trace_event_id_t number;
	uint8_t used;			 /* words with names */
	uint8_t word[PXT_THREADX_WORDS]; /* indexes of these */
	bool is_ip[PXT_THREADX_WORDS];	 /* IPv4 addresses among these */
	bool is_plain;			 /* only i1 to i4 come first */
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
