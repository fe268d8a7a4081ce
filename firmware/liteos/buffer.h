/*
 * buffer.h - the memory that a probe would read: LiteOS's offline buffer
 *
 * A head, a table of tasks, and a ring of frames of one size. On a board a
 * writer has its place to itself, as interrupts are off; here it takes it. Each
 * place has a turn: the lap of the ring in which it was taken last, and whether
 * its writer is at work there still. Where the ring is written next is told
 * beside, and may lag behind the turns.
 *
 *	B1  a frame, or an entry, is written by the writer that has set its turn
 *	    from an earlier lap, not busy, to that lap and busy (acquire), which
 *	    takes busy back behind what it wrote (release)
 *	B2  a writer that finds a place busy, as it interrupted the other writer in
 *	    a signal handler, or as all of the ring went by meanwhile, goes to the
 *	    next place; behind as many as there are it leaves the frame out
 *	B3  the next position is a hint, which a writer moves forward behind its
 *	    turn: a place whose turn is of the hint's lap, or of a later one, was
 *	    taken, and the next position is behind it
 *
 * So no writer waits.
 */
#ifndef FIRMWARE_LITEOS_BUFFER_H
#define FIRMWARE_LITEOS_BUFFER_H

#include <stdatomic.h>
#include <stdint.h>

#include "firmware/liteos/setup.h"

/* memory NULL: to be allocated. Returns a code of LiteOS. */
uint32_t liteos_buffer_init(void *memory, uint32_t size);

void *liteos_buffer_get(void);

/* Empties the ring; tasks and generations stay. */
void liteos_buffer_clear(void);

/* A place that a writer has to itself until it releases it. at NULL: none. */
struct liteos_buffer_place {
	uint8_t *at;
	_Atomic uint64_t *turn; /* the lap, twice, and LITEOS_BUFFER_BUSY */
};

enum { LITEOS_BUFFER_BUSY = 1 };

/* Takes the next place of a frame. */
struct liteos_buffer_place liteos_buffer_take(void);

static inline void liteos_buffer_release(_Atomic uint64_t *turn)
{
	const uint64_t now = atomic_load_explicit(turn, memory_order_relaxed);

	atomic_store_explicit(turn, now & ~(uint64_t)LITEOS_BUFFER_BUSY,
			      memory_order_release); /* B1 */
}

/* Enters a task, with a new generation in the upper half of its id, which is
 * returned. */
uint32_t liteos_buffer_add_task(uint32_t task, uint32_t priority,
				const char *name);

/* Returns the id with its generation. */
uint32_t liteos_buffer_entered_task(uint32_t task);

static inline uint32_t liteos_buffer_task(uint32_t task)
{
	return liteos_setup.objects ? liteos_buffer_entered_task(task) : task;
}

/* Places: how many, the next one to be written, and their bytes. */
uint32_t liteos_buffer_frames(void);
uint32_t liteos_buffer_next(void);
const uint8_t *liteos_buffer_frame(uint32_t slot);
uint32_t liteos_buffer_next_task(void);
const uint8_t *liteos_buffer_entry(uint32_t slot);

#endif
