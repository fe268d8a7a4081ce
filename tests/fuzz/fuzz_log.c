/*
 * fuzz_log.c - whatever the file holds, reading a log comes to an end
 *
 * The first byte of the input says what is done with the rest: bit 0 mends
 * all checksums, without which little would get past them, bit 1 lets the
 * file appear in two halves, bit 2 goes on with it as its writer would, and
 * reads it again, bit 3 seeks to times that the file itself has, and bit 4
 * lists the names, objects and notes. The zeroes before the second HEADER are
 * left out of it.
 *
 * Whatever the file claims, memory and work are bounded by its size, and by
 * what its packed chunks may have; what was read twice is the same; and a log
 * that was gone on with has its end.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/crc32c.h"
#include "fuzz/quick.h"
#include "log/log_packing.h"
#include "log/log_reader.h"
#include "log/log_writer.h"

enum {
	FUZZ_MEND = 1,
	FUZZ_HALVES = 2,
	FUZZ_RESUME = 4,
	FUZZ_SEEK = 8,
	FUZZ_NAMES = 16,
	FUZZ_SEEKS_MAX = 4,
	FUZZ_RESUME_CHUNKS = 8,
	FUZZ_SIZE_MAX = 1 << 20,

	/* For each byte of the file, and besides. */
	MEMORY_PER_BYTE = 16 + 2 * PXT_LOG_PACKING_MOST,
	MEMORY_LEAST = 1 << 20,
	WORK_PER_BYTE = 64 + PXT_LOG_PACKING_MOST,
	WORK_LEAST = 1 << 16,

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
			       section.type == PXT_LOG_HEADER ? NULL :
								file + UUID_AT,
			       file + at);
	return section.len <= left ? (left & ~(size_t)7) + 8 : 8;
}

static void mend(uint8_t *file, size_t size)
{
	size_t at = PXT_LOG_PREAMBLE_SIZE;

	if (size < UUID_AT + 16)
		return;

	pxt_log_preamble_encode(file[8] == PXT_LOG_VERSION_PACKED ?
					PXT_LOG_VERSION_PACKED :
					PXT_LOG_VERSION_TWICE,
				file);
	while (at + PXT_LOG_SECTION_SIZE <= size)
		if (!memcmp(file + at, "PTLS", 4))
			at += mend_section(file, size, at);
		else
			at += 8;
}

/* Touch every byte that was promised. */
static uint32_t look(uint32_t sum, const void *data, size_t len)
{
	return len ? pxt_crc32c(sum, data, len) : sum;
}

static uint32_t look_at_process(const struct pxt_log_reader *reader,
				const struct pxt_event *event)
{
	const struct pxt_image *image =
		pxt_log_reader_process(reader, event->origin, event->pid);
	struct pxt_image_module module;
	struct pxt_image copy;
	uint32_t sum = 0;

	if (!image)
		return 0;

	QUICK_ASSERT(image->pid == event->pid);
	QUICK_ASSERT(image->origin == event->origin);
	copy = *image;
	sum = look(sum, copy.name, strlen(copy.name));
	sum = look(sum, copy.command, strlen(copy.command));
	while (!pxt_image_next_module(&copy, &module)) {
		QUICK_ASSERT(module.start <= module.end);
		QUICK_ASSERT(module.id_len <= PXT_IMAGE_ID_MAX);
		sum = look(sum, module.id, module.id_len);
		sum = look(sum, module.path, strlen(module.path));
	}
	return sum;
}

static uint32_t look_at_origin(const struct pxt_log_reader *reader,
			       const struct pxt_event *event)
{
	const struct pxt_log_origin *origin =
		pxt_log_reader_origin(reader, event->origin);
	const char *thread = pxt_log_reader_thread(reader, event->origin,
						   event->pid, event->tid);

	QUICK_ASSERT(!origin || origin->number == event->origin);
	QUICK_ASSERT(!origin || strlen(origin->host) < sizeof(origin->host));
	return thread ? look(0, thread, strlen(thread)) : 0;
}

static uint32_t look_at_object(const struct pxt_log_object *object)
{
	uint32_t sum = 0;

	QUICK_ASSERT(*object->kind);
	sum = look(sum, object->kind, strlen(object->kind));
	sum = look(sum, object->name, strlen(object->name));
	return look(sum, object->details, strlen(object->details));
}

/* Those that are listed are found, too. */
static void look_at_objects(struct pxt_log_reader *reader, uint32_t origin)
{
	const uint64_t most = quick_file_size() / 28 + 1;
	const struct pxt_log_object *object = NULL;
	uint64_t count = 0;

	while ((object = pxt_log_reader_next_object(reader, origin, object))) {
		struct pxt_log_object wanted = *object;

		QUICK_ASSERT(++count <= most);
		look_at_object(object);
		QUICK_ASSERT(pxt_log_reader_object(reader, &wanted) == object);
		wanted.since_ns = INT64_MIN;
		wanted.kind = "";
		QUICK_ASSERT(pxt_log_reader_object(reader, &wanted));
	}
}

static void look_at_notes(const struct pxt_log_reader *reader, uint32_t origin)
{
	const struct pxt_log_note *note;

	for (unsigned i = 0;
	     i < 8 && (note = pxt_log_reader_note(reader, origin, i)); i++) {
		QUICK_ASSERT(*note->key);
		look(0, note->value, strlen(note->value));
	}
}

/* Those of the seeds. */
static void look_at_origins(struct pxt_log_reader *reader)
{
	for (uint32_t origin = 0; origin <= 2; origin += 2) {
		look_at_objects(reader, origin);
		look_at_notes(reader, origin);
	}
}

static void look_at_names(const struct pxt_log_reader *reader)
{
	const uint32_t family = pxt_log_reader_header(reader)->target_pid;
	uint32_t type = 0, before = 0;
	const char *name;

	while ((type = pxt_log_reader_next_type(reader, family, type))) {
		QUICK_ASSERT(type > before && type < PXT_EVENT_END);
		before = type;
		name = pxt_log_reader_name(reader, family, type);
		QUICK_ASSERT(strlen(name) <= TRACE_EVENT_NAME_MAX);
	}
	for (type = 0; type < PXT_EVENT_END; type++) {
		name = pxt_log_reader_description(reader, family, type);
		QUICK_ASSERT(!name || strlen(name) <= PXT_DESCRIPTION_MAX);
	}
}

static void look_at_damage(const struct pxt_log_reader *reader)
{
	struct pxt_log_damage damage;

	pxt_log_reader_damage(reader, &damage);
	QUICK_ASSERT(memchr(damage.what, '\0', sizeof(damage.what)));
	QUICK_ASSERT(!damage.count || damage.what[0]);
	/* Behind the padding, which need not be there. */
	QUICK_ASSERT(!damage.count || damage.offset < quick_file_size() + 8);
}

/* What was delivered. */
struct told {
	uint64_t events;
	uint32_t sum;
};

static uint32_t look_at_reason(uint32_t sum, const char *why)
{
	QUICK_ASSERT(!why || memchr(why, '\0', PXT_REASON_MAX + 1));
	QUICK_ASSERT(!why || *why);
	return why ? look(sum, why, strlen(why)) : sum;
}

static void look_at_event(const struct pxt_event *event, struct told *told)
{
	if (event->type == PXT_RECORD_LOSS)
		told->sum = look_at_reason(told->sum, event->why);
	QUICK_ASSERT(event->type && event->type < PXT_RECORD_CONTEXT);
	QUICK_ASSERT(event->len <= PXT_LOG_PACKING_MOST * quick_file_size());
	told->sum = look(told->sum, event->data, event->len);
	told->sum = look(told->sum, &event->ticks, sizeof(event->ticks));
	told->sum = look(told->sum, &event->time_ns, sizeof(event->time_ns));
	told->events++;
}

static struct told deliver(struct pxt_log_reader *reader,
			   struct pxt_merge *merge)
{
	const uint64_t most =
		PXT_LOG_PACKING_MOST * quick_file_size() / pxt_record_span(0) +
		1;
	struct told told = { 0, 0 };
	struct pxt_event event;
	int err;

	while (!(err = pxt_merge_next(merge, &event))) {
		look_at_event(&event, &told);
		QUICK_ASSERT(told.events <= most);
		if (told.events < 64) {
			look_at_process(reader, &event);
			look_at_origin(reader, &event);
		}
	}
	QUICK_ASSERT(err == ENODATA);
	look_at_damage(reader);
	return told;
}

static bool open_both(int fd, struct pxt_log_reader **reader,
		      struct pxt_merge **merge)
{
	if (pxt_log_open(fd, reader))
		return false;
	QUICK_ASSERT(!pxt_merge_create(pxt_log_reader_source(*reader), merge));
	return true;
}

static void close_both(struct pxt_log_reader *reader, struct pxt_merge *merge)
{
	pxt_merge_close(merge);
	pxt_log_reader_close(reader);
}

static bool is_same(const struct told *one, const struct told *other)
{
	return one->events == other->events && one->sum == other->sum;
}

static void read_twice(int fd, int mode, const uint8_t *rest, size_t len)
{
	struct pxt_log_reader *reader;
	struct pxt_merge *merge;
	struct told first, again;

	if (!open_both(fd, &reader, &merge))
		return;

	first = deliver(reader, merge);
	if (len) {
		quick_file_append(rest, len);
		deliver(reader, merge);
	}
	if (mode & FUZZ_NAMES)
		look_at_names(reader);
	if (mode & FUZZ_NAMES)
		look_at_origins(reader);

	pxt_merge_reset(merge);
	pxt_log_reader_rewind(reader);
	again = deliver(reader, merge);
	QUICK_ASSERT(len || is_same(&first, &again));
	close_both(reader, merge);
}

/* The last bytes of the file are as good as any other times. */
static void seek(int fd, const uint8_t *file, size_t size)
{
	struct pxt_log_reader *reader;
	struct pxt_merge *merge;
	int64_t time_ns;

	if (!open_both(fd, &reader, &merge))
		return;

	for (int i = 0; i < FUZZ_SEEKS_MAX && size >= sizeof(time_ns); i++) {
		size -= sizeof(time_ns);
		memcpy(&time_ns, file + size, sizeof(time_ns));
		pxt_merge_reset(merge);
		QUICK_ASSERT(!pxt_log_reader_seek(reader, time_ns));
		deliver(reader, merge);
	}
	close_both(reader, merge);
}

static void see(void *arg, const struct pxt_log_chunk *chunk, size_t len)
{
	uint64_t *sum = arg;

	*sum += chunk->events + len;
}

static void check_end(int fd)
{
	struct pxt_log_reader *reader;

	QUICK_ASSERT(!pxt_log_open(fd, &reader));
	QUICK_ASSERT(pxt_log_reader_end(reader));
	QUICK_ASSERT(pxt_log_reader_end(reader)->events == 1);
	pxt_log_reader_close(reader);
}

static void go_on(int fd)
{
	static const uint8_t records[1 << 8];
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
	if (!pxt_log_put_end(writer, &end))
		check_end(fd);
	pxt_log_writer_close(writer);
	read_twice(fd, 0, records, 0);
}

static void read_file(int mode, const uint8_t *file, size_t size)
{
	const size_t first = mode & FUZZ_HALVES ? size / 2 : size;
	const int fd = quick_file();

	quick_begin();
	quick_file_set(file, first);
	read_twice(fd, mode, file + first, size - first);
	if (mode & FUZZ_SEEK)
		seek(fd, file, size);
	if (mode & FUZZ_RESUME)
		go_on(fd);
	size = quick_file_size();
	QUICK_ASSERT(quick_peak() <= MEMORY_LEAST + MEMORY_PER_BYTE * size);
	QUICK_ASSERT(quick_work() <= WORK_LEAST + WORK_PER_BYTE * size);
	quick_end();
}

/* Where the zeroes are left out: behind the first HEADER, if there is a second
 * one; else at the end. */
static size_t find_gap(const uint8_t *data, size_t size)
{
	struct pxt_bytes in;
	uint64_t len;

	pxt_bytes_init(&in, data, size);
	pxt_bytes_take(&in, 8);
	if (pxt_bytes_le16(&in) < PXT_LOG_VERSION_TWICE)
		return size;
	pxt_bytes_take(&in, PXT_LOG_PREAMBLE_SIZE - 10 + 8);
	len = pxt_bytes_le64(&in);
	if (in.short_read || len > PXT_LOG_HEADER_MAX)
		return size;

	len = PXT_LOG_PREAMBLE_SIZE + pxt_log_section_span(len);
	return len < size && len < PXT_LOG_COPY_AT ? (size_t)len : size;
}

/* Returns the size of the file. */
static size_t unfold(const uint8_t *data, size_t size, uint8_t *file)
{
	const size_t gap = find_gap(data, size);

	memcpy(file, data, gap);
	if (gap == size)
		return size;
	memset(file + gap, 0, PXT_LOG_COPY_AT - gap);
	memcpy(file + PXT_LOG_COPY_AT, data + gap, size - gap);
	return PXT_LOG_COPY_AT + size - gap;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static uint8_t file[PXT_LOG_COPY_AT + FUZZ_SIZE_MAX];
	size_t len;

	if (!size || size > FUZZ_SIZE_MAX)
		return 0;

	len = unfold(data + 1, size - 1, file);
	if (data[0] & FUZZ_MEND)
		mend(file, len);
	read_file(data[0], file, len);
	return 0;
}
