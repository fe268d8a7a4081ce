/*
 * slots.h - contents of the slots in LiteOS's buffer
 *
 * Frames are stored in order, over the oldest ones in a full buffer: unused
 * slots come last. Frames that no kernel writes are damage, and do not count
 * for finding the oldest. If most frames are implausible, the layout is wrong,
 * and all are accepted.
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
	const uint8_t *frames;	     /* borrowed, with the layout */
	const struct pxt_feed *feed; /* feed of the frames; NULL: none */
	uint64_t offset;	     /* offset in the feed */
	size_t count;
	const struct pxt_liteos_layout *layout;
	bool big;
	bool old;    /* numbers of versions before LiteOS 5 */
	uint64_t hz; /* frequency of times; 0: unknown */

	/* Results. */
	size_t used; /* including damaged ones */
	size_t end;  /* end of the used ones */
	size_t oldest;
	uint64_t missing; /* events before the first, by counter */
	bool is_doubtful; /* most frames contradict the layout */
	uint8_t *state;	  /* per slot: enum pxt_liteos_doubt, or worse */
};

/* Classifies frames up to end. ENOMEM. */
int pxt_liteos_slots_find(struct pxt_liteos_slots *slots);
void pxt_liteos_slots_fini(struct pxt_liteos_slots *slots);

/* Number of used slots from that one on without an event, and why. */
size_t pxt_liteos_slots_damaged(const struct pxt_liteos_slots *slots,
				size_t slot, const char **why);

/* True if the slot has an event: most do. */
static inline bool pxt_liteos_slots_has(const struct pxt_liteos_slots *slots,
					size_t slot)
{
	return slots->state[slot] == PXT_LITEOS_SOUND;
}

/* Slot of an index in order, oldest first. */
static inline size_t pxt_liteos_slots_at(const struct pxt_liteos_slots *slots,
					 size_t place)
{
	const size_t slot = slots->oldest + place;

	return slot < slots->count ? slot : slot - slots->count;
}

#endif
