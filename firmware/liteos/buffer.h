/*
 * buffer.h - the memory that a probe would read: LiteOS's offline buffer
 *
 * A head, a table of tasks, and a ring of frames of one size. On a board a
 * writer has its place to itself, as interrupts are off; here it claims it:
 *
 *	B1  a frame, or an entry, is written by the one that set its flag
 *	    (acquire), which clears it behind that (release)
 *	B2  a writer that finds the flag set writes nothing: it interrupted the
 *	    other one in a signal handler, or all of the ring went by meanwhile
 *
 * So no writer waits, and the index has moved past what B2 left out.
 */
#ifndef FIRMWARE_LITEOS_BUFFER_H
#define FIRMWARE_LITEOS_BUFFER_H

#include <stdbool.h>
#include <stdint.h>

#include "firmware/liteos/setup.h"
#include "format/liteos/frame.h"

/* memory NULL: to be allocated. Returns a code of LiteOS. */
uint32_t liteos_buffer_init(void *memory, uint32_t size);

void *liteos_buffer_get(void);

/* Empties the ring; tasks and generations stay. */
void liteos_buffer_clear(void);

/* Takes the next place of a frame, which nobody else writes to before it is
 * finished. False: a frame is being written there still. */
bool liteos_buffer_take(uint32_t *slot);

/* Writes a frame to its place, and then its time. */
void liteos_buffer_write(uint32_t slot, const struct pxt_liteos_frame *frame);
void liteos_buffer_finish(uint32_t slot, uint64_t time);

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
