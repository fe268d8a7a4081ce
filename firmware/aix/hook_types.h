/*
 * hook_types.h - the event types of hooks
 *
 * Hooks with words are events "trc:ID", generic ones of channel c events
 * "trc:ID:chanC". Their data begins with a hook word. A type is opened at its
 * first use, without a lock: threads, and handlers, may ask for one together.
 */
#ifndef FIRMWARE_AIX_HOOK_TYPES_H
#define FIRMWARE_AIX_HOOK_TYPES_H

#include <stdint.h>

#include <trace_np.h>

#include "firmware/common/slots.h"
#include "firmware/common/types.h"

enum {
	CHANNELS = 8,
	HOOK_GENERIC_MAX = 4096, /* bytes behind a generic hook's word */
};

enum {
	HOOK_STAMPED = 0x8000,
	HOOK_GENERIC = 0x4000,
};

/* The hook word of the form that 64-bit entries have: four fields of 2 bytes, in
 * that order. It is stored as one word, which copies of it can wait for less. */
static inline uint64_t hook_word(unsigned flags, size_t length, unsigned id,
				 unsigned subhook)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	return (uint64_t)flags << 48 | (uint64_t)length << 32 |
	       (uint64_t)id << 16 | subhook;
#else
	return (uint64_t)subhook << 48 | (uint64_t)id << 32 |
	       (uint64_t)length << 16 | flags;
#endif
}

/* The id as it is stored: below 1000 the last digit is a type. */
static inline uint16_t hook_id(uint16_t upper)
{
	return upper < 0x1000 ? upper & 0xfff0 : upper;
}

/* A process has less types than half of the slots, so a search is short. */
enum { HOOK_SLOTS_LOG2 = 12 };

struct hook_slot {
	_Atomic uint64_t key;
	struct firmware_type type;
};

extern struct hook_slot hook_slots[1 << HOOK_SLOTS_LOG2];

/* For hook_type(): opens the type of a slot. */
trace_event_id_t hook_type_open(struct hook_slot *slot, int channel,
				uint16_t id);

/* The type of hooks with words, for channel -1, or of generic ones. Inline: it
 * takes as long as a call would. */
static inline trace_event_id_t hook_type(int channel, uint16_t id)
{
	static const struct firmware_slots table = { hook_slots,
						     sizeof(*hook_slots),
						     HOOK_SLOTS_LOG2 };
	/* Never 0 */
	const uint64_t key = (uint64_t)(channel + 2) << 16 | id;
	trace_event_id_t type;
	struct hook_slot *slot;
	bool is_new;

	slot = firmware_slots_find(&table, key, &is_new);
	if (!slot)
		return POSIX_TRACE_UNNAMED_USEREVENT;
	type = firmware_type_id(&slot->type);
	return type ? type : hook_type_open(slot, channel, id);
}

#endif
