/*
 * make_seeds.c - what fuzzing begins with: make_seeds tests/fuzz/seeds
 *
 * Logs: small ones of each policy, whole and not, with all kinds of sections.
 * That of a log that was overwritten is put together by hand: one that the
 * writer makes has kilobytes.
 *
 * Streams and processes: what somebody scribbles over them.
 *
 * Each begins with the byte that tells the target what to do with it, and is
 * as its comment says. Files there that are not made here were found by
 * fuzzing, or made when the format had another version.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "log/log_kept.h"
#include "log/log_maker.h"
#include "log/log_writer.h"
#include "model/image.h"
#include "stream/process.h"
#include "stream/stream.h"

enum {
	MODE_LOG = 4 | 8 | 16,
	MODE_MENDED = 1,
	MODE_HALVES = 2,
	MODE_STREAM = 1,
	MODE_LOOP = 4,
	MODE_PROCESS = 127,
	MODE_OBJECTS = 128,
	FAMILY = 100,
	PID = 100,
};

static const char *directory;

static void check(int err, const char *what)
{
	if (!err)
		return;
	fprintf(stderr, "make_seeds: %s: %s\n", what, strerror(err));
	exit(EXIT_FAILURE);
}

static int new_file(void)
{
	int fd = memfd_create("seed", MFD_CLOEXEC);

	check(fd < 0 ? errno : 0, "memfd_create");
	return fd;
}

static void save(const char *target, const char *name, uint8_t mode,
		 const void *data, size_t len)
{
	char path[4096];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", directory, target);
	check(mkdir(path, 0777) && errno != EEXIST ? errno : 0, path);
	snprintf(path, sizeof(path), "%s/%s/%s", directory, target, name);
	file = fopen(path, "we");
	check(file ? 0 : errno, path);
	if (fwrite(&mode, 1, 1, file) != 1 ||
	    fwrite(data, 1, len, file) != len || fclose(file))
		check(EIO, path);
}

/* Zeroes before the second HEADER are left out: see fuzz_log.c. */
static size_t fold(uint8_t *data, size_t size)
{
	struct pxt_bytes in;
	size_t gap;

	pxt_bytes_init(&in, data + PXT_LOG_PREAMBLE_SIZE + 8, sizeof(uint64_t));
	gap = PXT_LOG_PREAMBLE_SIZE +
	      (size_t)pxt_log_section_span(pxt_bytes_le64(&in));
	memmove(data + gap, data + PXT_LOG_COPY_AT, size - PXT_LOG_COPY_AT);
	return size - PXT_LOG_COPY_AT + gap;
}

/* What is in fd, up to len bytes. */
static void save_log(int fd, const char *name, uint8_t mode, size_t len)
{
	static uint8_t data[1 << 20];
	ssize_t done;
	size_t size;

	done = pread(fd, data, sizeof(data), 0);
	check(done < 0 ? errno : 0, "read");
	size = fold(data, (size_t)done);
	save("log", name, MODE_LOG | mode, data, len < size ? len : size);
}

static void describe(struct pxt_log_header *header, uint32_t policy)
{
	memset(header, 0, sizeof(*header));
	check(pxt_attr_settle(NULL, 1, &header->attr), "attributes");
	strcpy(header->attr.name, "seed");
	strcpy(header->attr.genversion, "seed");
	header->attr.clockres_ns = 1;
	header->attr.created_ns = 1700000000000000000;
	header->attr.stream_size = 32768;
	header->attr.log_size = 32768;
	header->attr.max_data = 64;
	header->attr.log_policy = policy;
	memcpy(header->uuid, "a seed, no uuid.", sizeof(header->uuid));
	header->clock = PXT_CLOCK_MONOTONIC;
	header->target_pid = PID;
	header->start_ticks = 1000;
	header->rate = UINT64_C(1) << 32;
	strcpy(header->host, "host");
	strcpy(header->system, "Linux");
}

/* Records */

static size_t put_record(uint8_t *at, uint64_t ticks, uint32_t type,
			 const void *data, size_t len)
{
	memset(at, 0, pxt_record_span(len));
	pxt_record_head(at, ticks, type, 0x401000 + ticks, (uint32_t)len);
	memcpy(at + PXT_RECORD_HEAD, data, len);
	return pxt_record_span(len);
}

static struct pxt_context context_of(unsigned thread)
{
	return (struct pxt_context){
		.pid = PID,
		.tid = PID + thread,
		.thread = 0x7000 + thread,
		.realtime_ns = 1700000000000000000,
		.rate = UINT64_C(1) << 32,
		.family = FAMILY,
	};
}

/* The k-th chunk: three events, of times that the next chunk has, too. */
static size_t fill_chunk(unsigned k, struct pxt_log_chunk *chunk, uint8_t *out)
{
	const struct pxt_context context = context_of(k % 2);
	const struct pxt_loss loss = { 3, 1700000000000000000 };
	const uint64_t first = 2000 + 100 * k;
	size_t len;

	*chunk = (struct pxt_log_chunk){
		.sequence = k,
		.events = 3,
		.first = first,
		.last = first + 150,
		.floor = k % 3 == 2 ? first : 0,
		.lost = k == 1 ? loss.count : 0,
	};
	len = put_record(out, first - 10, PXT_RECORD_CONTEXT, &context,
			 sizeof(context));
	len += put_record(out + len, first, 16 + k % 3, "an event", 8);
	len += put_record(out + len, first + 50, 17, &k, sizeof(k));
	if (k == 1)
		len += put_record(out + len, first + 60, PXT_RECORD_LOSS, &loss,
				  sizeof(loss));
	len += put_record(out + len, first + 150, POSIX_TRACE_STOP, &k,
			  sizeof(k));
	return len;
}

static void put_chunk(struct pxt_log_writer *log, unsigned k)
{
	struct pxt_log_chunk chunk;
	uint8_t records[512];
	size_t len = fill_chunk(k, &chunk, records);

	check(pxt_log_put_chunk(log, &chunk, records, len), "chunk");
}

static size_t make_image(uint8_t *image, size_t size)
{
	static char name[] = "program", option[] = "-x";
	static const uint8_t id[] = { 1, 2, 3, 4, 5, 6, 7, 8 };
	const struct pxt_image_module module = { 0x400000,   0x401000,
						 0x402000,   id,
						 sizeof(id), "/bin/program" };
	char *argv[] = { name, option, NULL };
	struct pxt_image_builder builder;

	check(pxt_image_begin(&builder, image, size, PID, name, 2, argv),
	      "image");
	check(pxt_image_add_module(&builder, &module), "module");
	return builder.len;
}

static void put_known(struct pxt_log_writer *log)
{
	uint8_t image[256];

	check(pxt_log_put_name(log, FAMILY, 16, "alpha"), "name");
	check(pxt_log_put_name(log, FAMILY, 17, "beta"), "name");
	check(pxt_log_put_name(log, 2, 18, "gamma"), "name");
	check(pxt_log_put_process(log, image, make_image(image, sizeof(image))),
	      "process");
}

static void put_end(struct pxt_log_writer *log)
{
	const struct pxt_log_end end = { .events = 9, .lost = 3 };

	check(pxt_log_put_end(log, &end), "end");
}

/* Blown up: a field claims as much as it can. Checksums are mended by who reads
 * it. */

struct blown {
	const char *name;
	uint32_t type; /* of the section: the first such */
	size_t at;     /* in it, its head included */
	size_t len;
};

static size_t find_section(int fd, uint32_t type)
{
	uint8_t head[PXT_LOG_SECTION_SIZE];
	struct pxt_bytes in;
	size_t at = PXT_LOG_COPY_AT;

	for (;;) {
		check(pread(fd, head, sizeof(head), (off_t)at) != sizeof(head) ?
			      ENOENT :
			      0,
		      "section");
		pxt_bytes_init(&in, head + 4, sizeof(head) - 4);
		if (pxt_bytes_le32(&in) == type)
			return at;
		at += (size_t)pxt_log_section_span(pxt_bytes_le64(&in));
	}
}

static void blow_up(int fd, const struct blown *blown)
{
	const size_t at = find_section(fd, blown->type) + blown->at;
	uint8_t before[64], ones[64];

	memset(ones, 0xff, sizeof(ones));
	/* Bit 30 of a record's size is no part of its length. */
	if (blown->type == PXT_LOG_CHUNK && blown->len == 4 &&
	    blown->at > PXT_LOG_CHUNK_SIZE)
		ones[3] = 0x3f;
	check(pread(fd, before, blown->len, (off_t)at) < 0 ||
			      pwrite(fd, ones, blown->len, (off_t)at) < 0 ?
		      errno :
		      0,
	      blown->name);
	save_log(fd, blown->name, MODE_MENDED, SIZE_MAX);
	check(pwrite(fd, before, blown->len, (off_t)at) < 0 ? errno : 0,
	      blown->name);
}

static void make_blown(int fd)
{
	enum { PAYLOAD = PXT_LOG_SECTION_SIZE };
	const size_t record = PAYLOAD + PXT_LOG_CHUNK_SIZE +
			      pxt_record_span(sizeof(struct pxt_context));
	const struct blown blown[] = {
		{ "blown-chunk-events", PXT_LOG_CHUNK, PAYLOAD + 4, 4 },
		{ "blown-chunk-head", PXT_LOG_CHUNK, PAYLOAD, 4 },
		{ "blown-chunk-length", PXT_LOG_CHUNK, 8, 8 },
		{ "blown-end-head", PXT_LOG_END, PAYLOAD, 4 },
		{ "blown-end-length", PXT_LOG_END, 8, 8 },
		{ "blown-end-names", PXT_LOG_END, PAYLOAD + 40, 4 },
		{ "blown-end-order", PXT_LOG_END, PAYLOAD + 48, 48 },
		{ "blown-end-processes", PXT_LOG_END, PAYLOAD + 44, 4 },
		{ "blown-header-sizes", PXT_LOG_HEADER, PAYLOAD + 56, 24 },
		{ "blown-modules", PXT_LOG_PROCESS, PAYLOAD + 4, 4 },
		{ "blown-name-length", PXT_LOG_NAME, 8, 8 },
		{ "blown-record", PXT_LOG_CHUNK, record + 16, 4 },
	};

	for (size_t i = 0; i < sizeof(blown) / sizeof(blown[0]); i++)
		blow_up(fd, &blown[i]);
}

/* Logs */

static void make_small(const char *name, uint8_t mode, uint32_t policy,
		       bool ended)
{
	struct pxt_log_header header;
	struct pxt_log_writer *log;
	int fd = new_file();

	describe(&header, policy);
	check(pxt_log_create(fd, &header, &log), "create");
	put_known(log);
	for (unsigned k = 0; k < 3; k++)
		put_chunk(log, k);
	if (ended)
		put_end(log);
	pxt_log_writer_close(log);
	save_log(fd, name, mode, SIZE_MAX);
	if (policy == POSIX_TRACE_APPEND && ended)
		make_blown(fd);
	close(fd);
}

/* What is told of origins, before the events of a log that is made. */
static void put_origins(struct pxt_log_writer *log)
{
	const struct pxt_log_origin origin = {
		.number = 2,
		.uuid = "another log",
		.offset_ns = -1284000,
		.error_ns = 31000,
		.host = "other",
	};
	const struct pxt_log_thread thread = { 2, PID, PID + 1, "worker" };
	char *argv[] = { NULL };
	struct pxt_image_builder builder;
	uint8_t image[256];

	check(pxt_image_begin(&builder, image, sizeof(image), PID, "there", 0,
			      argv),
	      "image");
	check(pxt_image_add_origin(&builder, 2), "origin of an image");
	check(pxt_log_put_process(log, image, builder.len), "process");
	check(pxt_log_put_origin(log, &origin), "origin");
	check(pxt_log_put_thread(log, &thread), "thread");
}

static void blow_up_origins(int fd)
{
	enum { PAYLOAD = PXT_LOG_SECTION_SIZE };
	const struct blown blown[] = {
		{ "blown-end-origins", PXT_LOG_END, PAYLOAD + 100, 4 },
		{ "blown-end-threads", PXT_LOG_END, PAYLOAD + 104, 4 },
		{ "blown-origin-length", PXT_LOG_ORIGIN, 8, 8 },
		{ "blown-origin-times", PXT_LOG_ORIGIN, PAYLOAD + 40, 16 },
		{ "blown-thread-name", PXT_LOG_THREAD, PAYLOAD + 12, 7 },
	};

	for (size_t i = 0; i < sizeof(blown) / sizeof(blown[0]); i++)
		blow_up(fd, &blown[i]);
}

/* Of two machines, with a time that goes back: two contexts in a chunk. */
static void make_made(void)
{
	const int64_t times[] = { 5, 5, 9, 7 };
	const struct pxt_log_end end = { .events = 0 };
	struct pxt_log_header header;
	struct pxt_log_maker *maker;
	int fd = new_file();

	describe(&header, POSIX_TRACE_APPEND);
	check(pxt_log_maker_create(fd, &header, &maker), "create");
	put_known(pxt_log_maker_writer(maker));
	put_origins(pxt_log_maker_writer(maker));
	for (unsigned i = 0; i < 4; i++) {
		const struct pxt_event event = {
			.time_ns = 1700000000000000000 + times[i],
			.pid = PID,
			.tid = PID + 1,
			.origin = i == 1 ? 2 : 0,
			.type = 16,
			.len = 8,
			.data = "an event",
		};

		check(pxt_log_maker_put(maker, &event), "event");
	}
	check(pxt_log_maker_finish(maker, &end), "end");
	pxt_log_maker_close(maker);
	save_log(fd, "made", MODE_MENDED, SIZE_MAX);
	blow_up_origins(fd);
	close(fd);
}

/* Two losses for one reason, and one for another. */
static void make_reasons(void)
{
	enum { TEXTS = PXT_LOG_SECTION_SIZE + PXT_LOG_CHUNK_SIZE };
	const char *const why[] = { "checksum; 3 bytes at 5", "gap", "gap" };
	const struct blown blown = { "blown-reasons", PXT_LOG_CHUNK, TEXTS,
				     32 };
	const struct pxt_loss loss = { .count = 3 };
	const struct pxt_log_end end = { .events = 0 };
	struct pxt_log_header header;
	struct pxt_log_maker *maker;
	int fd = new_file();

	describe(&header, POSIX_TRACE_APPEND);
	check(pxt_log_maker_create(fd, &header, &maker), "create");
	for (unsigned i = 0; i < 3; i++) {
		const struct pxt_event event = {
			.time_ns = 1700000000000000000 + i,
			.pid = PID,
			.type = PXT_RECORD_LOSS,
			.len = sizeof(loss),
			.data = &loss,
			.why = why[i],
		};

		check(pxt_log_maker_put(maker, &event), "loss");
	}
	check(pxt_log_maker_finish(maker, &end), "end");
	pxt_log_maker_close(maker);
	save_log(fd, "reasons", MODE_MENDED, SIZE_MAX);
	blow_up(fd, &blown);
	close(fd);
}

/* What is told of objects, at addresses that they have one after another. */
static void put_objects(struct pxt_log_writer *log)
{
	/* clang-format off */
	const struct pxt_log_object objects[] = {
		{ 0, PID, 0x1000, 0, "queue", "jobs", "capacity=100" },
		{ 0, PID, 0x1000, 5, "queue", "late", "" },
		{ 0, PID, 0x1000, 0, "queue", "again", "" },
		{ 2, PID, 0x1000, 0, "mutex", "", "" },
	};
	const struct pxt_log_note notes[] = {
		{ 0, "ticks", "100" }, { 2, "ticks", "" }, { 0, "ticks", "7" },
	};
	/* clang-format on */

	for (unsigned i = 0; i < 4; i++)
		check(pxt_log_put_object(log, &objects[i]), "object");
	for (unsigned i = 0; i < 3; i++)
		check(pxt_log_put_note(log, &notes[i]), "note");
}

static void blow_up_objects(int fd)
{
	enum { PAYLOAD = PXT_LOG_SECTION_SIZE };
	const struct blown blown[] = {
		{ "blown-end-objects", PXT_LOG_END, PAYLOAD + 108, 4 },
		{ "blown-end-notes", PXT_LOG_END, PAYLOAD + 112, 4 },
		{ "blown-object-length", PXT_LOG_OBJECT, 8, 8 },
		{ "blown-object-since", PXT_LOG_OBJECT, PAYLOAD + 16, 8 },
		{ "blown-object-texts", PXT_LOG_OBJECT, PAYLOAD + 24, 11 },
		{ "blown-note", PXT_LOG_NOTE, PAYLOAD + 4, 10 },
	};

	for (size_t i = 0; i < sizeof(blown) / sizeof(blown[0]); i++)
		blow_up(fd, &blown[i]);
}

static void make_objects(void)
{
	const struct pxt_log_end end = { .events = 0 };
	struct pxt_log_header header;
	struct pxt_log_writer *log;
	int fd = new_file();

	describe(&header, POSIX_TRACE_APPEND);
	check(pxt_log_create(fd, &header, &log), "create");
	put_objects(log);
	save_log(fd, "objects-alone", MODE_MENDED, SIZE_MAX);
	check(pxt_log_put_end(log, &end), "end");
	pxt_log_writer_close(log);
	save_log(fd, "objects", MODE_MENDED, SIZE_MAX);
	blow_up_objects(fd);
	close(fd);
}

static void make_full(void)
{
	struct pxt_log_chunk chunk;
	struct pxt_log_header header;
	struct pxt_log_writer *log;
	uint8_t records[512];
	int fd = new_file();
	size_t len;

	describe(&header, POSIX_TRACE_UNTIL_FULL);
	check(pxt_log_create(fd, &header, &log), "create");
	put_known(log);
	put_chunk(log, 0);
	len = fill_chunk(2, &chunk, records);
	check(pxt_log_put_last(log, &chunk, records, len), "last chunk");
	put_end(log);
	pxt_log_writer_close(log);
	save_log(fd, "full", MODE_MENDED, SIZE_MAX);
	save_log(fd, "cut", 0, 700);
	close(fd);
}

/* A log that was overwritten: sections with given numbers. */
struct round {
	struct pxt_log_sink sink;
	uint64_t previous;
};

static void put_segment(struct round *round, uint32_t kind, uint64_t horizon)
{
	const struct pxt_log_segment segment = {
		.at = round->sink.length,
		.horizon = horizon,
		.overwritten = horizon ? 3 : 0,
		.previous = round->previous,
		.kind = kind,
	};
	uint8_t payload[PXT_LOG_SEGMENT_SIZE];
	struct iovec iov;

	pxt_log_segment_encode(&segment, payload);
	iov = pxt_log_part(payload, sizeof(payload));
	round->previous = round->sink.number;
	check(pxt_log_sink_put(&round->sink, PXT_LOG_SEGMENT, &iov, 1),
	      "segment");
}

static void put_round_chunk(struct round *round, unsigned k)
{
	uint8_t head[PXT_LOG_CHUNK_SIZE], records[512];
	struct pxt_log_chunk chunk;
	size_t len = fill_chunk(k, &chunk, records);
	struct iovec iov[2];

	pxt_log_chunk_encode(&chunk, head);
	iov[0] = pxt_log_part(head, sizeof(head));
	iov[1] = pxt_log_part(records, len);
	round->previous = round->sink.number;
	check(pxt_log_sink_put(&round->sink, PXT_LOG_CHUNK, iov, 2), "chunk");
}

static void put_round_header(struct round *round)
{
	uint8_t preamble[PXT_LOG_PREAMBLE_SIZE];
	uint8_t payload[PXT_LOG_HEADER_MAX];
	struct pxt_log_header header;
	struct iovec iov;

	describe(&header, POSIX_TRACE_LOOP);
	memcpy(round->sink.uuid, header.uuid, sizeof(round->sink.uuid));
	pxt_log_preamble_encode(preamble);
	iov = pxt_log_part(preamble, sizeof(preamble));
	check(pxt_log_sink_append(&round->sink, &iov, 1), "preamble");
	iov = pxt_log_part(payload, pxt_log_header_encode(&header, payload));
	check(pxt_log_sink_put(&round->sink, PXT_LOG_HEADER, &iov, 1),
	      "header");
	round->sink.length = PXT_LOG_COPY_AT;
	check(pxt_log_sink_put(&round->sink, PXT_LOG_HEADER, &iov, 1),
	      "header");
}

static void put_round_name(struct round *round)
{
	const struct pxt_log_name name = { FAMILY, 16, "alpha" };
	uint8_t payload[PXT_LOG_NAME_MAX];
	struct iovec iov;
	size_t len;

	check(pxt_log_name_encode(&name, payload, &len), "name");
	iov = pxt_log_part(payload, len);
	check(pxt_log_sink_put(&round->sink, PXT_LOG_NAME, &iov, 1), "name");
}

/* What was recorded second stands first. */
static void make_overwritten(void)
{
	struct round round = { .sink.fd = new_file() };

	put_round_header(&round);
	round.sink.number = 6;
	round.previous = 4;
	put_segment(&round, PXT_LOG_SEGMENT_CHUNKS, 2150);
	put_round_chunk(&round, 3);
	round.sink.number = 2;
	round.previous = 0;
	put_segment(&round, PXT_LOG_SEGMENT_CHUNKS, 0);
	put_round_chunk(&round, 1);
	put_round_chunk(&round, 2);
	round.sink.number = 5;
	put_segment(&round, PXT_LOG_SEGMENT_TAIL, 0);
	round.sink.number = 8;
	put_round_name(&round);
	save_log(round.sink.fd, "overwritten", 0, SIZE_MAX);
	save_log(round.sink.fd, "overwritten-mended", MODE_MENDED, SIZE_MAX);
	close(round.sink.fd);
}

/* Scribblings */

struct scribble {
	uint8_t data[256];
	size_t len;
};

static void add(struct scribble *scribble, uint64_t value, size_t len)
{
	for (; len; len--, value >>= 8)
		scribble->data[scribble->len++] = (uint8_t)value;
}

/* Over the head of a stream, or over a process file: a number. */
static void add_over(struct scribble *scribble, size_t at, uint64_t value,
		     uint8_t len)
{
	add(scribble, 0, 1);
	add(scribble, at, 2);
	add(scribble, len, 1);
	add(scribble, value, len);
}

static void save_stream(const char *name, uint8_t mode,
			const struct scribble *scribble)
{
	save("stream", name, mode, scribble->data, scribble->len);
}

#define AT_RING(member)                             \
	(offsetof(struct pxt_stream_shared, ring) + \
	 offsetof(struct pxt_ring_shared, member))

static void make_streams(void)
{
	struct scribble busy = { .len = 0 }, records = busy, far = busy,
			head = busy, counters = busy, none = busy;

	save_stream("whole", MODE_STREAM, &none);
	save_stream("read", 0, &none);
	save_stream("found", MODE_STREAM + 1, &none);
	save_stream("forced", MODE_STREAM + 2, &none);
	save_stream("loop", MODE_STREAM | MODE_LOOP, &none);
	save_stream("loop-read", MODE_LOOP, &none);

	/* A chunk whose owner is in the middle of a record. */
	add(&busy, 2, 1);
	add(&busy, 1, 1);
	add(&busy, 48 | 1, 4);
	save_stream("busy", MODE_STREAM, &busy);

	/* Two more records of the third chunk. */
	for (unsigned i = 0; i < 2; i++) {
		add(&records, 4, 1);
		add(&records, 2, 1);
		add(&records, 16 + i, 2);
		add(&records, 200 + i, 1);
		add(&records, 5, 1);
	}
	save_stream("records", MODE_STREAM, &records);

	/* A retired chunk, far from those that are in use. */
	add(&far, 1, 1);
	add(&far, 700, 2);
	add(&far, UINT64_C(99) << 24 | 3, 8);
	add_over(&far, AT_RING(high), UINT32_MAX, 4);
	save_stream("far", MODE_STREAM, &far);

	/* Another gate, and another log. */
	add_over(&head, AT_RING(gate), PXT_GATE_OPEN | PXT_GATE_FULL, 4);
	add_over(&head, offsetof(struct pxt_stream_shared, log.inode), 1, 8);
	save_stream("head", MODE_STREAM + 1, &head);

	add_over(&counters, AT_RING(lost), 7, 8);
	add_over(&counters, AT_RING(overwritten), 9, 8);
	add_over(&counters, AT_RING(horizon), UINT64_C(1000000000000), 8);
	save_stream("counters", MODE_STREAM | MODE_LOOP, &counters);
}

static void make_processes(void)
{
	struct scribble image = { .len = 0 }, entry = image, top = image,
			round = image, none = image;

	save("process", "whole", MODE_PROCESS, NULL, 0);

	/* An image as long as can be, of modules without number. */
	add_over(&image, offsetof(struct pxt_process_shared, image_length),
		 PXT_PROCESS_IMAGE, 4);
	add(&image, 1, 1);
	add(&image, 4, 2);
	add(&image, 4, 1);
	add(&image, UINT32_MAX, 4);
	save("process", "image", MODE_PROCESS, image.data, image.len);

	/* A third name, the same as the first. */
	add(&entry, 4, 1);
	add(&entry, 2, 2);
	add(&entry, 0, 4);
	add(&entry, 5, 2);
	save("process", "entry", MODE_PROCESS, entry.data, entry.len);

	add(&top, 5, 1);
	add(&top, PXT_NAMES_TEXT - 4, 4);
	save("process", "top", MODE_PROCESS, top.data, top.len);

	/* The second description leads to the first, which is too long. */
	add(&round, 6, 1);
	add(&round, 0, 2);
	add(&round, 8, 1);
	add(&round, 5, 4);
	add(&round, UINT32_C(16) << 16 | 4096, 4);
	add(&round, 6, 1);
	add(&round, 16, 2);
	add(&round, 4, 1);
	add(&round, 1, 4);
	save("process", "round", MODE_PROCESS, round.data, round.len);

	/* A family whose file is gone. */
	add_over(&none, offsetof(struct pxt_process_shared, family), 12345, 8);
	save("process", "family", MODE_PROCESS, none.data, none.len);
}

/* Over the objects, or what is known of their table: a number. */
static void add_over_objects(struct scribble *scribble, uint64_t what,
			     size_t at, uint64_t value, uint8_t len)
{
	add(scribble, what, 1);
	add(scribble, at, 2);
	add(scribble, len, 1);
	add(scribble, value, len);
}

static void make_tables(void)
{
	struct scribble busy = { .len = 0 }, texts = busy, pages = busy,
			serial = busy;
	const size_t slot = sizeof(struct pxt_objects_slot);

	save("process", "objects", MODE_OBJECTS, NULL, 0);

	/* Taken by one that has ended; and the hand is there. */
	add_over_objects(&busy, 8, slot, UINT64_C(7) << 24 | 4000009 << 2 | 1,
			 8);
	add_over_objects(&busy, 9, 0, 1, 4);
	save("process", "objects-busy", MODE_OBJECTS, busy.data, busy.len);

	/* Longer texts than there is room for. */
	add_over_objects(&texts, 8, slot + 8 + 28, UINT32_MAX, 4);
	save("process", "objects-texts", MODE_OBJECTS, texts.data, texts.len);

	/* All pages, they say, are there. */
	for (size_t i = 0; i < 4; i++)
		add_over_objects(
			&pages, 9,
			offsetof(struct pxt_names_shared, object_pages) -
				offsetof(struct pxt_names_shared, object_hand) +
				i * 8,
			UINT64_MAX, 8);
	save("process", "objects-pages", MODE_OBJECTS, pages.data, pages.len);

	/* The last serial there is, of one that has ended. */
	add_over_objects(&serial, 8, 0, UINT64_MAX, 8);
	add_over_objects(&serial, 9, 0, 0, 4);
	save("process", "objects-serial", MODE_OBJECTS, serial.data,
	     serial.len);
}

static void make_texts(void)
{
	static const char *const text[][2] = {
		{ "clock", "\40"
			   "14:03:07.118" },
		{ "date", "\40"
			  "2026-09-21T14:03:07.5Z" },
		{ "offset", "\40"
			    "+1.5ms" },
		{ "epoch", "\40"
			   "@1790000000.5" },
		{ "tail", "\40"
			  "-2s" },
		{ "event", "\40"
			   "@order_sent:3" },
		{ "range", "\40"
			   "+2s..+2.00001s" },
		{ "name", "\41"
			  "na\xc3\xafve\x1b[1m" },
		{ "data", "\42"
			  "text\\\xe2\x80\xa6\n" },
		{ "ascii", "\46"
			   "text\\\xe2\x80\xa6\n" },
		{ "hex", "\42"
			 "\1\2\3\377" },
		{ "cut", "\62"
			 "caf\xc3" },
		{ "condition",
		  "\43(a != 1.5ms || b =~ \"x*\") && !(c < '\\x41')" },
		{ "field", "\147"
			   "two \"words\"=\xe2\x80\xa6\x1b" },
	};

	for (size_t i = 0; i < sizeof(text) / sizeof(text[0]); i++)
		save("text", text[i][0], (uint8_t)text[i][1][0], text[i][1] + 1,
		     strlen(text[i][1]) - 1);
}

static void make_descriptions(void)
{
	static const struct {
		const char *name;
		const char *text;
		const char *data; /* eight bytes, several times */
	} seeds[] = {
		{ "order",
		  "uint64_t id [[key]]; enum side : uint8_t { buy, sell = 2 } "
		  "side; double price [[unit(EUR)]]; char symbol[8]",
		  "\1\2\3\4abc" },
		{ "packed",
		  "[[packed]]; [[begin(order)]]; char *who; short a, *b; "
		  "_Bool c [[hex]]; const float d[2]; unsigned e[]",
		  "peter\0\xff" },
		{ "counter", "[[unit(\"B\")]] long depth [[counter]]; char c",
		  "\xff\xff\0\0\0\0\0" },
		{ "span", "[[end]];", "\0\0\0\0\0\0\0" },
		{ "negative",
		  "enum { a = -0x7fffffff, b, c = 017, } e; char t[]",
		  "\1\0\0\x80xyz" },
		{ "wrong", "int a; int a", "\1\0\0\0abc" },
	};
	uint8_t seed[1024];

	for (size_t i = 0; i < sizeof(seeds) / sizeof(seeds[0]); i++) {
		const size_t len = strlen(seeds[i].text) + 1;

		memcpy(seed, seeds[i].text, len);
		for (size_t at = 0; at < 48; at += 8)
			memcpy(seed + len + at, seeds[i].data, 8);
		save("description", seeds[i].name, seed[0], seed + 1,
		     len + 48 - 1);
	}
}

static void make_templates(void)
{
	static const struct {
		const char *name;
		uint8_t mode; /* of fuzz_template.c */
		const char *text;
		const char *rest;
	} seeds[] = {
		{ "fixed", 1, "",
		  "\x0c\x1e\1\2\x11\x22\x33\x44\2ab\3abcdefgh" },
		{ "fixed-wide", 1 | 4 | 8, "", "\5\2\1\1\1\1\1\1\1\1\1\1" },
		{ "codes", 0,
		  "#!posix event \"a\" hook 0C1 kind=raw\n"
		  "0C1 1.0 L=KERN \"label\" X2 D4 A3.5 o2 B1.3 G8.1 O0.7 R1 "
		  "W2 S1 \\n \\t E1 T4 $HL $D2%U2 & FF\n",
		  "\x0c\x1e\1\2\x11\x22\x33\x44\2ab\3abcdefgh" },
		{ "choices", 8,
		  "0C1 1.0 \"\" X1, 1 \"a\", 0x0C { LOOP X1 { X0 } }, \\* "
		  "{ BITFLAGS D1, 1 \"a\" \"b\" & 3 1 \"c\" } $0C2 \\\n"
		  "# comment\n \"end\"\n0C2 1.0 \"\" LOOP 9 { $0C2 }\n",
		  "\x0c\x1e\1\2\3\4\5\6\7" },
		{ "macros", 4 | 16,
		  "0C1 1.0 \"\" {{ f(a, b) {{ $c = $a * $b - 1 / X1 }} $c%B2 "
		  "}} f(1, X2) {{ $DATAPOINTER = 2 + 3 }} $BREAK\n",
		  "\x0c\x1e\1\2\3\4\5\6\7" },
		{ "update", 2, "#a\n0C1 1.0 \"a\"\n0C2 2.0 \"b\" \\\n \"c\"\n",
		  "* /etc/trcfmt\n+ 0C1 1.1 \"d\" \\\n \"e\"\n# b\n- 0C2\n"
		  "+ 0C3 1.0\n" },
		{ "error", 0, "0C1 1.0 \"\" D3 {{ $bad = }}\n0C2 1 \"a\n", "" },
	};
	char seed[1024];

	for (size_t i = 0; i < sizeof(seeds) / sizeof(seeds[0]); i++) {
		const size_t len = strlen(seeds[i].text) + 1;

		memcpy(seed, seeds[i].text, len);
		strcpy(seed + len, seeds[i].rest);
		save("template", seeds[i].name, seeds[i].mode, seed,
		     len + strlen(seeds[i].rest));
	}
}

int main(int argc, char **argv)
{
	if (argc != 2) {
		fprintf(stderr, "usage: make_seeds DIRECTORY\n");
		return EXIT_FAILURE;
	}
	directory = argv[1];
	make_small("append", 0, POSIX_TRACE_APPEND, true);
	make_small("unfinished", MODE_HALVES, POSIX_TRACE_APPEND, false);
	make_small("loop", MODE_MENDED, POSIX_TRACE_LOOP, true);
	make_made();
	make_reasons();
	make_objects();
	make_full();
	make_overwritten();
	make_streams();
	make_processes();
	make_tables();
	make_texts();
	make_descriptions();
	make_templates();
	return EXIT_SUCCESS;
}
