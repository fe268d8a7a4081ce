/*
 * slots.h - what is in the slots of a buffer of LiteOS
 *
 * Frames are stored one behind the other, over the oldest ones when there is no
 * room: those that were never used are behind all others. What no kernel writes
 * is damage, and does not count for where the oldest is. If most frames look
 * like that, their layout is another one than was said, and all are taken as
 * they are.
 */
#ifndef PXT_FORMAT_LITEOS_IMPORT_SLOTS_H
#define PXT_FORMAT_LITEOS_IMPORT_SLOTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format/feed.h"
#include "format/liteos/import/doubt.h"
#include "format/liteos/layout.h"

struct pxt_liteos_slots {
	const uint8_t *frames;	     /* borrowed, as the layout is */
	const struct pxt_feed *feed; /* of which they are; NULL: of none, */
	uint64_t offset;	     /* ... and where */
	size_t count;
	const struct pxt_liteos_layout *layout;
	bool big;
	bool old;    /* the numbers before LiteOS 5 */
	uint64_t hz; /* of their times; 0: nobody knows */

	/* What was found. */
	size_t used; /* with those that are damaged */
	size_t end;  /* behind the last one that is used */
	size_t oldest;
	uint64_t missing; /* events before the first, says a counter */
	bool is_doubtful; /* most are no frames of that layout */
	uint8_t *state;	  /* of each: enum pxt_liteos_doubt, or worse */
};

/* Look at frames to end. ENOMEM. */
int pxt_liteos_slots_find(struct pxt_liteos_slots *slots);
void pxt_liteos_slots_fini(struct pxt_liteos_slots *slots);

/* How many slots from that one on have no event, though they were used, and
 * why. */
size_t pxt_liteos_slots_damaged(const struct pxt_liteos_slots *slots,
				size_t slot, const char **why);

/* There is an event: most slots have one. */
static inline bool pxt_liteos_slots_has(const struct pxt_liteos_slots *slots,
					size_t slot)
{
	return slots->state[slot] == PXT_LITEOS_SOUND;
}

/* The slot of a place in order, the oldest first. */
static inline size_t pxt_liteos_slots_at(const struct pxt_liteos_slots *slots,
					 size_t place)
{
	const size_t slot = slots->oldest + place;

	return slot < slots->count ? slot : slot - slots->count;
}

#endif
