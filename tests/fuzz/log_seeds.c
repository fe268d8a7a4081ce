/*
 * log_seeds.c - logs that fuzzing begins with
 *
 * Small ones of each policy, whole and not, with all kinds of sections. That of
 * a log that was overwritten is put together by hand: one that the writer makes
 * has kilobytes.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/clock.h"
#include "log/log_announcements.h"
#include "log/log_maker.h"
#include "log/log_writer.h"
#include "model/image.h"
#include "seeds.h"

enum {
	MODE_LOG = 4 | 8 | 16,
	MODE_MENDED = 1,
	MODE_HALVES = 2,
	FAMILY = 100,
	PID = 100,
};

static int new_file(void)
{
	int fd = memfd_create("seed", MFD_CLOEXEC);

	seed_check(fd < 0 ? errno : 0, "memfd_create");
	return fd;
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
	seed_check(done < 0 ? errno : 0, "read");
	size = fold(data, (size_t)done);
	seed_save("log", name, MODE_LOG | mode, data, len < size ? len : size);
}

static void describe(struct pxt_log_header *header, uint32_t policy)
{
	memset(header, 0, sizeof(*header));
	seed_check(pxt_attr_settle(NULL, 1, &header->attr), "attributes");
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

	seed_check(pxt_log_put_chunk(log, &chunk, records, len), "chunk");
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

	seed_check(pxt_image_begin(&builder, image, size, PID, name, 2, argv),
		   "image");
	seed_check(pxt_image_add_module(&builder, &module), "module");
	return builder.len;
}

static void put_known(struct pxt_log_writer *log)
{
	uint8_t image[256];

	seed_check(pxt_log_put_name(log, FAMILY, 16, "alpha"), "name");
	seed_check(pxt_log_put_name(log, FAMILY, 17, "beta"), "name");
	seed_check(pxt_log_put_name(log, 2, 18, "gamma"), "name");
	seed_check(pxt_log_put_process(log, image,
				       make_image(image, sizeof(image))),
		   "process");
}

static void put_end(struct pxt_log_writer *log)
{
	const struct pxt_log_end end = { .events = 9, .lost = 3 };

	seed_check(pxt_log_put_end(log, &end), "end");
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
		seed_check(pread(fd, head, sizeof(head), (off_t)at) !=
					   sizeof(head) ?
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
	seed_check(pread(fd, before, blown->len, (off_t)at) < 0 ||
				   pwrite(fd, ones, blown->len, (off_t)at) < 0 ?
			   errno :
			   0,
		   blown->name);
	save_log(fd, blown->name, MODE_MENDED, SIZE_MAX);
	seed_check(pwrite(fd, before, blown->len, (off_t)at) < 0 ? errno : 0,
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
	seed_check(pxt_log_create(fd, &header, &log), "create");
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

	seed_check(pxt_image_begin(&builder, image, sizeof(image), PID, "there",
				   0, argv),
		   "image");
	seed_check(pxt_image_add_origin(&builder, 2), "origin of an image");
	seed_check(pxt_log_put_process(log, image, builder.len), "process");
	seed_check(pxt_log_put_origin(log, &origin), "origin");
	seed_check(pxt_log_put_thread(log, &thread), "thread");
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
	seed_check(pxt_log_maker_create(fd, &header, &maker), "create");
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

		seed_check(pxt_log_maker_put(maker, &event), "event");
	}
	seed_check(pxt_log_maker_finish(maker, &end), "end");
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
	seed_check(pxt_log_maker_create(fd, &header, &maker), "create");
	for (unsigned i = 0; i < 3; i++) {
		const struct pxt_event event = {
			.time_ns = 1700000000000000000 + i,
			.pid = PID,
			.type = PXT_RECORD_LOSS,
			.len = sizeof(loss),
			.data = &loss,
			.why = why[i],
		};

		seed_check(pxt_log_maker_put(maker, &event), "loss");
	}
	seed_check(pxt_log_maker_finish(maker, &end), "end");
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
		seed_check(pxt_log_put_object(log, &objects[i]), "object");
	for (unsigned i = 0; i < 3; i++)
		seed_check(pxt_log_put_note(log, &notes[i]), "note");
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
	seed_check(pxt_log_create(fd, &header, &log), "create");
	put_objects(log);
	save_log(fd, "objects-alone", MODE_MENDED, SIZE_MAX);
	seed_check(pxt_log_put_end(log, &end), "end");
	pxt_log_writer_close(log);
	save_log(fd, "objects", MODE_MENDED, SIZE_MAX);
	blow_up_objects(fd);
	close(fd);
}

static void blow_up_packed(int fd)
{
	enum { PAYLOAD = PXT_LOG_SECTION_SIZE };
	const struct blown blown[] = {
		{ "blown-packed-size", PXT_LOG_CHUNK, PAYLOAD + 20, 4 },
		{ "blown-packed-flags", PXT_LOG_CHUNK, PAYLOAD + 104, 4 },
		{ "blown-packed-frame", PXT_LOG_CHUNK,
		  PAYLOAD + PXT_LOG_CHUNK_SIZE, 4 },
		{ "blown-packed-records", PXT_LOG_CHUNK,
		  PAYLOAD + PXT_LOG_CHUNK_SIZE + 12, 20 },
	};

	for (size_t i = 0; i < sizeof(blown) / sizeof(blown[0]); i++)
		blow_up(fd, &blown[i]);
}

/* Compressed: chunks of many events that are much alike, and one that are
 * not. */
static void make_packed(void)
{
	struct pxt_log_header header;
	struct pxt_log_writer *log;
	struct pxt_log_chunk chunk;
	uint8_t records[4096];
	int fd = new_file();
	size_t len;

	describe(&header, POSIX_TRACE_APPEND);
	header.attr.log_compression = POSIX_TRACE_LOG_ZSTD_NP;
	seed_check(pxt_log_create(fd, &header, &log), "create");
	put_known(log);
	for (unsigned k = 0; k < 3; k++) {
		len = fill_chunk(k, &chunk, records);
		for (unsigned i = 0; i < 20 * k; i++, chunk.events++)
			len += put_record(records + len, chunk.last + i, 17,
					  "again", 5);
		chunk.last += 20 * k;
		seed_check(pxt_log_put_chunk(log, &chunk, records, len),
			   "chunk");
	}
	save_log(fd, "packed-unfinished", MODE_HALVES, SIZE_MAX);
	put_end(log);
	pxt_log_writer_close(log);
	save_log(fd, "packed", MODE_MENDED, SIZE_MAX);
	blow_up_packed(fd);
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
	seed_check(pxt_log_create(fd, &header, &log), "create");
	put_known(log);
	put_chunk(log, 0);
	len = fill_chunk(2, &chunk, records);
	seed_check(pxt_log_put_last(log, &chunk, records, len), "last chunk");
	put_end(log);
	pxt_log_writer_close(log);
	save_log(fd, "full", MODE_MENDED, SIZE_MAX);
	save_log(fd, "cut", 0, 700);
	close(fd);
}

/* A log that was overwritten: sections with given numbers. */
struct round {
	struct pxt_log_output output;
	uint64_t previous;
};

static void put_segment(struct round *round, uint32_t kind, uint64_t horizon)
{
	const struct pxt_log_segment segment = {
		.at = round->output.length,
		.horizon = horizon,
		.overwritten = horizon ? 3 : 0,
		.previous = round->previous,
		.kind = kind,
	};
	uint8_t payload[PXT_LOG_SEGMENT_SIZE];
	struct iovec iov;

	pxt_log_segment_encode(&segment, payload);
	iov = pxt_log_piece(payload, sizeof(payload));
	round->previous = round->output.number;
	seed_check(pxt_log_output_put(&round->output, PXT_LOG_SEGMENT, &iov, 1),
		   "segment");
}

static void put_round_chunk(struct round *round, unsigned k)
{
	uint8_t head[PXT_LOG_CHUNK_SIZE], records[512];
	struct pxt_log_chunk chunk;
	size_t len = fill_chunk(k, &chunk, records);
	struct iovec iov[2];

	pxt_log_chunk_encode(&chunk, head);
	iov[0] = pxt_log_piece(head, sizeof(head));
	iov[1] = pxt_log_piece(records, len);
	round->previous = round->output.number;
	seed_check(pxt_log_output_put(&round->output, PXT_LOG_CHUNK, iov, 2),
		   "chunk");
}

static void put_round_header(struct round *round)
{
	uint8_t preamble[PXT_LOG_PREAMBLE_SIZE];
	uint8_t payload[PXT_LOG_HEADER_MAX];
	struct pxt_log_header header;
	struct iovec iov;

	describe(&header, POSIX_TRACE_LOOP);
	memcpy(round->output.uuid, header.uuid, sizeof(round->output.uuid));
	pxt_log_preamble_encode(pxt_log_version_of(&header.attr), preamble);
	iov = pxt_log_piece(preamble, sizeof(preamble));
	seed_check(pxt_log_output_append(&round->output, &iov, 1), "preamble");
	iov = pxt_log_piece(payload, pxt_log_header_encode(&header, payload));
	seed_check(pxt_log_output_put(&round->output, PXT_LOG_HEADER, &iov, 1),
		   "header");
	round->output.length = PXT_LOG_COPY_AT;
	seed_check(pxt_log_output_put(&round->output, PXT_LOG_HEADER, &iov, 1),
		   "header");
}

static void put_round_name(struct round *round)
{
	const struct pxt_log_name name = { FAMILY, 16, "alpha" };
	uint8_t payload[PXT_LOG_NAME_MAX];
	struct iovec iov;
	size_t len;

	seed_check(pxt_log_name_encode(&name, payload, &len), "name");
	iov = pxt_log_piece(payload, len);
	seed_check(pxt_log_output_put(&round->output, PXT_LOG_NAME, &iov, 1),
		   "name");
}

/* What was recorded second stands first. */
static void make_overwritten(void)
{
	struct round round = { .output.fd = new_file() };

	put_round_header(&round);
	round.output.number = 6;
	round.previous = 4;
	put_segment(&round, PXT_LOG_SEGMENT_CHUNKS, 2150);
	put_round_chunk(&round, 3);
	round.output.number = 2;
	round.previous = 0;
	put_segment(&round, PXT_LOG_SEGMENT_CHUNKS, 0);
	put_round_chunk(&round, 1);
	put_round_chunk(&round, 2);
	round.output.number = 5;
	put_segment(&round, PXT_LOG_SEGMENT_TAIL, 0);
	round.output.number = 8;
	put_round_name(&round);
	save_log(round.output.fd, "overwritten", 0, SIZE_MAX);
	save_log(round.output.fd, "overwritten-mended", MODE_MENDED, SIZE_MAX);
	close(round.output.fd);
}

void seed_logs(void)
{
	make_small("append", 0, POSIX_TRACE_APPEND, true);
	make_small("unfinished", MODE_HALVES, POSIX_TRACE_APPEND, false);
	make_small("loop", MODE_MENDED, POSIX_TRACE_LOOP, true);
	make_made();
	make_reasons();
	make_objects();
	make_packed();
	make_full();
	make_overwritten();
}
