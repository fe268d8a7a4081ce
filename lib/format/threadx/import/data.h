/*
 * data.h - data of ThreadX's events
 */
#ifndef PXT_FORMAT_THREADX_IMPORT_DATA_H
#define PXT_FORMAT_THREADX_IMPORT_DATA_H

#include "format/threadx/contexts.h"
#include "format/threadx/import/description.h"

/* The words of an event slot. */
enum pxt_threadx_event_word {
	PXT_THREADX_CONTEXT,
	PXT_THREADX_PRIORITY,
	PXT_THREADX_EVENT,
	PXT_THREADX_STAMP,
	PXT_THREADX_INFORMATION,
	PXT_THREADX_EVENT_WORDS = 8,
};

struct pxt_threadx_data {
	const struct pxt_threadx_context *context;
	const struct pxt_threadx_layout *layout;
	uint64_t word[PXT_THREADX_EVENT_WORDS];
	uint64_t ticks; /* ticks since the first event */
};

/* Lays an event out as description.h says, with words of that size, in
 * PXT_THREADX_DATA_MAX bytes. Returns its length. */
size_t pxt_threadx_data_put(uint8_t *to, unsigned size,
			    const struct pxt_threadx_data *data);

#endif
