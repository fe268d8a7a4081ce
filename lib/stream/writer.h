/*
 * writer.h - one thread's place in one stream: records into the ring
 *
 * The path from posix_trace_event() to memory. A writer is private memory of
 * one thread, at one depth of nested signal handlers; nobody else touches it.
 * In the common case an event costs the clock and a copy.
 */
#ifndef PXT_STREAM_WRITER_H
#define PXT_STREAM_WRITER_H

#include "base/barrier.h"
#include "model/record.h"
#include "stream/stream.h"

/* Whose records a writer makes. */
struct pxt_writer_self {
	uint64_t thread; /* pthread_t */
	uint32_t pid;
	uint32_t tid;	/* the process's or thread's, as records tell it */
	uint32_t owner; /* the thread that owns the chunks */
};

struct pxt_writer {
	struct pxt_ring_place place;
	struct pxt_stream *stream; /* borrowed */
	struct pxt_stream_shared *shared;
	uint64_t renew;	   /* ticks from which the common path is none */
	uint64_t due;	   /* ticks from which a new context is due */
	uint32_t max_data; /* bytes; and what of it is short */
	uint32_t short_data;
	struct pxt_clock_pair pair; /* of the last context; 0: none */
};

void pxt_writer_init(struct pxt_writer *writer, struct pxt_stream *stream);

/* The thread ends, or the stream: let others have the chunk. */
void pxt_writer_fini(struct pxt_writer *writer);

/* Make a place in the stream known as in use: from here to put() the stream
 * stays as it is (R9 of ring.h). */
static inline void pxt_writer_enter(struct pxt_writer *writer)
{
	atomic_store_explicit(&writer->place.chunk->tail,
			      writer->place.tail | PXT_TAIL_BUSY,
			      memory_order_relaxed);
	pxt_barrier_light(); /* R9 */
}

/* Is this event not wanted, by a gate that is not simply open? */
static inline bool pxt_writer_unwanted(const struct pxt_writer *writer,
				       uint32_t gate, uint32_t type)
{
	uint64_t word;

	if (!(gate & PXT_GATE_OPEN))
		return true;
	if (!(gate & PXT_GATE_CHOOSY))
		return false;
	word = atomic_load_explicit(&writer->shared->filter[type / 64],
				    memory_order_relaxed);
	return word >> type % 64 & 1;
}

/* Record an event any other way, and leave: there is no room, a context is
 * due, the gate is not simply open, the data is long. */
void pxt_writer_put(struct pxt_writer *writer,
		    const struct pxt_writer_self *self, uint32_t type,
		    uint64_t address, const void *data, size_t len);

/* Record an event whatever gate and filter say: the controller's own. */
void pxt_writer_force(struct pxt_writer *writer,
		      const struct pxt_writer_self *self, uint32_t type,
		      uint64_t address, const void *data, size_t len);

enum { PXT_WRITER_SHORT_MAX = 64 }; /* bytes */

/* Up to PXT_WRITER_SHORT_MAX bytes, without a call: moves that overlap. */
static inline void pxt_writer_copy(uint8_t *to, const uint8_t *from, size_t len)
{
	uint64_t a[2], b[2], c[2], d[2];

	if (len >= 16) {
		memcpy(a, from, 16);
		memcpy(b, from + len - 16, 16);
		if (len > 32) {
			memcpy(c, from + 16, 16);
			memcpy(d, from + len - 32, 16);
			memcpy(to + 16, c, 16);
			memcpy(to + len - 32, d, 16);
		}
		memcpy(to, a, 16);
		memcpy(to + len - 16, b, 16);
	} else if (len >= 8) {
		memcpy(a, from, 8);
		memcpy(b, from + len - 8, 8);
		memcpy(to, a, 8);
		memcpy(to + len - 8, b, 8);
	} else {
		for (size_t i = 0; i < len; i++)
			to[i] = from[i];
	}
}

enum pxt_writer_length { PXT_WRITER_SHORT, PXT_WRITER_ANY };

/* Record an event the common way, or find that it is not wanted, and leave;
 * or do nothing but enter, and say false. ticks: 0, or read since
 * pxt_writer_enter(). A stream of another clock than the quick one never goes
 * this way: its renewal is always due.
 *
 * For short data no function is called, so that a caller needs no stack. */

static inline __attribute__((always_inline)) bool
pxt_writer_try(struct pxt_writer *writer, uint64_t ticks, uint32_t type,
	       uint64_t address, const void *data, size_t len,
	       enum pxt_writer_length length)
{
	struct pxt_ring_place *place = &writer->place;
	struct pxt_ring_chunk *chunk = place->chunk;
	uint64_t tail = place->tail;
	uint32_t at = pxt_tail_bytes(tail);
	size_t span = pxt_record_span(len);
	uint32_t gate;
	uint8_t *to;

	atomic_store_explicit(&chunk->tail, tail | PXT_TAIL_BUSY,
			      memory_order_relaxed);
	pxt_barrier_light(); /* R9 */
	gate = atomic_load_explicit(&writer->shared->ring.gate,
				    memory_order_relaxed);
	if (__builtin_expect(gate != PXT_GATE_OPEN, 0)) {
		if (pxt_writer_unwanted(writer, gate, type))
			goto leave;
		if (gate != (PXT_GATE_OPEN | PXT_GATE_CHOOSY))
			return false;
	}
	if (__builtin_expect(len > (length == PXT_WRITER_SHORT ?
					    writer->short_data :
					    writer->max_data) ||
				     at + span > place->end,
			     0))
		return false;
	if (!ticks)
		ticks = pxt_clock_quick();
	if (__builtin_expect(ticks >= writer->renew, 0))
		return false;

	to = (uint8_t *)chunk + PXT_RING_HEAD + at;
	pxt_record_head(to, ticks, type, address, (uint32_t)len);
	if (length == PXT_WRITER_SHORT || len <= PXT_WRITER_SHORT_MAX)
		pxt_writer_copy(to + PXT_RECORD_HEAD, data, len);
	else
		memcpy(to + PXT_RECORD_HEAD, data, len);
	place->last = ticks;
	place->records++;
	tail += span;
	place->tail = tail;
leave:
	atomic_store_explicit(&chunk->tail, tail,
			      memory_order_release); /* R6 */
	return true;
}

#endif
