/*
 * full_log.h - logs that are full, for tests
 */
#ifndef TESTS_LOG_FULL_LOG_H
#define TESTS_LOG_FULL_LOG_H

#include <check.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "sample.h"
#include "sanitizers.h"

enum {
	LOG_SIZE = 24 << 10,
	DATA = 64,
	RECORD = 88, /* with that much data */
	THREADS = 3,
	FILE_MAX = 2 * LOG_SIZE + (512 << 10),
	START = 4096, /* bytes before HEADER stands once more */
	LOOPS = 20,   /* times the size of a log that some tests write */
};

#define FACTOR UINT64_C(0x9e3779b97f4a7c15)

/* A log that is written, and what was put into it. */
struct full {
	int fd;
	struct pxt_log_writer *writer;
	uint64_t ticks;	   /* of the event put last */
	uint64_t sequence; /* of the next chunk */
	uint64_t last;	   /* the greatest ticks in any chunk */
	bool described;	   /* type 16 is */
};

static struct full full;

/* What a reader delivered. */
struct got {
	uint64_t first, last, count;
	uint64_t lost; /* by overwriting */
	bool gapless;
	bool in_order; /* let each event come behind the one before */
	uint8_t round; /* else, from 1 to 255: let none come twice in one */
	unsigned names;
	struct pxt_log_damage damage;
};

static struct got got;

static inline void full_header(struct pxt_log_header *header, uint32_t policy)
{
	sample_header(header);
	header->attr.log_policy = policy;
	header->attr.max_data = DATA;
	header->attr.stream_size = LOG_SIZE;
	header->attr.log_size = LOG_SIZE;
	ck_assert_int_eq(pxt_attr_check(&header->attr), 0);
}

static inline void begin(uint32_t policy)
{
	struct pxt_log_header header;

	full_header(&header, policy);
	memset(&full, 0, sizeof(full));
	full.fd = sample_file();
	ck_assert_int_eq(pxt_log_create(full.fd, &header, &full.writer), 0);
}

static inline void end(void)
{
	pxt_log_writer_close(full.writer);
	close(full.fd);
}

/* Events `from`, from + THREADS... behind a context. */
static inline size_t make_records(uint8_t *records, uint64_t from,
				  unsigned count, struct pxt_log_chunk *chunk)
{
	const struct pxt_context *context = &contexts[from % 2];
	uint64_t data[DATA / 8] = { 0 };
	size_t len;

	*chunk = (struct pxt_log_chunk){
		.sequence = full.sequence++,
		.events = count,
		.first = from,
		.last = from + THREADS * (count - 1),
	};
	len = add_record(records, from, PXT_RECORD_CONTEXT, context,
			 sizeof(*context));
	for (unsigned i = 0; i < count; i++) {
		data[0] = from + THREADS * i;
		/* Packed, it is not so much smaller that nothing fills. */
		for (unsigned k = 1; logs_are_packed() && k < DATA / 8; k++)
			data[k] = (data[0] * DATA + k) * FACTOR;
		len += add_record(records + len, data[0], 16, data,
				  sizeof(data));
	}
	return len;
}

/* One chunk of one thread: what does not fit goes to another one. */
static inline int put_thread(uint64_t from, unsigned count, uint64_t floor)
{
	uint8_t records[8192];
	struct pxt_log_chunk chunk;
	unsigned part;
	size_t len;
	int err;

	for (; count; count -= part, from += THREADS * part) {
		part = count;
		do
			len = make_records(records, from, part, &chunk);
		while (len > pxt_log_room(full.writer) && --part);
		if (!part)
			return ENOSPC;
		chunk.floor = part == count ? floor : 0;
		err = pxt_log_put_chunk(full.writer, &chunk, records, len);
		if (err)
			return err;
		full.last = chunk.last;
	}
	return 0;
}

/* `count` events of each thread. */
static inline int put(unsigned count)
{
	const uint64_t next = full.ticks + 1;
	int err = 0;

	for (unsigned i = 0; i < THREADS && !err; i++)
		err = put_thread(next + i, count,
				 i + 1 < THREADS ? 0 : next + THREADS * count);
	if (!err)
		full.ticks += THREADS * count;
	return err;
}

static inline void must_put(unsigned count)
{
	ck_assert_int_eq(put(count), 0);
}

/* Sections of all sizes, to that many bytes of data. */
static inline void put_much(uint64_t bytes)
{
	const uint64_t until = full.ticks + bytes / DATA;

	for (unsigned i = 0; full.ticks < until; i++)
		must_put(1 + i * 7 % 13);
}

static inline void must_end(void)
{
	const struct pxt_log_end status = { .log_full = 1 };

	ck_assert_int_eq(pxt_log_put_end(full.writer, &status), 0);
}

static inline unsigned count_names(const struct pxt_log_reader *reader)
{
	unsigned count = 0;
	uint32_t type = 0;

	while ((type = pxt_log_reader_next_type(reader, 1, type)))
		count++;
	return count;
}

static inline void note_once(uint64_t ticks)
{
	static uint8_t seen_already[4 << 20];

	ck_assert_uint_lt(ticks, sizeof(seen_already));
	ck_assert_uint_ne(seen_already[ticks], got.round);
	seen_already[ticks] = got.round;
}

static inline void note_loss(const struct pxt_event *event)
{
	struct pxt_loss loss;

	ck_assert_str_eq(event->why,
			 "the log was overwritten before it was read");
	memcpy(&loss, event->data, sizeof(loss));
	ck_assert_uint_gt(loss.count, 0);
	ck_assert_int_le((int64_t)loss.since_ns, event->time_ns);
	got.lost += loss.count;
}

/* What there is now, behind what was got before. */
static inline void get(struct pxt_log_reader *reader, struct pxt_merge *merge)
{
	struct pxt_event event;
	int err;

	while (!(err = pxt_merge_next(merge, &event))) {
		if (event.type == PXT_RECORD_LOSS) {
			note_loss(&event);
			continue;
		}
		ck_assert_uint_eq(event.len, DATA);
		ck_assert(!memcmp(event.data, &event.ticks, 8));
		if (got.in_order)
			ck_assert_uint_gt(event.ticks, got.last);
		else
			note_once(event.ticks);
		if (!got.count++)
			got.first = event.ticks;
		else if (event.ticks != got.last + 1)
			got.gapless = false;
		got.last = event.ticks;
	}
	ck_assert_int_eq(err, ENODATA);
	pxt_log_reader_damage(reader, &got.damage);
	got.names = count_names(reader);
}

static inline void forget(void)
{
	memset(&got, 0, sizeof(got));
	got.gapless = true;
	got.in_order = true;
}

static inline void get_now(int fd)
{
	struct pxt_log_reader *reader;
	struct pxt_merge *merge;

	ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
	ck_assert_int_eq(
		pxt_merge_create(pxt_log_reader_source(reader), &merge), 0);
	get(reader, merge);
	pxt_merge_close(merge);
	pxt_log_reader_close(reader);
}

static inline void get_all(int fd)
{
	forget();
	get_now(fd);
}

static inline uint64_t file_size(int fd)
{
	struct stat status;

	ck_assert_int_eq(fstat(fd, &status), 0);
	return (uint64_t)status.st_size;
}

/* The log has the newest events, and enough of them. */
static inline void expect_newest(unsigned damage)
{
	get_all(full.fd);
	ck_assert(got.gapless);
	ck_assert_uint_eq(got.last, full.ticks);
	ck_assert_uint_ge(got.count * DATA, LOG_SIZE / 4);
	ck_assert_uint_le(file_size(full.fd), FILE_MAX);
	ck_assert_msg(got.damage.count == damage, "%s", got.damage.what);
}

/* UNTIL_FULL */

static inline void put_last(void)
{
	uint8_t records[512];
	struct pxt_log_chunk chunk;
	size_t len;

	len = make_records(records, full.ticks + 1, 1, &chunk);
	ck_assert_uint_le(len, PXT_LOG_RESERVE);
	ck_assert_int_eq(pxt_log_put_last(full.writer, &chunk, records, len),
			 0);
	full.ticks++;
}

static inline void fill(unsigned count)
{
	size_t room = pxt_log_room(full.writer);
	int err;

	while (!(err = put_thread(full.ticks + 1, count, 0))) {
		full.ticks = full.last;
		ck_assert_uint_lt(pxt_log_room(full.writer), room);
		room = pxt_log_room(full.writer);
	}
	ck_assert_int_eq(err, ENOSPC);
	full.ticks = full.last;
}

#endif
