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

/* A position in a ring is a lap, from 1 on, and a slot. */
enum { SLOT_BITS = 16, FIRST = 1 << SLOT_BITS };

struct ring {
	uint8_t *at;
	uint32_t size, count;
	_Atomic uint64_t next; /* B3 */
	_Atomic uint64_t *turn;
};

static _Atomic uint64_t turns_of_frames[FRAMES_MAX];
static _Atomic uint64_t turns_of_entries[ENTRIES_MAX];
static struct ring frames = { .next = FIRST, .turn = turns_of_frames };
static struct ring entries = { .next = FIRST, .turn = turns_of_entries };
static _Atomic uint16_t generation[TASKS];
static uint8_t *buffer;

static uint64_t lap_of(uint64_t position)
{
	return position >> SLOT_BITS;
}

static uint32_t slot_of(uint64_t position)
{
	return (uint32_t)(position & (FRAMES_MAX - 1));
}

static uint64_t position_of(uint64_t lap, uint32_t slot)
{
	return lap << SLOT_BITS | slot;
}

static uint64_t following(const struct ring *ring, uint64_t position)
{
	return slot_of(position) + 1 < ring->count ?
		       position + 1 :
		       position_of(lap_of(position) + 1, 0);
}

static uint64_t load_next(const struct ring *ring)
{
	return atomic_load_explicit(&ring->next, memory_order_relaxed);
}

static void move_to(struct ring *ring, uint64_t position)
{
	if (load_next(ring) < position)
		atomic_store_explicit(&ring->next, position,
				      memory_order_relaxed); /* B3 */
}

static uint64_t turn_at(const struct ring *ring, uint32_t slot)
{
	return atomic_load_explicit(&ring->turn[slot], memory_order_relaxed);
}

/* Returns the first position that was not taken, from there on (B3). */
static uint64_t find_next(const struct ring *ring, uint64_t position)
{
	uint64_t lap;

	for (;;) {
		lap = turn_at(ring, slot_of(position)) / 2;
		if (lap < lap_of(position))
			return position;
		position = following(ring, position_of(lap, slot_of(position)));
	}
}

/* False: another writer is there, or came first. */
static inline bool claim(const struct ring *ring, uint64_t position)
{
	uint64_t turn = turn_at(ring, slot_of(position));
	const uint64_t mine = lap_of(position) * 2 | LITEOS_BUFFER_BUSY;

	return !(turn & LITEOS_BUFFER_BUSY) && turn < mine &&
	       atomic_compare_exchange_strong_explicit(
		       &ring->turn[slot_of(position)], &turn, mine,
		       memory_order_acquire, memory_order_relaxed); /* B1 */
}

static uint8_t *bytes_of(const struct ring *ring, uint32_t slot)
{
	return ring->at + (size_t)slot * ring->size;
}

static inline struct liteos_buffer_place place_of(const struct ring *ring,
						  uint32_t slot)
{
	return (struct liteos_buffer_place){ bytes_of(ring, slot),
					     &ring->turn[slot] };
}

/* Takes the first place behind the position that is not busy. */
static __attribute__((noinline)) struct liteos_buffer_place
take_later(struct ring *ring, uint64_t position)
{
	for (uint32_t passed = 0; passed <= ring->count; passed++) {
		position = find_next(ring, following(ring, position));
		if (claim(ring, position)) {
			move_to(ring, following(ring, position));
			return place_of(ring, slot_of(position));
		}
	}
	return (struct liteos_buffer_place){ 0 }; /* B2 */
}

static inline struct liteos_buffer_place take(struct ring *ring)
{
	const uint64_t position = load_next(ring);

	if (__builtin_expect(!claim(ring, position), 0))
		return take_later(ring, position);
	move_to(ring, following(ring, position));
	return place_of(ring, slot_of(position));
}

static void forget_writers(const struct ring *ring)
{
	for (uint32_t i = 0; i < ring->count; i++)
		liteos_buffer_release(&ring->turn[i]);
}

/* Writers that this process has not got were in the parent. */
static void forget_parent(void)
{
	forget_writers(&frames);
	forget_writers(&entries);
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
	const uint64_t lap = lap_of(find_next(&frames, load_next(&frames)));

	/* The turns of this lap, or of the one before */
	for (uint32_t i = 0; i < frames.count; i++)
		if (claim(&frames, position_of(lap + 1, i))) {
			memset(bytes_of(&frames, i), 0, frames.size);
			liteos_buffer_release(&frames.turn[i]);
		}
	move_to(&frames, position_of(lap + 2, 0));
}

struct liteos_buffer_place liteos_buffer_take(void)
{
	return frames.count ? take(&frames) : (struct liteos_buffer_place){ 0 };
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
	struct liteos_buffer_place place;
	uint32_t id;

	if (!entries.count)
		return task;
	id = next_generation(task);
	place = take(&entries);
	if (!place.at)
		return id;
	memset(place.at, 0, ENTRY);
	pxt_liteos_set32(place.at, is_big, id);
	pxt_liteos_set32(place.at + 4, is_big, priority);
	memcpy(place.at + 8, name, strnlen(name, PXT_LITEOS_NAME_LEN - 1));
	liteos_buffer_release(place.turn);
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
	return slot_of(find_next(&frames, load_next(&frames)));
}

const uint8_t *liteos_buffer_frame(uint32_t slot)
{
	return bytes_of(&frames, slot);
}

uint32_t liteos_buffer_next_task(void)
{
	return slot_of(find_next(&entries, load_next(&entries)));
}

const uint8_t *liteos_buffer_entry(uint32_t slot)
{
	return bytes_of(&entries, slot);
}
