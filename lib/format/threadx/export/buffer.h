/*
 * buffer.h - the memory of a ThreadX trace to be written
 *
 *	header | registry slots | event slots | zeroes
 *
 * Slots and events are collected, the events in a spool, and written at the end.
 */
#ifndef PXT_FORMAT_THREADX_EXPORT_BUFFER_H
#define PXT_FORMAT_THREADX_EXPORT_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format/export.h"
#include "format/threadx/details.h"
#include "format/threadx/export/event_spool.h"
#include "format/threadx/export/ticks.h"
#include "format/threadx/image.h"
#include "format/threadx/record.h"

#define PXT_THREADX_BUFFER_MOST ((uint64_t)1 << 32) /* bytes */

enum { PXT_THREADX_REGISTRY_MOST = 1 << 20 }; /* slots */

/* A used registry slot. */
struct pxt_threadx_entry {
	struct pxt_threadx_details details;
	uint64_t address;
	char *name; /* owned */
};

struct pxt_threadx_buffer {
	unsigned word; /* bytes */
	bool big;
	uint16_t name_size;
	uint16_t reserved1;
	uint64_t mask, base;
	uint64_t registry;    /* address of its first slot; 0: from base */
	uint64_t reserved[3]; /* reserved words 2, 3 and 4 */

	struct pxt_threadx_entry *entry;
	size_t entries, entry_room;
	uint64_t slots; /* slots of the registry */

	struct pxt_threadx_event_spool spool;
	uint64_t dropped; /* oldest events of the spool, not written */
	uint64_t events;  /* number of those that are */
	struct pxt_threadx_ticks ticks; /* no rate: stamps are ticks already,
					 * and no nanoseconds */
	uint64_t capacity;		/* number of event slots */
	uint64_t first;			/* slot of the oldest event */
	uint64_t current; /* offset of the current slot from the first one, if
			    * known */
	bool has_current;
	uint64_t size; /* total bytes; 0: as needed */
};

void pxt_threadx_buffer_fini(struct pxt_threadx_buffer *buffer);

/* Appends an event. ENOMEM. Or an error of the spool. */
int pxt_threadx_buffer_add(struct pxt_threadx_buffer *buffer,
			   const struct pxt_threadx_words *words);

/* Drops the oldest events. */
void pxt_threadx_buffer_drop(struct pxt_threadx_buffer *buffer, uint64_t count);

/* Adds a registry entry; the name is copied. ENOMEM. */
int pxt_threadx_buffer_enter(struct pxt_threadx_buffer *buffer,
			     const struct pxt_threadx_entry *entry,
			     const char *name);

/* Sizes of a registry slot, an event slot, and of everything. */
size_t pxt_threadx_buffer_entry_size(const struct pxt_threadx_buffer *buffer);
size_t pxt_threadx_buffer_event_size(const struct pxt_threadx_buffer *buffer);
uint64_t pxt_threadx_buffer_size(const struct pxt_threadx_buffer *buffer);

/* Writes the trace. EFBIG: larger than PXT_THREADX_BUFFER_MOST. ENOMEM. Or an
 * error of the output, or of the spool. */
int pxt_threadx_buffer_write(struct pxt_threadx_buffer *buffer,
			     struct pxt_output *out);

#endif
