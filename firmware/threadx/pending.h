/*
 * pending.h - events of handlers that came in the middle of an insert
 *
 * The thread that owns the exclusion was interrupted: the handler leaves its
 * events here, and the thread puts them into the buffer before it goes on. Only
 * handlers of the owner add, and they end before it takes.
 */
#ifndef FIRMWARE_THREADX_PENDING_H
#define FIRMWARE_THREADX_PENDING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "format/threadx/memory.h"

/* False: no room. */
bool threadx_pending_add(const uint64_t word[PXT_THREADX_SLOT_WORDS]);

/* Numbers of events that were added, and taken. */
extern _Atomic uint32_t threadx_pending_added, threadx_pending_taken;

static inline bool threadx_pending_is_empty(void)
{
	return atomic_load_explicit(&threadx_pending_added,
				    memory_order_relaxed) ==
	       atomic_load_explicit(&threadx_pending_taken,
				    memory_order_relaxed);
}

/* Takes the oldest event. False: there is none. */
bool threadx_pending_take(uint64_t word[PXT_THREADX_SLOT_WORDS]);

/* Returns how many there were. */
uint32_t threadx_pending_clear(void);

#endif
