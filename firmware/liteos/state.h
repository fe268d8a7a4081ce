/*
 * state.h - whether LiteOS's recorder records, and what
 *
 *	UNINIT -> STARTED -> STOPED -> STARTED ...
 *	UNINIT -> INITED -> STARTED ...			online
 */
#ifndef FIRMWARE_LITEOS_STATE_H
#define FIRMWARE_LITEOS_STATE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { LITEOS_FIRST_MASK = 0x60 };

struct liteos_state {
	_Atomic bool enabled;
	_Atomic uint32_t mask;
	_Atomic uint32_t state; /* enum TraceState of los_trace.h */
	/* Drops an interrupt's events. NULL: none is dropped. */
	uint32_t (*_Atomic filter)(uint32_t number);
};

extern struct liteos_state liteos_state;

static inline bool liteos_state_enabled(void)
{
	return atomic_load_explicit(&liteos_state.enabled,
				    memory_order_relaxed);
}

static inline bool liteos_state_wants(uint32_t type)
{
	return liteos_state_enabled() &&
	       type & atomic_load_explicit(&liteos_state.mask,
					   memory_order_relaxed);
}

#endif
