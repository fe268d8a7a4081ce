/*
 * floor.c - the least that an event can cost: what others are measured by
 */
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

#include "floor.h"

enum { HEAD_LEAN = 20, HEAD = 28 };

static __thread struct floor_ring *mine;
static bool use_tsc;

/* The counter only where the kernel trusts it. */
static __attribute__((constructor)) void choose_clock(void)
{
	const char *wanted = getenv("POSIXTRACE_CLOCK");
	char name[32] = "";
	FILE *file;

	if (wanted && !strcmp(wanted, "monotonic"))
		return;
	file = fopen("/sys/devices/system/clocksource/clocksource0/"
		     "current_clocksource",
		     "re");
	if (!file)
		return;
	if (!fgets(name, sizeof(name), file))
		name[0] = '\0';
	fclose(file);
#if defined(__x86_64__)
	use_tsc = !strcmp(name, "tsc\n");
#endif
}

const char *floor_clock(void)
{
	return use_tsc ? "tsc" : "clock_gettime";
}

int floor_init(struct floor_ring *ring, size_t size)
{
	ring->cell = malloc(size);
	if (!ring->cell)
		return ENOMEM;
	memset(ring->cell, 1, size);
	ring->size = size;
	atomic_init(&ring->position, 0);
	return 0;
}

void floor_fini(struct floor_ring *ring)
{
	free(ring->cell);
	ring->cell = NULL;
}

void floor_use(struct floor_ring *ring)
{
	ring->pid = (uint32_t)getpid();
	ring->tid = (uint32_t)gettid();
	mine = ring;
}

void floor_rewind(struct floor_ring *ring)
{
	atomic_store_explicit(&ring->position, 0, memory_order_relaxed);
}

static inline uint64_t ticks(void)
{
	struct timespec now;

#if defined(__x86_64__)
	if (use_tsc)
		return __rdtsc();
#endif
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* Data of the sizes measured, without a call where it is short. */
static inline void copy(uint8_t *to, const void *from, size_t len)
{
	switch (len) {
	case 0:
		break;
	case 8:
		memcpy(to, from, 8);
		break;
	case 16:
		memcpy(to, from, 16);
		break;
	case 64:
		memcpy(to, from, 64);
		break;
	default:
		memcpy(to, from, len);
	}
}

static inline __attribute__((always_inline)) void
put(uint32_t event, const void *data, size_t len, const void *caller, bool lean)
{
	const size_t head = lean ? HEAD_LEAN : HEAD;
	struct floor_ring *ring = mine;
	size_t at = atomic_load_explicit(&ring->position, memory_order_relaxed);
	uint64_t origin = (uint64_t)event << 48 | (uintptr_t)caller;
	uint64_t tick = ticks();
	uint32_t size = (uint32_t)len;
	size_t span = (head + len + 7) & ~(size_t)7;

	if (at + span > ring->size)
		at = 0;
	memcpy(ring->cell + at, &tick, 8);
	memcpy(ring->cell + at + 8, &origin, 8);
	memcpy(ring->cell + at + 16, &size, 4);
	if (!lean) {
		memcpy(ring->cell + at + 20, &ring->pid, 4);
		memcpy(ring->cell + at + 24, &ring->tid, 4);
	}
	copy(ring->cell + at + head, data, len);
	atomic_store_explicit(&ring->position, at + span, memory_order_release);
}

__attribute__((noinline)) void floor_event(uint32_t event, const void *data,
					   size_t len)
{
	put(event, data, len, __builtin_return_address(0), false);
}

__attribute__((noinline)) void floor_event_lean(uint32_t event,
						const void *data, size_t len)
{
	put(event, data, len, __builtin_return_address(0), true);
}
