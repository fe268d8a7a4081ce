/* buffer.c - the memory that a probe would read */
#include "firmware/liteos/buffer.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "firmware/liteos/setup.h"
#include "format/liteos/message.h"
#include "format/liteos/word.h"

enum {
	NO_MEMORY = 0x02001401,
	TOO_SMALL = 0x02001402,

	HEAD = 24,
	ENTRY = 8 + PXT_LITEOS_NAME_LEN,
	FRAMES_MAX = 1 << 16, /* an index has 16 bits */
	ENTRIES_MAX = 1600,
	TASKS = 1 << 12, /* others have no generations */
};

static const bool is_big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;

/* A ring of places, see B1 and B2. */
struct ring {
	uint8_t *at;
	uint32_t size, count;
	_Atomic uint32_t next;
	_Atomic bool *busy;
};

static _Atomic bool busy_frames[FRAMES_MAX];
static _Atomic bool busy_entries[ENTRIES_MAX];
static struct ring frames = { .busy = busy_frames };
static struct ring entries = { .busy = busy_entries };
static _Atomic uint16_t generation[TASKS];
static uint8_t *buffer;

static bool claim(const struct ring *ring, uint32_t slot)
{
	return !atomic_exchange_explicit(&ring->busy[slot], true,
					 memory_order_acquire); /* B1 */
}

static void release(const struct ring *ring, uint32_t slot)
{
	atomic_store_explicit(&ring->busy[slot], false,
			      memory_order_release); /* B1 */
}

static uint8_t *place(const struct ring *ring, uint32_t slot)
{
	return ring->at + (size_t)slot * ring->size;
}

/* Moves past the next place. False: it is busy. */
static inline bool take(struct ring *ring, uint32_t *slot)
{
	uint32_t next;

	*slot = atomic_load_explicit(&ring->next, memory_order_relaxed);
	do
		next = *slot + 1 < ring->count ? *slot + 1 : 0;
	while (!atomic_compare_exchange_weak_explicit(&ring->next, slot, next,
						      memory_order_relaxed,
						      memory_order_relaxed));
	return claim(ring, *slot);
}

/* Writers that this process has not got were in the parent. */
static void forget_parent(void)
{
	memset(busy_frames, 0, sizeof(busy_frames));
	memset(busy_entries, 0, sizeof(busy_entries));
}

static void write_head(uint8_t *to, uint32_t size)
{
	const uint32_t begin = HEAD + ENTRY * liteos_setup.objects;

	pxt_liteos_set32(to, is_big, PXT_LITEOS_ENDIAN);
	pxt_liteos_set32(to + 4, is_big, liteos_setup.clock);
	pxt_liteos_set32(to + 8, is_big, 0);
	pxt_liteos_set16(to + 12, is_big, (uint16_t)size);
	pxt_liteos_set16(to + 14, is_big, ENTRY);
	pxt_liteos_set16(to + 16, is_big, liteos_setup.layout.size);
	pxt_liteos_set16(to + 18, is_big, HEAD);
	pxt_liteos_set16(to + 20, is_big, (uint16_t)begin);
}

uint32_t liteos_buffer_init(void *memory, uint32_t size)
{
	const uint32_t begin = HEAD + ENTRY * liteos_setup.objects;
	const uint32_t frame = liteos_setup.layout.size;

	/* Kernels take a buffer of less than one frame, and write beyond. */
	if (!frame || size < begin + frame)
		return TOO_SMALL;
	/* Allocated memory is zeroed by Linux, as far as it is used. */
	if (memory)
		memset(memory, 0, size);
	else
		memory = calloc(1, size);
	if (!memory)
		return NO_MEMORY;
	write_head(memory, size);
	pthread_atfork(NULL, NULL, forget_parent);

	entries.at = (uint8_t *)memory + HEAD;
	entries.size = ENTRY;
	entries.count = liteos_setup.objects;
	frames.at = (uint8_t *)memory + begin;
	frames.size = frame;
	/* The kernels' count has 16 bits; one of 0 is one of 1 to them. */
	frames.count = (size - begin) / frame % FRAMES_MAX;
	if (!frames.count)
		frames.count = 1;
	buffer = memory;
	return 0;
}

void *liteos_buffer_get(void)
{
	return buffer;
}

void liteos_buffer_clear(void)
{
	for (uint32_t i = 0; i < frames.count; i++)
		if (claim(&frames, i)) {
			memset(place(&frames, i), 0, frames.size);
			release(&frames, i);
		}
	atomic_store_explicit(&frames.next, 0, memory_order_relaxed);
}

bool liteos_buffer_take(uint32_t *slot)
{
	return frames.count && take(&frames, slot);
}

void liteos_buffer_write(uint32_t slot, const struct pxt_liteos_frame *frame)
{
	if (liteos_setup.is_plain)
		pxt_liteos_layout_put_inline(&liteos_plain_layout, is_big,
					     frame, place(&frames, slot));
	else
		pxt_liteos_layout_put(&liteos_setup.layout, is_big, frame,
				      place(&frames, slot));
}

void liteos_buffer_finish(uint32_t slot, uint64_t time)
{
	pxt_liteos_set64(place(&frames, slot) + liteos_setup.layout.time,
			 is_big, time);
	release(&frames, slot);
}

static uint32_t next_generation(uint32_t task)
{
	if (task >= TASKS)
		return task;
	return task | (uint32_t)(uint16_t)(1 + atomic_fetch_add_explicit(
						       &generation[task], 1,
						       memory_order_relaxed))
			      << 16;
}

uint32_t liteos_buffer_add_task(uint32_t task, uint32_t priority,
				const char *name)
{
	uint8_t *to;
	uint32_t slot, id;

	if (!entries.count)
		return task;
	id = next_generation(task);
	if (!take(&entries, &slot))
		return id;
	to = place(&entries, slot);
	memset(to, 0, ENTRY);
	pxt_liteos_set32(to, is_big, id);
	pxt_liteos_set32(to + 4, is_big, priority);
	memcpy(to + 8, name, strnlen(name, PXT_LITEOS_NAME_LEN - 1));
	release(&entries, slot);
	return id;
}

uint32_t liteos_buffer_entered_task(uint32_t task)
{
	if (!entries.count || task >= TASKS)
		return task;
	return task | (uint32_t)atomic_load_explicit(&generation[task],
						     memory_order_relaxed)
			      << 16;
}

uint32_t liteos_buffer_frames(void)
{
	return frames.count;
}

uint32_t liteos_buffer_next(void)
{
	return atomic_load_explicit(&frames.next, memory_order_relaxed);
}

const uint8_t *liteos_buffer_frame(uint32_t slot)
{
	return place(&frames, slot);
}

uint32_t liteos_buffer_next_task(void)
{
	return atomic_load_explicit(&entries.next, memory_order_relaxed);
}

const uint8_t *liteos_buffer_entry(uint32_t slot)
{
	return place(&entries, slot);
}
