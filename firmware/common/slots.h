/*
 * slots.h - a table whose slots are claimed by keys, without a lock
 *
 * A slot is a struct that begins with its key; what lies behind the key is the
 * user's. Threads and signal handlers may look for one key together, and get
 * one slot. A table that is full refuses new keys, and a search is short.
 *
 * Who writes
 *	key	the first one who looks for it, by compare-and-swap, from 0; and
 *		nobody after that
 *
 * Always true
 *	S1  A key has at most one slot. All look at the same slots in the same
 *	    order, and take the first one that is theirs or free; none gets free.
 *	S2  One look for a key is told that the slot is new: the one whose swap
 *	    succeeds.
 *
 * What is ordered
 *	S3  Nothing: keys are relaxed, and a slot that was found says nothing of
 *	    what lies behind its key. That has a publication of its own: the id
 *	    in types.h (T1), or it is none, as an object's slot is a key alone.
 *
 * Progress: wait-free; a swap that fails has met a key.
 */
#ifndef FIRMWARE_COMMON_SLOTS_H
#define FIRMWARE_COMMON_SLOTS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FIRMWARE_SLOTS_TRIES = 32 };

/* A table of 1 << size_log2 structs, zeroed at first. Constant, so that a
 * search is compiled for it. */
struct firmware_slots {
	void *first;
	size_t size; /* bytes of a struct */
	unsigned size_log2;
};

/* The slot of a key that is not 0, claimed if it is new. NULL: no slot is free
 * where the key looks. */
static inline void *firmware_slots_find(const struct firmware_slots *slots,
					uint64_t key, bool *is_new)
{
	const size_t mask = ((size_t)1 << slots->size_log2) - 1;
	size_t at =
		key * UINT64_C(0x9e3779b97f4a7c15) >> (64 - slots->size_log2);

	*is_new = false;
	for (unsigned i = 0; i < FIRMWARE_SLOTS_TRIES;
	     i++, at = (at + 1) & mask) {
		_Atomic uint64_t *slot =
			(void *)((char *)slots->first + at * slots->size);
		uint64_t found =
			atomic_load_explicit(slot, memory_order_relaxed);

		if (!found) /* S1, S2 */
			*is_new = atomic_compare_exchange_strong_explicit(
				slot, &found, key, memory_order_relaxed,
				memory_order_relaxed);
		if (*is_new || found == key)
			return slot;
	}
	return NULL;
}

#endif
