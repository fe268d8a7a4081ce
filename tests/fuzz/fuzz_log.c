/*
 * fuzz_log.c - whatever the file holds, reading a log comes to an end
 *
 * The first byte of the input says what is done with the rest: bit 0 mends
 * all checksums, without which little would get past them, bit 1 lets the
 * file appear in two halves, bit 2 goes on with it as its writer would, and
 * reads it again, and bit 3 seeks to times that the file itself has.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/crc32c.h"
#include "log/log_reader.h"
#include "log/log_writer.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
	FUZZ_MEND = 1,
	FUZZ_HALVES = 2,
	FUZZ_RESUME = 4,
	FUZZ_SEEK = 8,
	FUZZ_SEEKS_MAX = 16,
	FUZZ_RESUME_CHUNKS = 64,
	FUZZ_SIZE_MAX = 1 << 20,
	FUZZ_EVENTS_MAX = 1 << 20,
	UUID_AT = PXT_LOG_PREAMBLE_SIZE + PXT_LOG_SECTION_SIZE,
};

static void mend_chunk(uint8_t *payload, size_t len)
{
	uint32_t crc;

	if (len < PXT_LOG_CHUNK_SIZE)
		return;
	crc = pxt_crc32c(0, payload, PXT_LOG_CHUNK_SIZE - 4);
	memcpy(payload + PXT_LOG_CHUNK_SIZE - 4, &crc, sizeof(crc));
}

/* Returns the bytes that are settled. */
static size_t mend_section(uint8_t *file, size_t size, size_t at)
{
	struct pxt_log_section section;
	struct pxt_bytes in;
	uint8_t *payload = file + at + PXT_LOG_SECTION_SIZE;
	size_t left = size - at - PXT_LOG_SECTION_SIZE;

	pxt_bytes_init(&in, file + at + 4, PXT_LOG_SECTION_SIZE - 4);
	section.type = pxt_bytes_le32(&in);
	section.len = pxt_bytes_le64(&in);
	section.number = pxt_bytes_le64(&in);
	section.crc = 0;

	if (section.len <= left) {
		left = (size_t)section.len;
		if (section.type == PXT_LOG_CHUNK)
			mend_chunk(payload, left);
		section.crc = pxt_crc32c(0, payload, left);
	}
	pxt_log_section_encode(&section,
			       at == PXT_LOG_PREAMBLE_SIZE ? NULL
							   : file + UUID_AT,
			       file + at);
	return section.len <= left ? (left & ~(size_t)7) + 8 : 8;
}

static void mend(uint8_t *file, size_t size)
{
	size_t at = PXT_LOG_PREAMBLE_SIZE;

	if (size < UUID_AT + 16)
		return;

	pxt_log_preamble_encode(file);
	while (at + PXT_LOG_SECTION_SIZE <= size)
		if (!memcmp(file + at, "PTLS", 4))
			at += mend_section(file, size, at);
		else
			at += 8;
}

/* Touch every byte that was promised. */
static unsigned look(const void *data, size_t len)
{
	const uint8_t *bytes = data;
	unsigned sum = 0;

	while (len)
		sum += bytes[--len];
	return sum;
}

static void look_at_process(const struct pxt_log_reader *reader, uint32_t pid)
{
	const struct pxt_image *image = pxt_log_reader_process(reader, pid);
	struct pxt_image_module module;
	struct pxt_image copy;

	if (!image)
		return;

	copy = *image;
	look(copy.command, strlen(copy.command));
	while (!pxt_image_next_module(&copy, &module))
		look(module.id, module.id_len);
}

static void look_at_names(const struct pxt_log_reader *reader)
{
	uint32_t type = 0;
	const char *name;

	while ((type = pxt_log_reader_next_type(reader, 1, type))) {
		name = pxt_log_reader_name(reader, 1, type);
		look(name, strlen(name));
	}
}

static void look_at_damage(const struct pxt_log_reader *reader)
{
	struct pxt_log_damage damage;

	pxt_log_reader_damage(reader, &damage);
	if (!memchr(damage.what, '\0', sizeof(damage.what)))
		abort();
}

static void deliver(struct pxt_log_reader *reader, struct pxt_merge *merge)
{
	struct pxt_event event;

	for (int i = 0; i < FUZZ_EVENTS_MAX; i++) {
		if (pxt_merge_next(merge, &event))
			break;
		look(event.data, event.len);
		if (i < 64)
			look_at_process(reader, event.pid);
	}
	look_at_damage(reader);
}

static void read_twice(int fd, const uint8_t *rest, size_t len)
{
	struct pxt_log_reader *reader;
	struct pxt_merge *merge;

	if (pxt_log_open(fd, &reader))
		return;
	if (pxt_merge_create(pxt_log_reader_source(reader), &merge))
		abort();

	deliver(reader, merge);
	if (write(fd, rest, len) != (ssize_t)len)
		abort();
	deliver(reader, merge);
	look_at_names(reader);

	pxt_merge_reset(merge);
	pxt_log_reader_rewind(reader);
	deliver(reader, merge);

	pxt_merge_close(merge);
	pxt_log_reader_close(reader);
}

/* The last bytes of the file are as good as any other times. */
static void seek(int fd, const uint8_t *file, size_t size)
{
	struct pxt_log_reader *reader;
	struct pxt_merge *merge;
	int64_t time_ns;

	if (pxt_log_open(fd, &reader))
		return;
	if (pxt_merge_create(pxt_log_reader_source(reader), &merge))
		abort();

	for (int i = 0; i < FUZZ_SEEKS_MAX && size >= sizeof(time_ns); i++) {
		size -= sizeof(time_ns);
		memcpy(&time_ns, file + size, sizeof(time_ns));
		pxt_merge_reset(merge);
		if (pxt_log_reader_seek(reader, time_ns))
			abort();
		deliver(reader, merge);
	}

	pxt_merge_close(merge);
	pxt_log_reader_close(reader);
}

static void see(void *arg, const struct pxt_log_chunk *chunk, size_t len)
{
	uint64_t *sum = arg;

	*sum += chunk->events + len;
}

static void go_on(int fd)
{
	static const uint8_t records[1 << 12];
	const struct pxt_log_chunk chunk = { .first = 1, .last = 2 };
	const struct pxt_log_end end = { .events = 1 };
	struct pxt_log_writer *writer;
	uint64_t sum = 0;
	size_t len;

	if (pxt_log_resume(fd, see, &sum, &writer))
		return;

	for (int i = 0; i < FUZZ_RESUME_CHUNKS; i++) {
		len = pxt_log_room(writer);
		if (len > sizeof(records))
			len = sizeof(records);
		pxt_log_put_chunk(writer, &chunk, records, len);
	}
	pxt_log_put_end(writer, &end);
	pxt_log_writer_close(writer);
	read_twice(fd, records, 0);
}

static void read_file(int mode, uint8_t *file, size_t size)
{
	size_t first = mode & FUZZ_HALVES ? size / 2 : size;
	int fd = memfd_create("fuzz", MFD_CLOEXEC);

	if (fd < 0)
		abort();
	if (mode & FUZZ_MEND)
		mend(file, size);
	if (write(fd, file, first) != (ssize_t)first)
		abort();

	read_twice(fd, file + first, size - first);
	if (mode & FUZZ_SEEK)
		seek(fd, file, size);
	if (mode & FUZZ_RESUME)
		go_on(fd);
	close(fd);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t *file;

	if (!size || size > FUZZ_SIZE_MAX)
		return 0;
	file = malloc(size);
	if (!file)
		return 0;

	memcpy(file, data + 1, size - 1);
	read_file(data[0], file, size - 1);
	free(file);
	return 0;
}
