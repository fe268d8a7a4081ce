/*
 * memory.h - the parts of a ThreadX event trace, and the words in them
 *
 *	header | registry slots | event slots | other bytes of the dump
 *
 * All pointers in it are addresses of the target, on hosts of 64 bits without
 * their upper half: only their differences say something, modulo a word. Sizes
 * are compared with what is there before they are used.
 */
#ifndef PXT_FORMAT_THREADX_MEMORY_H
#define PXT_FORMAT_THREADX_MEMORY_H

#include <endian.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
	PXT_THREADX_HEADER_MAX = 96, /* bytes */
	PXT_THREADX_HEADER_WORDS = 12,
	PXT_THREADX_SLOT_WORDS = 8,   /* words of an event */
	PXT_THREADX_OBJECT_WORDS = 4, /* words of a registry slot, before its
				       * name */
};

#define PXT_THREADX_ID 0x54585442u

/* Contexts that are not threads. */
#define PXT_THREADX_UNUSED 0u
#define PXT_THREADX_INITIALIZE 0xf0f0f0f0u
#define PXT_THREADX_INTERRUPT 0xffffffffu

struct pxt_threadx_header {
	uint64_t id;
	uint64_t timer_valid_mask;
	uint64_t base_address;
	uint64_t registry_start;
	uint64_t registry_end;
	uint64_t buffer_start;
	uint64_t buffer_end;
	uint64_t current;
	uint64_t reserved2, reserved3, reserved4;
	uint16_t reserved1;
	uint16_t object_name_size;
};

/* A part of the events, in order. */
struct pxt_threadx_run {
	size_t from, to; /* slots, end exclusive */
};

struct pxt_threadx_image {
	const uint8_t *data; /* borrowed */
	size_t len;
	uint64_t start;			  /* offset of these in the file */
	bool big;			  /* true: big-endian */
	unsigned word;			  /* bytes */
	struct pxt_threadx_header header; /* header, after corrections */

	size_t registry_offset, registry_entry;
	uint64_t registry_slots; /* slots by the header */
	size_t registry_present; /* slots that are present */

	size_t event_offset, event_entry;
	uint64_t event_capacity;
	size_t event_present;
	uint64_t current_index;
	bool wrapped;
	bool is_in_order; /* the current pointer is that of an event slot */

	struct pxt_threadx_run run[2];
	unsigned runs;
	/* Events known to be missing at a truncated end: after the first of two
	 * runs, or else at the end. */
	uint64_t missing;
};

struct pxt_threadx_slot {
	uint8_t available, type;
	uint8_t reserved1, reserved2;
	uint64_t address;
	uint64_t parameter[2];
	const char *name; /* bytes of the name, up to a null */
	size_t name_len;
};

/* Returns an event slot that is present, for pxt_threadx_word(). */
static inline const uint8_t *
pxt_threadx_image_event(const struct pxt_threadx_image *image, size_t index)
{
	return image->data + image->event_offset + index * image->event_entry;
}

/* Reads a word by index, of a slot or header that is present. */
static inline uint64_t pxt_threadx_word(const struct pxt_threadx_image *image,
					const uint8_t *at, size_t number)
{
	uint64_t wide;
	uint32_t narrow;

	if (image->word == sizeof(wide)) {
		memcpy(&wide, at + number * sizeof(wide), sizeof(wide));
		return image->big ? be64toh(wide) : le64toh(wide);
	}
	memcpy(&narrow, at + number * sizeof(narrow), sizeof(narrow));
	return image->big ? be32toh(narrow) : le32toh(narrow);
}

/* Bytes from one address to another. */
static inline uint64_t
pxt_threadx_distance(const struct pxt_threadx_image *image, uint64_t from,
		     uint64_t to)
{
	return image->word == 8 ? to - from : (uint32_t)(to - from);
}

/* True if a distance is negative. */
static inline bool pxt_threadx_is_back(const struct pxt_threadx_image *image,
				       uint64_t distance)
{
	return distance >> (8 * image->word - 1);
}

static inline size_t
pxt_threadx_header_size(const struct pxt_threadx_image *image)
{
	return (size_t)PXT_THREADX_HEADER_WORDS * image->word;
}

static inline size_t
pxt_threadx_event_size(const struct pxt_threadx_image *image)
{
	return (size_t)PXT_THREADX_SLOT_WORDS * image->word;
}

/* True if an event was written to the slot. */
static inline bool
pxt_threadx_image_is_used(const struct pxt_threadx_image *image, size_t index)
{
	return pxt_threadx_word(image, pxt_threadx_image_event(image, index),
				0) != PXT_THREADX_UNUSED;
}

#endif
