/*
 * sample.h - a small log whose contents are known, for the tests of logs
 *
 * Two threads, four chunks, eleven events and a loss, names in two families, a
 * description, two processes. Chunk 2 goes on where chunk 0 ended, without a
 * context of its own. The times of all chunks overlap. With PACKED_LOGS in the
 * environment logs are compressed, see check-packed.sh.
 */
#ifndef PXT_TESTS_SAMPLE_H
#define PXT_TESTS_SAMPLE_H

#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/clock.h"
#include "log/log_reader.h"
#include "log/log_writer.h"

enum { CHUNKS = 4, EVENTS = 12, SEEN_MAX = 64 };

struct sample {
	int fd;
	uint64_t start;	      /* behind HEADER */
	uint64_t at[CHUNKS];  /* of each chunk's section */
	uint64_t end[CHUNKS]; /* behind it, without padding */
	uint64_t end_at;      /* of END */
	uint64_t length;
};

/* The events by their ticks, 10 apart, and which chunk has each. */
static const struct {
	uint64_t ticks;
	unsigned chunk;
	uint32_t type;
	uint32_t tid;
	const char *data;
} expected[EVENTS] = {
	{ 1010, 0, POSIX_TRACE_START, 101, "" },
	{ 1020, 1, 16, 102, "one" },
	{ 1030, 0, 16, 101, "four" },
	{ 1040, 1, PXT_RECORD_LOSS, 102, NULL },
	{ 1050, 0, 17, 101, "twelve bytes" },
	{ 1060, 1, 17, 102, "" },
	{ 1070, 2, 16, 101, "goes on" },
	{ 1080, 3, 16, 102, "in another family" },
	{ 1090, 2, 17, 101, "eight b." },
	{ 1100, 3, 16, 102, "x" },
	{ 1110, 2, 17, 101, "" },
	{ 1120, 3, POSIX_TRACE_STOP, 102, "\0\0\0" },
};

/* What a reader delivered. */
struct seen {
	unsigned count;
	int err; /* how it ended */
	struct pxt_event event[SEEN_MAX];
	char data[SEEN_MAX][64];
	struct pxt_log_damage damage;
};

static const struct pxt_context contexts[2] = {
	{ .pid = 100,
	  .tid = 101,
	  .thread = 0x7001,
	  .realtime_ns = 5000000,
	  .rate = UINT64_C(2) << 32,
	  .family = 1 },
	{ .pid = 100,
	  .tid = 102,
	  .thread = 0x7002,
	  .realtime_ns = 5000000,
	  .rate = UINT64_C(2) << 32,
	  .family = 1 },
};

static const struct pxt_log_end sample_end = { 1, 28, 0, 1, 11, 7 };

static inline bool logs_are_packed(void)
{
	return getenv("PACKED_LOGS");
}

static inline void sample_header(struct pxt_log_header *header)
{
	memset(header, 0, sizeof(*header));
	ck_assert_int_eq(pxt_attr_settle(NULL, 1, &header->attr), 0);
	strcpy(header->attr.name, "sample");
	header->attr.log_policy = POSIX_TRACE_APPEND;
	if (logs_are_packed())
		header->attr.log_compression = POSIX_TRACE_LOG_ZSTD_NP;
	header->attr.created_ns = 1700000000123456789;
	header->attr.max_data = 777;
	memcpy(header->uuid, "0123456789abcde", 16);
	header->clock = PXT_CLOCK_TSC;
	header->target_pid = 100;
	header->start_ticks = 1000;
	header->rate = UINT64_C(2) << 32;
	strcpy(header->host, "a-host");
	strcpy(header->system, "Linux 6.1.0 x86_64");
	memcpy(header->machine.boot, "fedcba987654321", 16);
	header->machine.sync = PXT_SYNC_KEPT;
	header->machine.offset_ns = -1284000;
	header->machine.error_ns = 31000;
}

static inline size_t add_record(uint8_t *at, uint64_t ticks, uint32_t type,
				const void *data, size_t len)
{
	memset(at, 0, pxt_record_span(len));
	pxt_record_head(at, ticks, type, 0x400000 + ticks, (uint32_t)len);
	memcpy(at + PXT_RECORD_HEAD, data, len);
	return pxt_record_span(len);
}

static inline size_t add_event(uint8_t *at, unsigned i)
{
	const struct pxt_loss loss = { 7, 5000045 };

	if (expected[i].type == PXT_RECORD_LOSS)
		return add_record(at, expected[i].ticks, PXT_RECORD_LOSS, &loss,
				  sizeof(loss));
	if (expected[i].type == POSIX_TRACE_STOP)
		return add_record(at, expected[i].ticks, expected[i].type,
				  expected[i].data, 4);
	return add_record(at, expected[i].ticks, expected[i].type,
			  expected[i].data, strlen(expected[i].data));
}

static inline void put_sample_chunk(struct pxt_log_writer *writer, unsigned k)
{
	struct pxt_context context = contexts[k % 2];
	struct pxt_log_chunk chunk = { .sequence = k % 2, .events = 0 };
	uint8_t records[512];
	size_t len = 0;

	if (k == 2) {
		chunk.offset = 200;
		chunk.context = context;
		chunk.context_ticks = 1000;
	} else {
		if (k == 3) {
			chunk.sequence = 3;
			context.family = 2;
		}
		len = add_record(records, 1000, PXT_RECORD_CONTEXT, &context,
				 sizeof(context));
	}
	for (unsigned i = 0; i < EVENTS; i++) {
		if (expected[i].chunk != k)
			continue;
		if (!chunk.first)
			chunk.first = expected[i].ticks;
		chunk.last = expected[i].ticks;
		chunk.events++;
		len += add_event(records + len, i);
	}
	chunk.floor = k < 2 ? 1005 : 1065;
	ck_assert_int_eq(pxt_log_put_chunk(writer, &chunk, records, len), 0);
}

static inline size_t sample_image(uint8_t *data, size_t size, uint32_t pid,
				  char *name)
{
	static const uint8_t id[4] = { 0xde, 0xad, 0xbe, 0xef };
	const struct pxt_image_module module = {
		0x400000, 0x401000, 0x402000, id, sizeof(id), "/bin/it"
	};
	char *argv[] = { name, NULL };
	struct pxt_image_builder builder;

	ck_assert_int_eq(
		pxt_image_begin(&builder, data, size, pid, name, 1, argv), 0);
	ck_assert_int_eq(pxt_image_add_module(&builder, &module), 0);
	return builder.len;
}

static inline void put_process(struct pxt_log_writer *writer, uint32_t pid,
			       const char *name)
{
	uint8_t image[256];
	char copy[32];

	strcpy(copy, name);
	ck_assert_int_eq(pxt_log_put_process(
				 writer, image,
				 sample_image(image, sizeof(image), pid, copy)),
			 0);
}

static inline void put_name(struct pxt_log_writer *writer, uint32_t family,
			    uint32_t type, const char *name)
{
	ck_assert_int_eq(pxt_log_put_name(writer, family, type, name), 0);
}

static inline void put_description(struct pxt_log_writer *writer, uint32_t type,
				   const char *text)
{
	ck_assert_int_eq(pxt_log_put_description(writer, 1, type, text), 0);
}

static inline int sample_file(void)
{
	int fd = memfd_create("log", MFD_CLOEXEC);

	ck_assert_int_ge(fd, 0);
	return fd;
}

/* Readers do not miss the padding. */
static inline uint64_t payload_end(int fd, uint64_t at)
{
	uint64_t len;

	ck_assert_int_eq(pread(fd, &len, sizeof(len), (off_t)at + 8), 8);
	return at + PXT_LOG_SECTION_SIZE + len;
}

static inline void sample_write(struct sample *sample)
{
	struct pxt_log_writer *writer;
	struct pxt_log_header header;

	sample->fd = sample_file();
	sample_header(&header);
	ck_assert_int_eq(pxt_log_create(sample->fd, &header, &writer), 0);
	sample->start = pxt_log_length(writer);

	put_name(writer, 1, 16, "alpha");
	put_process(writer, 100, "before-exec");
	put_name(writer, 1, 17, "beta");
	put_description(writer, 17, "char text[]");
	for (unsigned k = 0; k < CHUNKS; k++) {
		if (k == 3)
			put_name(writer, 2, 16, "gamma");
		sample->at[k] = pxt_log_length(writer);
		put_sample_chunk(writer, k);
		sample->end[k] = payload_end(sample->fd, sample->at[k]);
	}
	put_process(writer, 100, "the-program");
	put_process(writer, 200, "its-child");

	sample->end_at = pxt_log_length(writer);
	ck_assert_int_eq(pxt_log_put_end(writer, &sample_end), 0);
	sample->length = pxt_log_length(writer);
	pxt_log_writer_close(writer);
}

/* Deliver what there is now behind what was seen before. */
static inline void drain(struct pxt_log_reader *reader, struct pxt_merge *merge,
			 struct seen *seen)
{
	struct pxt_event *event;

	while (seen->count < SEEN_MAX) {
		event = &seen->event[seen->count];
		seen->err = pxt_merge_next(merge, event);
		if (seen->err)
			break;
		ck_assert_uint_le(event->len, sizeof(seen->data[0]));
		memcpy(seen->data[seen->count], event->data, event->len);
		event->data = seen->data[seen->count++];
	}
	pxt_log_reader_damage(reader, &seen->damage);
}

static inline void read_log(struct pxt_log_reader *reader, struct seen *seen)
{
	struct pxt_merge *merge;

	memset(seen, 0, sizeof(*seen));
	ck_assert_int_eq(
		pxt_merge_create(pxt_log_reader_source(reader), &merge), 0);
	drain(reader, merge, seen);
	pxt_merge_close(merge);
	ck_assert_int_eq(seen->err, ENODATA);
}

static inline int open_and_read(int fd, struct seen *seen)
{
	struct pxt_log_reader *reader;
	int err;

	err = pxt_log_open(fd, &reader);
	if (err)
		return err;
	read_log(reader, seen);
	pxt_log_reader_close(reader);
	return 0;
}

static inline bool is_expected(const struct pxt_event *event, unsigned i)
{
	size_t len;

	if (event->ticks != expected[i].ticks ||
	    event->type != expected[i].type || event->tid != expected[i].tid)
		return false;
	if (event->pid != 100 || event->address != 0x400000 + event->ticks ||
	    event->time_ns != (int64_t)(5000000 + 2 * (event->ticks - 1000)))
		return false;
	if (event->family != (expected[i].chunk == 3 ? 2 : 1))
		return false;

	if (event->type == PXT_RECORD_LOSS)
		return event->len == sizeof(struct pxt_loss);
	len = event->type == POSIX_TRACE_STOP ? 4 : strlen(expected[i].data);
	return event->len == len && !memcmp(event->data, expected[i].data, len);
}

/* Exactly the events of the chunks in that set, in order. */
static inline bool has_chunks(const struct seen *seen, unsigned set)
{
	unsigned n = 0;

	for (unsigned i = 0; i < EVENTS; i++) {
		if (!(set & 1u << expected[i].chunk))
			continue;
		if (n == seen->count || !is_expected(&seen->event[n], i))
			return false;
		n++;
	}
	return n == seen->count;
}

enum { ALL_CHUNKS = (1 << CHUNKS) - 1 };

#endif
