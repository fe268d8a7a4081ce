/*
 * fuzz_stream.c - whatever a dead controller's stream holds, it is read to
 * its end, and rescued into its log
 *
 * The first byte of the input says what is done, see MODE_...; the rest is
 * what somebody scribbled over a stream that is as a controller left it, with
 * a part of it in its log. One piece of that after the other:
 *
 *	0, u16 at, u8 len, bytes	over the head, gate, filter and states
 *	1, u16 slot, u64		a slot's state
 *	2, u8 slot, u32			how much a chunk has, and whether busy
 *	3, u8 slot, u16 at, u8 len, bytes	over a chunk
 *	4, u8 slot, u16 type, u8 ticks, u8 len	one more record of a chunk
 *
 * Whatever it is, memory and work are bounded, no more events come out than
 * there is room for, and a log that got its end is sound and complete.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/crc32c.h"
#include "fuzz/quick.h"
#include "log/log_reader.h"
#include "model/image.h"
#include "session/control/rescue.h"
#include "session/controller.h"
#include "session/steer.h"
#include "session/traced/home.h"
#include "session/transfer/transfer.h"
#include "stream/live_source.h"
#include "stream/process_image.h"
#include "stream/process_names.h"
#include "stream/process_streams.h"

enum {
	MODE_READ,   /* as an active one is read */
	MODE_RESCUE, /* by who opens the log */
	MODE_FIND,   /* by who makes the next stream */
	MODE_ROOM,   /* who needs its number */
	MODES,
	LOOPS = MODES, /* the stream overwrites its oldest part */

	TARGET = 4000001, /* of numbers that no process has */
	THREAD_A,
	THREAD_B,
	THREAD_C,
	NUMBER = 0,
	CHUNKS = 12, /* that may be scribbled over */
	MANY = 60,   /* events, more than a chunk has */
	LOG_MAX = 1 << 16,
	MEMORY_MAX = 8 << 20,
	WORK_MAX = 1 << 18,
};

/* As it was left. */
static struct {
	struct pxt_stream stream; /* stays mapped */
	uint8_t *head;
	size_t head_size;
	uint8_t *chunks;
	struct pxt_process_shared *process; /* stays mapped */
	struct pxt_process_shared *process_copy;
	uint8_t log[LOG_MAX];
	size_t log_size;
	uint64_t events;
	bool *dirty; /* chunks beyond the first ones */
} base;

static int directory;

/* Making it */

static void put(struct pxt_writer *writer, uint32_t tid, uint32_t type,
		const void *data, size_t len)
{
	const struct pxt_writer_self self = {
		.thread = 0x7000 + tid,
		.pid = TARGET,
		.tid = tid,
		.owner = tid,
	};

	pxt_writer_put(writer, &self, type, 0x401000, data, len);
	base.events++;
}

static void make_process(struct pxt_process *process)
{
	static char name[] = "program";
	char *argv[] = { name, NULL };
	struct pxt_image_builder builder;
	uint8_t image[256];
	uint32_t type;

	QUICK_ASSERT(!pxt_process_open(directory, TARGET, 1, process));
	QUICK_ASSERT(!pxt_process_open_name(process, "alpha", &type));
	QUICK_ASSERT(!pxt_process_open_name(process, "beta", &type));
	QUICK_ASSERT(!pxt_image_begin(&builder, image, sizeof(image), TARGET,
				      name, 1, argv));
	pxt_process_set_image(process, image, builder.len);
}

static void make_stream(struct pxt_stream *stream)
{
	struct pxt_attr attr;

	QUICK_ASSERT(!pxt_attr_settle(NULL, 1, &attr));
	attr.stream_size = 18000;
	attr.log_size = 18000;
	attr.max_data = 64;
	attr.log_policy = POSIX_TRACE_APPEND;
	QUICK_ASSERT(!pxt_stream_create(directory, &attr, 0, stream));
	pxt_stream_set_target(
		stream, &(struct pxt_process_id){ .pid = TARGET, .start = 1 });
}

/* A chunk that was released, one that was retired, some that are owned, and
 * what was recorded first in the log. */
static void record(struct pxt_controller *controller)
{
	struct pxt_writer writer[3];
	struct pxt_transfer *transfer;

	for (int i = 0; i < 3; i++)
		pxt_writer_init(&writer[i], &controller->stream);
	pxt_steer_start(controller, 0);
	base.events++;
	put(&writer[0], THREAD_A, 16, "first", 5);
	put(&writer[1], THREAD_B, 17, "second", 6);
	QUICK_ASSERT(!pxt_transfer_create(controller, quick_file(), &transfer));
	QUICK_ASSERT(!pxt_transfer_run(transfer));
	pxt_transfer_close(transfer);

	put(&writer[0], THREAD_A, 17, "third", 5);
	pxt_writer_fini(&writer[0]);
	for (int i = 0; i < MANY; i++)
		put(&writer[1], THREAD_B, 16, "one of many, to fill a chunk",
		    28);
	put(&writer[2], THREAD_C, 17, "", 0);
}

static void make_base(void)
{
	struct pxt_controller controller;

	pxt_controller_init(&controller, NULL);
	make_stream(&controller.stream);
	controller.attr = controller.stream.attr;
	make_process(&controller.process);
	QUICK_ASSERT(!pxt_process_add_stream(&controller.process, NUMBER,
					     controller.stream.nonce, 0));
	QUICK_ASSERT(!pxt_live_create(&controller.stream, &controller.live));
	pxt_writer_init(&controller.writer, &controller.stream);
	record(&controller);

	/* STOP is what its rescuer adds. */
	base.events++;
	controller.stream.shared->controller_start = 1;
	base.log_size = quick_file_size();
	QUICK_ASSERT(base.log_size <= LOG_MAX);
	memcpy(base.log, quick_file_data(), base.log_size);
	pxt_controller_fini(&controller);
}

static void keep_base(void)
{
	const struct pxt_ring *ring = &base.stream.ring;
	struct pxt_process process;

	quick_keep();
	QUICK_ASSERT(!pxt_stream_open_dead(directory, NUMBER, &base.stream));
	base.head_size = (size_t)(ring->chunks - (uint8_t *)base.stream.shared);
	base.head = quick_copy(base.stream.shared, base.head_size);
	base.chunks =
		quick_copy(ring->chunks, (size_t)CHUNKS * ring->geometry.chunk);
	base.dirty = calloc(ring->slots, sizeof(*base.dirty));
	QUICK_ASSERT(base.dirty);

	QUICK_ASSERT(!pxt_process_find(directory, TARGET, 1, &process));
	base.process = process.shared;
	base.process_copy = quick_copy(process.shared, sizeof(*process.shared));
}

static void begin(void)
{
	if (base.head)
		return;
	setenv("POSIXTRACE_CLOCK", "monotonic", 1);
	directory = quick_directory();
	pxt_home_get();
	quick_begin();
	make_base();
	keep_base();
	quick_end();
}

/* Scribbling */

static uint64_t state_of(uint32_t slot)
{
	return atomic_load(&base.stream.ring.state[slot]);
}

static uint8_t *chunk_at(uint32_t slot)
{
	const struct pxt_ring *ring = &base.stream.ring;

	return ring->chunks + (size_t)slot * ring->geometry.chunk;
}

static struct pxt_ring_chunk *chunk_of(uint32_t slot)
{
	return (struct pxt_ring_chunk *)(void *)chunk_at(slot);
}

static void scribble(struct pxt_bytes *in, uint8_t *to, size_t size)
{
	const size_t at = pxt_bytes_le16(in) % size;
	const size_t len = pxt_bytes_u8(in);
	const void *bytes = pxt_bytes_take(in, len);

	if (bytes && len <= size - at)
		memcpy(to + at, bytes, len);
}

static void set_tail(uint32_t slot, uint32_t low)
{
	atomic_store(&chunk_of(slot)->tail, (state_of(slot) >> 24) << 32 | low);
}

static void add_record(uint32_t slot, uint32_t type, uint64_t ticks,
		       uint32_t len)
{
	const uint32_t chunk = base.stream.ring.geometry.chunk;
	const uint64_t tail = atomic_load(&chunk_of(slot)->tail);
	const uint32_t at = pxt_tail_bytes(tail) % chunk;

	if (at + PXT_RING_HEAD + pxt_record_span(len) > chunk)
		return;
	pxt_record_head(chunk_at(slot) + PXT_RING_HEAD + at,
			base.stream.origin.ticks + ticks, type, 0x401000, len);
	set_tail(slot, at + (uint32_t)pxt_record_span(len));
}

static void scribble_once(struct pxt_bytes *in)
{
	const unsigned kind = pxt_bytes_u8(in);
	uint32_t slot, type;
	uint64_t ticks;

	switch (kind % 5) {
	case 0:
		scribble(in, (uint8_t *)base.stream.shared, base.head_size);
		break;
	case 1:
		slot = pxt_bytes_le16(in) % base.stream.ring.slots;
		atomic_store(&base.stream.ring.state[slot], pxt_bytes_le64(in));
		break;
	case 2:
		slot = pxt_bytes_u8(in) % CHUNKS;
		set_tail(slot, pxt_bytes_le32(in));
		break;
	case 3:
		slot = pxt_bytes_u8(in) % CHUNKS;
		scribble(in, chunk_at(slot), base.stream.ring.geometry.chunk);
		break;
	default:
		slot = pxt_bytes_u8(in) % CHUNKS;
		type = pxt_bytes_le16(in);
		ticks = pxt_bytes_u8(in);
		add_record(slot, type, ticks, pxt_bytes_u8(in));
	}
}

static uint64_t pristine_state(uint32_t slot)
{
	const size_t at = offsetof(struct pxt_stream_shared, state) +
			  slot * sizeof(uint64_t);
	uint64_t state;

	memcpy(&state, base.head + at, sizeof(state));
	return state;
}

/* What has another state than it had may have been written to. */
static void note_dirty(void)
{
	for (uint32_t slot = CHUNKS; slot < base.stream.ring.slots; slot++)
		base.dirty[slot] |= state_of(slot) != pristine_state(slot);
}

static void restore(void)
{
	const uint32_t chunk = base.stream.ring.geometry.chunk;

	note_dirty();
	for (uint32_t slot = CHUNKS; slot < base.stream.ring.slots; slot++) {
		if (base.dirty[slot])
			memset(chunk_at(slot), 0, chunk);
		base.dirty[slot] = false;
	}
	memcpy(base.stream.ring.chunks, base.chunks, (size_t)CHUNKS * chunk);
	memcpy(base.stream.shared, base.head, base.head_size);
	memcpy(base.process, base.process_copy,
	       offsetof(struct pxt_process_shared, image));
	if (quick_made())
		quick_tidy();
}

/* Reading */

static void look_at_event(const struct pxt_event *event, size_t most)
{
	static volatile uint32_t sum;

	QUICK_ASSERT(event->type && event->type < PXT_RECORD_CONTEXT);
	QUICK_ASSERT(event->len <= most);
	sum = pxt_crc32c(sum, event->data, event->len);
}

static void read_stream(const struct pxt_stream *stream, struct pxt_live *live)
{
	const struct pxt_ring *ring = &stream->ring;
	const size_t chunk = ring->geometry.chunk;
	size_t most = ring->slots * (chunk / pxt_record_span(0));
	struct pxt_merge *merge;
	struct pxt_event event;
	int err;

	QUICK_ASSERT(!pxt_merge_create(pxt_live_source(live), &merge));
	while (!(err = pxt_merge_next(merge, &event))) {
		look_at_event(&event, chunk);
		QUICK_ASSERT(most--);
	}
	QUICK_ASSERT(err == ENODATA);
	pxt_merge_close(merge);
}

static void open_and_read(void)
{
	struct pxt_stream stream;
	struct pxt_live *live;

	if (pxt_stream_open_dead(directory, NUMBER, &stream))
		return;
	QUICK_ASSERT(!pxt_live_create(&stream, &live));
	pxt_live_disown(live);
	pxt_live_bury(live);
	read_stream(&stream, live);
	pxt_live_close(live);
	pxt_stream_close(&stream);
}

/* The log */

static uint64_t count_logged(struct pxt_log_reader *reader)
{
	struct pxt_merge *merge;
	struct pxt_event event;
	uint64_t events = 0;
	int err;

	QUICK_ASSERT(!pxt_merge_create(pxt_log_reader_source(reader), &merge));
	while (!(err = pxt_merge_next(merge, &event))) {
		look_at_event(&event, quick_file_size());
		events += event.type != PXT_RECORD_LOSS;
	}
	QUICK_ASSERT(err == ENODATA);
	pxt_merge_close(merge);
	return events;
}

/* Whether it got its end. */
static bool check_log(bool scribbled)
{
	const struct pxt_log_end *end;
	struct pxt_log_damage damage;
	struct pxt_log_reader *reader;
	uint64_t events;
	bool ended;

	QUICK_ASSERT(!pxt_log_open(quick_file(), &reader));
	end = pxt_log_reader_end(reader);
	ended = end;
	if (ended) {
		events = count_logged(reader);
		QUICK_ASSERT(events == end->events);
		QUICK_ASSERT(scribbled || events == base.events);
		pxt_log_reader_damage(reader, &damage);
		QUICK_ASSERT(!damage.count);
	}
	pxt_log_reader_close(reader);
	return ended;
}

static void rescue(int mode, bool scribbled)
{
	bool ended;

	if (mode == MODE_RESCUE)
		pxt_rescue_log(base.stream.shared->log.uuid, quick_file());
	else if (mode == MODE_FIND)
		pxt_rescue_all(directory);
	else
		pxt_rescue_make_room(directory);
	ended = check_log(scribbled);
	QUICK_ASSERT(ended || scribbled || mode != MODE_RESCUE);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pxt_bytes in;
	int mode;

	begin();
	pxt_bytes_init(&in, data, size);
	mode = pxt_bytes_u8(&in);
	quick_begin();
	quick_file_set(base.log, base.log_size);
	base.stream.shared->geometry.loop = mode & LOOPS;
	while (pxt_bytes_left(&in))
		scribble_once(&in);
	note_dirty();

	if (mode % MODES == MODE_READ)
		open_and_read();
	else
		rescue(mode % MODES, size > 1);
	QUICK_ASSERT(quick_peak() <= MEMORY_MAX);
	QUICK_ASSERT(quick_work() <= WORK_MAX);
	restore();
	quick_end();
	return 0;
}
