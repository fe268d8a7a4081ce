/*
 * description.h - names of ThreadX events, and descriptions of their data
 *
 * The data, packed and in the byte order of this machine, is
 *
 *	the information words that the event uses, by their names
 *	context, raw_priority, raw_event_id, core, event_id, raw_time_stamp,
 *	relative_ticks, i1 to i4, context_name
 *	priority, threshold	as far as the event has them
 *
 * All but the first line are details. An event of the user without a definition
 * has i1 to i4 in the first line. Safe in signal handlers.
 */
#ifndef PXT_FORMAT_THREADX_IMPORT_DESCRIPTION_H
#define PXT_FORMAT_THREADX_IMPORT_DESCRIPTION_H

#include <stdbool.h>
#include <stdint.h>

#include "format/threadx/contexts.h"
#include "format/threadx/events.h"

enum {
	PXT_THREADX_IP_SIZE = 16, /* bytes of an address as text */

	/* Maximum bytes of an event's data. */
	PXT_THREADX_DATA_MAX = PXT_THREADX_WORDS * PXT_THREADX_IP_SIZE + 9 * 8 +
			       4 + 8 + PXT_THREADX_NAME_MAX + 1 + 4,
};

/* Fields with names of an event, which begin its data. */
struct pxt_threadx_layout {
	uint8_t used;			 /* words with names */
	uint8_t word[PXT_THREADX_WORDS]; /* indexes of these */
	bool is_ip[PXT_THREADX_WORDS];	 /* IPv4 addresses among these */
	bool is_plain;			 /* only i1 to i4 come first */
	bool is_prefix; /* the words are the first ones, and none is an
			 * address */
};

struct pxt_threadx_description {
	const char *name; /* name of the event, or plain_name */
	char plain_name[16];
	char text[2048]; /* cut at its end; no name is that long */
};

/* Describes an event, with words of so many bytes. event: NULL for one without
 * definition. */
void pxt_threadx_describe(struct pxt_threadx_description *description,
			  struct pxt_threadx_layout *layout, unsigned word,
			  const struct pxt_threadx_event *event, uint16_t id);

#endif
