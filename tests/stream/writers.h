/*
 * writers.h - a stream and a writer of it, and what came into its chunks
 */
#ifndef WRITERS_H
#define WRITERS_H

#include <check.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/shm.h"
#include "stream/writer.h"

enum {
	TYPE = PXT_EVENT_USER_FIRST,
	ADDRESS = 0x1234567,
	FAMILY = 1002,
	STOPS = 100,
};

static const struct pxt_writer_self self = {
	.thread = 0x7f0011223344,
	.pid = 1000,
	.tid = 1001,
	.owner = 1001,
};

static int dir;
static struct pxt_stream stream;
static struct pxt_writer writer;
static uint8_t bytes[8192];

static inline void make_stream(int policy, size_t max_data)
{
	trace_attr_t object;
	struct pxt_attr attr;

	posix_trace_attr_init(&object);
	posix_trace_attr_setstreamfullpolicy(&object, policy);
	posix_trace_attr_setstreamsize(&object, 16384);
	posix_trace_attr_setmaxdatasize(&object, max_data);
	ck_assert_int_eq(pxt_attr_settle(&object, 0, &attr), 0);
	ck_assert_int_eq(pxt_stream_create(dir, &attr, 0, &stream), 0);
	pxt_stream_set_target(
		&stream, &(struct pxt_process_id){ .pid = FAMILY, .start = 1 });
	pxt_writer_init(&writer, &stream);
}

static inline void setup(void)
{
	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (uint8_t)(i * 7 + 1);
	pxt_barrier_register();
	ck_assert_int_eq(pxt_shm_directory(0, &dir), 0);
	make_stream(POSIX_TRACE_UNTIL_FULL, 1000);
	atomic_store(&stream.shared->ring.gate, PXT_GATE_OPEN);
}

static inline void teardown(void)
{
	pxt_writer_fini(&writer);
	pxt_stream_remove(dir, &stream);
	pxt_stream_close(&stream);
	close(dir);
}

static bool short_way; /* as posix_trace_event() begins: try this first */

/* The address in the record is then where this is called. */
static __attribute__((noinline)) bool try_short(struct pxt_writer *who,
						uint32_t type, size_t len)
{
	return pxt_writer_is_short(who, len) &&
	       pxt_writer_try_short(who, type, bytes, len, true, 0);
}

static PXT_COPY_WIDE bool try_wide(struct pxt_writer *who, uint32_t type,
				   size_t len)
{
	return pxt_writer_is_wide(who, len) &&
	       pxt_writer_try_wide(who, type, ADDRESS, bytes, len);
}

static inline bool try_it(struct pxt_writer *who, uint32_t type, size_t len)
{
	if (short_way &&
	    (try_short(who, type, len) || try_wide(who, type, len)))
		return true;

	pxt_writer_enter(who);
	pxt_barrier_light();
	return pxt_writer_try(who, pxt_clock_quick(), type, ADDRESS, bytes,
			      len);
}

static inline void record_as(struct pxt_writer *who, uint32_t type, size_t len)
{
	struct pxt_writer_self mine = self;

	/* Who waits for a writer wants to know whether its thread lives. */
	mine.owner = (uint32_t)gettid();
	if (!try_it(who, type, len))
		pxt_writer_put(who, &mine, type, ADDRESS, bytes, len);
}

static inline void record(uint32_t type, size_t len)
{
	record_as(&writer, type, len);
}

/* What is in the stream, chunk by chunk */

static inline void read_slot(uint32_t slot, struct pxt_record_walk *walk)
{
	static uint8_t copy[1 << 20];
	struct pxt_ring_sight sight;

	ck_assert_uint_le(stream.ring.geometry.chunk, sizeof(copy));
	pxt_ring_look(&stream.ring, slot, &sight);
	if (sight.bytes)
		ck_assert_int_eq(pxt_ring_copy(&stream.ring, slot,
					       sight.sequence, 0, sight.bytes,
					       copy),
				 0);
	pxt_record_walk_init(walk, copy, sight.bytes, NULL, 0);
}

/* How many events of a type; 0: of any. */
static inline unsigned count(uint32_t type)
{
	struct pxt_record_walk walk;
	struct pxt_event event;
	unsigned events = 0;
	int err;

	for (uint32_t slot = 0; slot < pxt_ring_high(&stream.ring); slot++) {
		read_slot(slot, &walk);
		while (!(err = pxt_record_walk_next(&walk, &event)))
			events += !type || event.type == type;
		ck_assert_int_eq(err, ENODATA);
	}
	return events;
}

static inline void only_event(struct pxt_event *event)
{
	static struct pxt_record_walk walk;

	ck_assert_uint_eq(count(0), 1);
	read_slot(0, &walk);
	ck_assert_int_eq(pxt_record_walk_next(&walk, event), 0);
}

static inline unsigned contexts_in(uint32_t slot)
{
	struct pxt_record_walk walk;
	struct pxt_event event;
	unsigned contexts = 0;
	uint64_t last = 0;

	read_slot(slot, &walk);
	while (!pxt_record_walk_next(&walk, &event)) {
		contexts += walk.context_ticks != last;
		last = walk.context_ticks;
	}
	return contexts;
}

static inline uint64_t lost(void)
{
	uint64_t sum = atomic_load(&stream.shared->ring.lost);

	for (uint32_t slot = 0; slot < pxt_ring_high(&stream.ring); slot++)
		sum += pxt_ring_lost(&stream.ring, slot);
	return sum;
}

static inline void setup_short(void)
{
	short_way = true;
	setup();
}

static inline void setup_any(void)
{
	short_way = false;
	setup();
}

#endif
