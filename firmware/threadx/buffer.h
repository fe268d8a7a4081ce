/*
 * buffer.h - the memory that the firmware gave to its trace
 *
 *	header | registry slots | event slots | bytes without use
 *
 * As TraceX reads it, with words of 4 bytes and in the order of this machine.
 * The variables that a kernel has for it are the state; the memory is written,
 * and never read but for the registry. All functions are called by the owner of
 * the exclusion.
 */
#ifndef FIRMWARE_THREADX_BUFFER_H
#define FIRMWARE_THREADX_BUFFER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "firmware/threadx/interface.h"
#include "format/threadx/memory.h"

enum {
	THREADX_BUFFER_EVENT = PXT_THREADX_SLOT_WORDS * 4, /* bytes */
	THREADX_BUFFER_CURRENT = 8, /* word of the header */
};

/* Bytes that so many registry slots need, with the header and one event. */
uint64_t threadx_buffer_least(uint32_t registry_slots);

/* Writes the header and empty slots. size: at least as many bytes. The buffer
 * is there when it is started. */
void threadx_buffer_begin(void *start, uint32_t size, uint32_t registry_slots);
void threadx_buffer_start(void);

/* True in between: who has not the exclusion has to leave the buffer alone. */
bool threadx_buffer_is_begun(void);

/* Leaves the memory as it is. */
void threadx_buffer_end(void);

/* The same, and forgets where it was. */
void threadx_buffer_clear(void);

/* True while there is a buffer; also for those without the exclusion. */
static inline bool threadx_buffer_is_there(void)
{
	return __atomic_load_n(&_tx_trace_buffer_current_ptr, __ATOMIC_RELAXED);
}

/* The memory, which a notification is told; also for those without the
 * exclusion. */
static inline void *threadx_buffer_header(void)
{
	return __atomic_load_n(&_tx_trace_header_ptr, __ATOMIC_RELAXED);
}

/* The number of buffers that were begun: a handler may begin another one, in the
 * same memory, while its owner is in the middle of an event. */
extern _Atomic unsigned threadx_buffer_begun;

static inline unsigned threadx_buffer_number(void)
{
	return atomic_load_explicit(&threadx_buffer_begun,
				    memory_order_relaxed);
}

/* The place of the next event */
struct threadx_buffer_place {
	unsigned number; /* of the buffer */
	void *slot;	 /* NULL: there is no buffer */
};

static inline struct threadx_buffer_place threadx_buffer_next(void)
{
	struct threadx_buffer_place place;

	place.number = threadx_buffer_number();
	atomic_signal_fence(memory_order_seq_cst);
	place.slot = __atomic_load_n(&_tx_trace_buffer_current_ptr,
				     __ATOMIC_RELAXED);
	return place;
}

/* Writes a word. Firmware may give memory that is not aligned. */
static inline void threadx_buffer_set(void *at, size_t number, uint32_t word)
{
	memcpy((uint8_t *)at + number * sizeof(word), &word, sizeof(word));
}

/* An address as the buffer has it. */
static inline uint32_t threadx_buffer_word_of(const void *address)
{
	return (uint32_t)(uintptr_t)address;
}

/* A handler that disables the trace meanwhile is not undone. Other threads are
 * excluded: a single instruction is enough, and a locked one would wait for the
 * stores before it. */
static inline bool threadx_buffer_advance(TX_TRACE_BUFFER_ENTRY *from, void *to)
{
#if defined(__x86_64__)
	bool is_moved;

	__asm__("cmpxchg %[to], %[current]"
		: "+a"(from), [current] "+m"(_tx_trace_buffer_current_ptr),
		  "=@ccz"(is_moved)
		: [to] "r"(to)
		: "memory");
	return is_moved;
#else
	return __atomic_compare_exchange_n(&_tx_trace_buffer_current_ptr, &from,
					   to, false, __ATOMIC_RELAXED,
					   __ATOMIC_RELAXED);
#endif
}

/* The event at the place is complete. *is_full: it was the last slot. False: a
 * handler began another buffer, which has not the event. Its current slot was
 * taken for the former one's if both begin at one address: it goes back, unless
 * it was there before, as its end may be nearer. */
static inline bool threadx_buffer_step(struct threadx_buffer_place place,
				       bool *is_full)
{
	void *const header = _tx_trace_header_ptr;
	uint8_t *next = (uint8_t *)place.slot + THREADX_BUFFER_EVENT;
	const bool is_last = next >= (uint8_t *)_tx_trace_buffer_end_ptr;

	if (is_last)
		next = (uint8_t *)_tx_trace_buffer_start_ptr;
	atomic_signal_fence(memory_order_seq_cst);
	if (threadx_buffer_number() != place.number ||
	    !threadx_buffer_advance(place.slot, next))
		return false;
	if (__builtin_expect(threadx_buffer_number() != place.number, 0)) {
		threadx_buffer_advance((void *)next,
				       _tx_trace_buffer_start_ptr);
		return false;
	}
	threadx_buffer_set(header, THREADX_BUFFER_CURRENT,
			   threadx_buffer_word_of(next));
	*is_full = is_last;
	return true;
}

/* Writes an event. *is_full: as of threadx_buffer_step(). False: there is no
 * buffer, or another one. */
bool threadx_buffer_put(const uint64_t word[PXT_THREADX_SLOT_WORDS],
			bool *is_full);

/* Registers an object, and returns its slot. PXT_THREADX_NO_SLOT: no slot is
 * available, or there is no buffer. */
size_t threadx_buffer_enter(const struct pxt_threadx_slot *object);

/* Makes the first slot of an address available. */
void threadx_buffer_leave(uint32_t address);

#endif
