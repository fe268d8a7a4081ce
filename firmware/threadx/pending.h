/*
 * pending.h - what handlers put off in the middle of an insert
 *
 * The thread that owns the exclusion was interrupted: the handler leaves its
 * events and objects here, in their order. Who takes the exclusion next, mostly
 * that thread, does them before anything else. Only the owner and its handlers
 * add, and these end before somebody takes.
 */
#ifndef FIRMWARE_THREADX_PENDING_H
#define FIRMWARE_THREADX_PENDING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "firmware/threadx/object.h"
#include "format/threadx/memory.h"

enum threadx_pending_kind {
	THREADX_PENDING_LOST, /* whoever added it did not finish that, or it is
			       * an event of a buffer that is gone */
	THREADX_PENDING_EVENT,
	THREADX_PENDING_OBJECT, /* is there */
	THREADX_PENDING_END,	/* an object is gone */
};

struct threadx_pending {
	_Atomic enum threadx_pending_kind kind; /* stored last */
	union {
		uint64_t word[PXT_THREADX_SLOT_WORDS];
		struct threadx_named_object object;
		uint32_t address;
	};
};

/* False: no room. */
bool threadx_pending_add_event(const uint64_t word[PXT_THREADX_SLOT_WORDS]);
bool threadx_pending_add_object(const struct threadx_named_object *object);
bool threadx_pending_add_end(uint32_t address);

/* Numbers of those that were added, and done. */
extern _Atomic uint32_t threadx_pending_added, threadx_pending_done;

static inline bool threadx_pending_is_empty(void)
{
	return atomic_load_explicit(&threadx_pending_added,
				    memory_order_relaxed) ==
	       atomic_load_explicit(&threadx_pending_done,
				    memory_order_relaxed);
}

/* The oldest one, for the owner of the exclusion. NULL: there is none. */
const struct threadx_pending *threadx_pending_first(void);
enum threadx_pending_kind
threadx_pending_kind_of(const struct threadx_pending *first);

/* The first one is done. */
void threadx_pending_remove_first(void);

/* The events that are there now are lost, as their buffer is. Also for
 * handlers, whatever they interrupt. */
void threadx_pending_forget_events(void);

#endif
