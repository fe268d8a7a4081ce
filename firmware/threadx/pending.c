/* pending.c - events of handlers that came in the middle of an insert */
#include "firmware/threadx/pending.h"

#include <string.h>

enum { ROOM = 64 };

static uint64_t events[ROOM][PXT_THREADX_SLOT_WORDS];
_Atomic uint32_t threadx_pending_added, threadx_pending_taken;

/* A handler that interrupts this one takes the next place. */
bool threadx_pending_add(const uint64_t word[PXT_THREADX_SLOT_WORDS])
{
	uint32_t place = atomic_load_explicit(&threadx_pending_added,
					      memory_order_relaxed);

	do
		if (place - atomic_load_explicit(&threadx_pending_taken,
						 memory_order_relaxed) >=
		    ROOM)
			return false;
	while (!atomic_compare_exchange_weak_explicit(
		&threadx_pending_added, &place, place + 1, memory_order_relaxed,
		memory_order_relaxed));
	memcpy(events[place % ROOM], word, sizeof(events[0]));
	return true;
}

/* A handler may clear them all meanwhile, and add others. */
bool threadx_pending_take(uint64_t word[PXT_THREADX_SLOT_WORDS])
{
	uint32_t place = atomic_load_explicit(&threadx_pending_taken,
					      memory_order_relaxed);

	if (threadx_pending_is_empty())
		return false;
	atomic_signal_fence(memory_order_acquire);
	memcpy(word, events[place % ROOM], sizeof(events[0]));
	atomic_signal_fence(memory_order_release);
	return atomic_compare_exchange_strong_explicit(
		&threadx_pending_taken, &place, place + 1, memory_order_relaxed,
		memory_order_relaxed);
}

uint32_t threadx_pending_clear(void)
{
	const uint32_t end = atomic_load_explicit(&threadx_pending_added,
						  memory_order_relaxed);

	return end - atomic_exchange_explicit(&threadx_pending_taken, end,
					      memory_order_relaxed);
}
