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

/* The type of hooks with words, for channel -1, or of generic ones. */
trace_event_id_t hook_type(int channel, uint16_t id);

#endif
