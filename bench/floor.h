/*
 * floor.h - the least that an event can cost: what others are measured by
 *
 * A tracer for one process and nobody else: an event goes into a ring of its
 * own thread, as a record that tells what the library's log tells of an event
 * (time, address, event, length, process, thread, data), and is published by
 * one release store. Nothing can be switched on or off, nobody reads it, old
 * records are overwritten. It is called like posix_trace_event(), with a length
 * not known beforehand.
 *
 * The library's own record is shorter, a head of 20 bytes: it tells process and
 * thread once in a chunk, and every 10 ms. The lean floor stores that much.
 */
#ifndef FLOOR_H
#define FLOOR_H

#include <stddef.h>
#include <stdint.h>

/* On cache lines of its own, and on a pair of them, as processors fetch. */
struct floor_ring {
	_Alignas(128) uint8_t *cell;
	size_t size;
	_Atomic size_t position;
	uint32_t pid;
	uint32_t tid;
};

/* Memory for a ring, touched, so that no event has to wait for it. */
int floor_init(struct floor_ring *ring, size_t size);
void floor_fini(struct floor_ring *ring);

/* From here on the calling thread's events go into this ring. */
void floor_use(struct floor_ring *ring);

/* The calling thread has a ring. */
void floor_event(uint32_t event, const void *data, size_t len);

/* The same without process and thread. */
void floor_event_lean(uint32_t event, const void *data, size_t len);

/* The next event goes where the first one went. Its thread is not recording. */
void floor_rewind(struct floor_ring *ring);

/* Where the time comes from, as the library chooses: "tsc" or
 * "clock_gettime". */
const char *floor_clock(void);

#endif
