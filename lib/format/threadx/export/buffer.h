/*
 * buffer.h - the memory of a ThreadX event trace that is to be written
 *
 *	header | registry slots | event slots | zeroes
 *
 * Slots and events are gathered, and written once all is known of them.
 */
#ifndef PXT_FORMAT_THREADX_EXPORT_BUFFER_H
#define PXT_FORMAT_THREADX_EXPORT_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format/export.h"
#include "format/threadx/details.h"
#include "format/threadx/image.h"
#include "format/threadx/record.h"

#define PXT_THREADX_BUFFER_MOST ((uint64_t)1 << 32) /* bytes */

/* A registry slot that is taken. */
struct pxt_threadx_entry {
	struct pxt_threadx_details details;
	uint64_t address;
	char *name; /* its own */
};

/* The words of an event, as they stand in a slot. */
struct pxt_threadx_words {
	uint64_t word[8];
};

struct pxt_threadx_buffer {
	unsigned word; /* bytes */
	bool big;
	uint16_t name_size;
	uint16_t reserved1;
	uint64_t mask, base;
	uint64_t registry; /* the address of its first slot; 0: as base says */
	uint64_t reserved[3]; /* 2, 3 and 4 */

	struct pxt_threadx_entry *entry;
	size_t entries, entry_room;
	uint64_t slots; /* of the registry */

	struct pxt_threadx_words *event; /* oldest first */
	size_t events, event_room;
	uint64_t capacity; /* slots for events, */
	uint64_t first;	   /* ... the one of the oldest; */
	uint64_t current;  /* where the next one goes, in bytes from the first
			    * slot, if that is known */
	bool has_current;
	uint64_t size;	   /* bytes of all; 0: no more than there is */
};

void pxt_threadx_buffer_fini(struct pxt_threadx_buffer *buffer);

/* An event behind the others. ENOMEM. */
int pxt_threadx_buffer_add(struct pxt_threadx_buffer *buffer,
			   const struct pxt_threadx_words *words);

/* An entry with that name, which is copied. ENOMEM. */
int pxt_threadx_buffer_enter(struct pxt_threadx_buffer *buffer,
			     const struct pxt_threadx_entry *entry,
			     const char *name);

/* Bytes of a registry slot, of an event slot, of the header; of all of it. */
size_t pxt_threadx_buffer_entry_size(const struct pxt_threadx_buffer *buffer);
size_t pxt_threadx_buffer_event_size(const struct pxt_threadx_buffer *buffer);
size_t pxt_threadx_buffer_header_size(const struct pxt_threadx_buffer *buffer);
uint64_t pxt_threadx_buffer_size(const struct pxt_threadx_buffer *buffer);

/* Write it. EFBIG: that is more than PXT_THREADX_BUFFER_MOST. ENOMEM. Else an
 * error of the sink. */
int pxt_threadx_buffer_write(struct pxt_threadx_buffer *buffer,
			     struct pxt_sink *out);

#endif
