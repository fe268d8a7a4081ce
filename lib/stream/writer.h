/*
 * writer.h - one thread's place in a stream: writing records
 *
 * The path from posix_trace_event() to memory. A writer is private memory of
 * one thread, at one level of nested signal handlers. In the common case an
 * event costs the clock and a copy.
 */
#ifndef PXT_STREAM_WRITER_H
#define PXT_STREAM_WRITER_H

#include "base/barrier.h"
#include "base/copy.h"
#include "model/record.h"
#include "stream/stream.h"

/* The thread and process of a writer's records. */
struct pxt_writer_self {
	uint64_t thread; /* pthread_t */
	uint32_t pid;
	uint32_t tid;	/* thread and process numbers in records */
	uint32_t owner; /* the thread that owns the chunks */
};

struct pxt_writer {
	struct pxt_ring_place place;
	struct pxt_stream *stream; /* borrowed */
	struct pxt_stream_shared *shared;
	_Atomic uint32_t *gate; /* the ring's */
	uint64_t renew;		/* ticks at which the common path ends */
	uint64_t due;		/* ticks at which the clocks are read again */
	size_t max_data;	/* maximum bytes */
	size_t short_end;	/* bytes that are too many to be short; 0: none
				 * are short, as the clock is not the quick one */
	size_t wide_span;	/* how many lengths above PXT_COPY_SHORT_MAX
				 * are copied by wide moves; 0: none */
	size_t string_least;	/* the least length that is copied by the
				 * processor's string instruction */
	uint32_t brim;
	enum pxt_clock clock;	    /* the stream's */
	struct pxt_clock_pair pair; /* last reading of the clocks; 0: none */
	uint64_t rate;		    /* rate of the last context */
	bool moved; /* the chunk has no context of this writer yet */
};

void pxt_writer_init(struct pxt_writer *writer, struct pxt_stream *stream);

/* A writer that always takes the slow path. Shared by all threads: must not be
 * entered. */
extern struct pxt_writer pxt_writer_none __attribute__((visibility("hidden")));

/* Releases the chunk, at the end of the thread or the stream. */
void pxt_writer_fini(struct pxt_writer *writer);

/* Marks a place in the stream as busy: after this and pxt_barrier_light() the
 * stream stays mapped and open (R9 of ring.h). */
static inline void pxt_writer_enter(struct pxt_writer *writer)
{
	atomic_store_explicit(&writer->place.chunk->tail,
			      writer->place.tail | PXT_TAIL_BUSY,
			      memory_order_relaxed);
}

static inline uint32_t pxt_writer_gate(const struct pxt_writer *writer)
{
	return atomic_load_explicit(writer->gate, memory_order_relaxed);
}

/* For a choosy gate. */
static inline bool pxt_writer_filters_out(const struct pxt_writer *writer,
					  uint32_t type)
{
	return pxt_filter_has(&writer->shared->filter, type);
}

/* True if the event is not wanted. Before pxt_writer_enter(), that is a valid
 * answer for that moment. */
static inline bool pxt_writer_unwanted(const struct pxt_writer *writer,
				       uint32_t gate, uint32_t type)
{
	return !(gate & PXT_GATE_OPEN) ||
	       (gate & PXT_GATE_CHOOSY && pxt_writer_filters_out(writer, type));
}

/* True if it is wanted, and nothing else is due. */
static inline bool pxt_writer_wants(const struct pxt_writer *writer,
				    uint32_t gate, uint32_t type)
{
	return __builtin_expect(gate == PXT_GATE_OPEN, 1) ||
	       (gate == (PXT_GATE_OPEN | PXT_GATE_CHOOSY) &&
		!pxt_writer_filters_out(writer, type));
}

/* Records an event in an uncommon way, and leaves: no room, a context is due,
 * the gate is not simply open, or the data is long. */
void pxt_writer_put(struct pxt_writer *writer,
		    const struct pxt_writer_self *self, uint32_t type,
		    uint64_t address, const void *data, size_t len);

/* Records an event whatever gate and filter say: one of the controller. ENOSPC:
 * no chunk. */
int pxt_writer_force(struct pxt_writer *writer,
		     const struct pxt_writer_self *self, uint32_t type,
		     uint64_t address, const void *data, size_t len);

/* Records it with an earlier time: not before this writer's last record, and
 * without a look at the stream in between. */
int pxt_writer_force_at(struct pxt_writer *writer,
			const struct pxt_writer_self *self,
			const struct pxt_clock_pair *now, uint32_t type,
			uint64_t address, const void *data, size_t len);

/* Records that events did not reach the stream (unreached.h), if it is open.
 * ECANCELED: it is not; ENOSPC. */
int pxt_writer_put_unreached(struct pxt_writer *writer,
			     const struct pxt_writer_self *self,
			     const struct pxt_loss *loss, uint32_t reason);

static inline bool pxt_writer_is_short(const struct pxt_writer *writer,
				       size_t len)
{
	return len < writer->short_end;
}

static inline bool pxt_writer_is_wide(const struct pxt_writer *writer,
				      size_t len)
{
	return len - PXT_COPY_SHORT_MAX - 1 < writer->wide_span;
}

/* True if there is room for so many bytes of data. Tail and end are multiples of 8,
 * as spans are, so that padding has room where the data has. */
static inline bool pxt_writer_has_room_for(const struct pxt_writer *writer,
					   size_t len)
{
	/* A tail that is not busy has only bytes below its sequence. */
	return (uint32_t)writer->place.tail + PXT_RECORD_HEAD + len <=
	       writer->place.end;
}

/* True if so many bytes of data are allowed, and there is room. */
static inline bool pxt_writer_takes(const struct pxt_writer *writer,
				    size_t most)
{
	return most <= writer->max_data &&
	       pxt_writer_has_room_for(writer, most);
}

/* True if there is room for short data: without an exact look, as a nearly full
 * chunk takes the other path. */
static inline bool
pxt_writer_has_room_for_short(const struct pxt_writer *writer)
{
	/* A tail that is not busy has only bytes below its sequence. */
	return (uint32_t)writer->place.tail <= writer->brim;
}

/* The place of the next record's data. */
static inline uint8_t *pxt_writer_data(const struct pxt_writer *writer)
{
	return pxt_ring_bytes(&writer->place) + (uint32_t)writer->place.tail +
	       PXT_RECORD_HEAD;
}

/* Puts the head of the next record; returns the place of its data. */
static inline uint8_t *pxt_writer_head(const struct pxt_writer *writer,
				       uint64_t ticks, uint32_t type,
				       uint64_t address, size_t len)
{
	uint8_t *data = pxt_writer_data(writer);

	pxt_record_head(data - PXT_RECORD_HEAD, ticks, type, address,
			(uint32_t)len);
	return data;
}

/* Publishes a complete record of len bytes. */
static inline void pxt_writer_publish(struct pxt_writer *writer, uint64_t ticks,
				      size_t len)
{
	struct pxt_ring_place *place = &writer->place;
	uint64_t tail = place->tail + pxt_record_span(len);

	place->last = ticks;
	place->records++;
	place->tail = tail;
	atomic_store_explicit(&place->chunk->tail, tail,
			      memory_order_release); /* R6 */
}

static inline void pxt_writer_leave(struct pxt_writer *writer)
{
	atomic_store_explicit(&writer->place.chunk->tail, writer->place.tail,
			      memory_order_release); /* R6 */
}

/* Copies data of any length. */
static inline void pxt_writer_copy(const struct pxt_writer *writer, uint8_t *to,
				   const void *data, size_t len)
{
	if (len >= writer->string_least)
		pxt_copy_string(to, data, len);
	else
		pxt_copy_pieces(to, data, len);
}

static inline void pxt_writer_fill_short(struct pxt_writer *writer,
					 uint64_t ticks, uint32_t type,
					 uint64_t address, const void *data,
					 size_t len)
{
	pxt_copy_short(pxt_writer_head(writer, ticks, type, address, len), data,
		       len);
	pxt_writer_publish(writer, ticks, len);
}

/* Records an event in the common way, and leaves; or does nothing and returns
 * false, still entered. ticks: of the writer's clock, read since
 * pxt_writer_enter(). */
static inline bool pxt_writer_try(struct pxt_writer *writer, uint64_t ticks,
				  uint32_t type, uint64_t address,
				  const void *data, size_t len)
{
	uint8_t *to;

	if (!pxt_writer_wants(writer, pxt_writer_gate(writer), type))
		return false;
	if (!pxt_writer_takes(writer, len) || ticks >= writer->renew)
		return false;

	to = pxt_writer_head(writer, ticks, type, address, len);
	pxt_writer_copy(writer, to, data, len);
	pxt_writer_publish(writer, ticks, len);
	return true;
}

/* Enters for data of no more than max_data bytes, and reads the quick clock. False:
 * entered, as after pxt_writer_try(). Nothing is called. */
static inline __attribute__((always_inline)) bool
pxt_writer_begin(struct pxt_writer *writer, uint32_t type, const void *data,
		 size_t len, uint64_t *ticks)
{
	pxt_writer_enter(writer);
	pxt_barrier_light(); /* R9 */
	if (!pxt_writer_wants(writer, pxt_writer_gate(writer), type))
		return false;
	if (!data || !pxt_writer_has_room_for(writer, len))
		return false;
	*ticks = pxt_clock_quick();
	return *ticks < writer->renew;
}

/* Same as pxt_writer_try() for data of more than PXT_COPY_SHORT_MAX bytes, and no more
 * than max_data, entering first, and reading the quick clock. Nothing is called. */
static inline bool pxt_writer_try_long(struct pxt_writer *writer, uint32_t type,
				       uint64_t address, const void *data,
				       size_t len)
{
	uint64_t ticks;

	if (!pxt_writer_begin(writer, type, data, len, &ticks))
		return false;

	pxt_barrier_light(); /* values read again need no register */
	pxt_copy_long(pxt_writer_head(writer, ticks, type, address, len), data,
		      len);
	pxt_writer_publish(writer, ticks, len);
	return true;
}

/* Same if pxt_writer_is_wide(). */
static inline PXT_COPY_WIDE bool
pxt_writer_try_wide(struct pxt_writer *writer, uint32_t type, uint64_t address,
		    const void *data, size_t len)
{
	uint64_t ticks;

	if (!pxt_writer_begin(writer, type, data, len, &ticks))
		return false;

	pxt_barrier_light(); /* values read again need no register */
	pxt_copy_wide(pxt_writer_head(writer, ticks, type, address, len), data,
		      len);
	pxt_writer_publish(writer, ticks, len);
	return true;
}

/* Same for data that is short, with any clock. */
static inline bool pxt_writer_try_stamped(struct pxt_writer *writer,
					  uint32_t type, const void *data,
					  size_t len, uint64_t address)
{
	uint64_t ticks;

	pxt_writer_enter(writer);
	pxt_barrier_light(); /* R9 */
	if (!pxt_writer_wants(writer, pxt_writer_gate(writer), type))
		return false;
	if ((!data && len) || len > writer->max_data ||
	    !pxt_writer_has_room_for_short(writer))
		return false;
	ticks = pxt_clock_ticks(writer->clock);
	if (ticks >= writer->renew)
		return false;
	pxt_writer_fill_short(writer, ticks, type, address, data, len);
	return true;
}

/* Same for data that is short, of an event that was wanted just now, entering
 * first, and reading the quick clock. Nothing is called, so that a caller needs no
 * stack. own: the address is the return address of the enclosing function, read
 * last to save a register. */
static inline __attribute__((always_inline)) bool
pxt_writer_try_short(struct pxt_writer *writer, uint32_t type, const void *data,
		     size_t len, bool own, uint64_t address)
{
	uint64_t ticks;

	pxt_writer_enter(writer);
	pxt_barrier_light(); /* R9 */
	if (__builtin_expect(
		    !pxt_writer_wants(writer, pxt_writer_gate(writer), type),
		    0))
		return false;
	if (__builtin_expect(!data && len, 0))
		return false;
	if (__builtin_expect(!pxt_writer_has_room_for_short(writer), 0))
		return false;
	ticks = pxt_clock_quick();
	if (__builtin_expect(ticks >= writer->renew, 0))
		return false;

	pxt_barrier_light(); /* values read again need no register */
	pxt_writer_fill_short(writer, ticks, type,
			      own ? (uintptr_t)__builtin_return_address(0) :
				    address,
			      data, len);
	return true;
}

#endif
