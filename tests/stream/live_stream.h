/*
 * live_stream.h - a live stream, its writers and its reader, for tests
 */
#ifndef TESTS_STREAM_LIVE_STREAM_H
#define TESTS_STREAM_LIVE_STREAM_H

#include <check.h>
#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "base/shm.h"
#include "sanitizers.h"
#include "stream/live.h"
#include "stream/live_source.h"
#include "stream/writer.h"

enum { TYPE = PXT_EVENT_USER_FIRST, WRITERS = 5, MANY = 20000 };

static int dir;
static struct pxt_stream stream;
static struct pxt_live *live;
static struct pxt_merge *merge;
static struct pxt_writer writer[WRITERS];
static struct pxt_writer_self self[WRITERS];

static inline void make_stream(int policy)
{
	trace_attr_t object;
	struct pxt_attr attr;

	posix_trace_attr_init(&object);
	posix_trace_attr_setstreamfullpolicy(&object, policy);
	posix_trace_attr_setstreamsize(&object, 65536);
	posix_trace_attr_setmaxdatasize(&object, 500);
	ck_assert_int_eq(pxt_attr_settle(&object, 0, &attr), 0);
	ck_assert_int_eq(pxt_stream_create(dir, &attr, 0, &stream), 0);
	ck_assert_int_eq(pxt_live_create(&stream, &live), 0);
	ck_assert_int_eq(pxt_merge_create(pxt_live_source(live), &merge), 0);
	atomic_store(&stream.shared->ring.gate, PXT_GATE_OPEN);
	for (uint32_t i = 0; i < WRITERS; i++) {
		self[i] = (struct pxt_writer_self){
			.pid = 1, .tid = 100 + i, .owner = (uint32_t)getpid()
		};
		pxt_writer_init(&writer[i], &stream);
	}
}

static inline void setup(void)
{
	pxt_barrier_register();
	ck_assert_int_eq(pxt_shm_directory(0, &dir), 0);
	make_stream(POSIX_TRACE_UNTIL_FULL);
}

static inline void drop_stream(void)
{
	for (int i = 0; i < WRITERS; i++)
		pxt_writer_fini(&writer[i]);
	pxt_merge_close(merge);
	pxt_live_close(live);
	pxt_stream_remove(dir, &stream);
	pxt_stream_close(&stream);
}

static inline void teardown(void)
{
	drop_stream();
	close(dir);
}

static inline void record(unsigned who, const void *data, size_t len)
{
	pxt_writer_enter(&writer[who]);
	pxt_barrier_light();
	if (!pxt_writer_try(&writer[who], pxt_clock_quick(), TYPE + who, 0,
			    data, len))
		pxt_writer_put(&writer[who], &self[who], TYPE + who, 0, data,
			       len);
}

static inline void record_number(unsigned who, uint32_t number)
{
	record(who, &number, sizeof(number));
}

static inline uint32_t number_of(const struct pxt_event *event)
{
	uint32_t number;

	ck_assert_uint_ge(event->len, sizeof(number));
	memcpy(&number, event->data, sizeof(number));
	return number;
}

/* Pieces */

static const struct pxt_live_piece *pieces;
static size_t piece_count;
static uint64_t floor_ticks;

static inline void look(void)
{
	ck_assert_int_eq(
		pxt_live_look(live, &pieces, &piece_count, &floor_ticks), 0);
}

static struct pxt_record_walk at_end;

/* Walk a piece as the log's writer does. */
static inline unsigned walk(const struct pxt_live_piece *piece)
{
	static uint8_t copy[1 << 20];
	struct pxt_event event;
	unsigned events = 0;
	int err;

	ck_assert_int_eq(pxt_live_copy(live, piece, copy), 0);
	pxt_live_walk(live, piece, copy, &at_end);
	while (!(err = pxt_record_walk_next(&at_end, &event)))
		events++;
	ck_assert_int_eq(err, ENODATA);
	return events;
}

static inline unsigned take(const struct pxt_live_piece *piece)
{
	unsigned events = walk(piece);

	pxt_live_took(live, piece, 0, &at_end.context, at_end.context_ticks);
	return events;
}

/* As a source */

static inline void next(struct pxt_event *event)
{
	ck_assert_int_eq(pxt_merge_next(merge, event), 0);
}

/* What loops */

static inline void make_loop(void)
{
	drop_stream();
	make_stream(POSIX_TRACE_LOOP);
}

static inline uint64_t overwritten(void)
{
	return atomic_load(&stream.shared->ring.overwritten);
}

#endif
