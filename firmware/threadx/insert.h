/*
 * insert.h - events: to the buffer of the firmware, and to streams
 */
#ifndef FIRMWARE_THREADX_INSERT_H
#define FIRMWARE_THREADX_INSERT_H

#include <stdbool.h>
#include <stdint.h>

#include "firmware/threadx/interface.h"
#include "firmware/threadx/pending.h"

/* True if events of a class are recorded. */
static inline bool threadx_insert_is_wanted(uint32_t event_class)
{
	return __atomic_load_n(&pxt_threadx_wanted, __ATOMIC_RELAXED) &
	       event_class;
}

/* Computes what is wanted anew: a buffer or a filter has changed. */
void threadx_insert_update(void);

/* Inserts an event, at a place in the program. */
void threadx_insert(uint32_t id, uint32_t info_1, uint32_t info_2,
		    uint32_t info_3, uint32_t info_4, const void *place);

void threadx_insert_do_pending(void);

/* Does what handlers put off. Whoever gave the exclusion back calls this. */
static inline void threadx_insert_settle(void)
{
	if (__builtin_expect(!threadx_pending_is_empty(), 0))
		threadx_insert_do_pending();
}

/* The number of events that streams have and buffers lack: handlers inserted
 * too many in the middle of an insert, another thread did not finish one, or a
 * handler interrupted a candidate for the exclusion. */
uint32_t threadx_insert_left_out(void);

#endif
