/*
 * draft.h - the event of a record, from the calls that make the record
 *
 * Items of user events are noted beside the frame, and arguments are in it.
 * Where the importer has made an event of the same form before, its result is
 * known, and the event is composed without reading the frame.
 */
#ifndef FIRMWARE_RKH_DRAFT_H
#define FIRMWARE_RKH_DRAFT_H

#include <endian.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum {
	PXT_RKH_DRAFT_HEAD = 40,   /* bytes before the items */
	PXT_RKH_DRAFT_FORMATS = 8, /* items of a user event */
	PXT_RKH_DRAFT_ITEMS = 240, /* bytes of these */
	PXT_RKH_DRAFT_ADDED = 24,  /* bytes that the importer adds */
};

struct pxt_rkh_draft {
	uint8_t id;
	unsigned count; /* number of the items' formats */
	uint32_t stamp;
	unsigned len;	  /* length of the items */
	uint64_t formats; /* the first one in the lowest byte */
	/* A head, and items behind it. */
	uint8_t byte[PXT_RKH_DRAFT_HEAD + PXT_RKH_DRAFT_ITEMS +
		     sizeof(uint32_t)];
};

static inline void pxt_rkh_draft_begin(struct pxt_rkh_draft *draft, uint8_t id,
				       uint32_t stamp)
{
	draft->id = id;
	draft->count = 0;
	draft->stamp = stamp;
	draft->len = 0;
	draft->formats = 0;
}

/* Returns the place of an item. NULL: there is none, and then the draft is
 * shorter than the frame. */
static inline uint8_t *pxt_rkh_draft_item(struct pxt_rkh_draft *draft,
					  uint8_t format, size_t len)
{
	const unsigned count = draft->count, at = draft->len;

	if (__builtin_expect(count >= PXT_RKH_DRAFT_FORMATS ||
				     at > PXT_RKH_DRAFT_ITEMS ||
				     len > PXT_RKH_DRAFT_ITEMS - at,
			     0))
		return NULL;
	draft->formats |= (uint64_t)format << 8 * count;
	draft->count = count + 1;
	draft->len = at + (unsigned)len;
	return &draft->byte[PXT_RKH_DRAFT_HEAD + at];
}

#endif
