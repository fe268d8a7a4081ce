/*
 * recording.h - logs of several threads, and their chunks
 */
#ifndef TESTS_READING_RECORDING_H
#define TESTS_READING_RECORDING_H

#include "base/crc32c.h"
#include "log/log_file.h"
#include "tests/reading/comparing.h"

enum {
	THREADS = 3,
	EVENTS = 3000, /* of each */
	LOG_MAX = 4 << 20,
	LIES = SANITIZED ? 2 : 4,
};

static const unsigned workers[] = { 0, 1, 2, 4, 8 };

struct recording {
	int fd;
	trace_id_t trid;
	trace_event_id_t type;
};

struct recorded_thread {
	struct recording *recording;
	uint32_t who;
};

static inline int new_file(void)
{
	int fd = memfd_create("log", 0);

	ck_assert_int_ge(fd, 0);
	return fd;
}

static inline void *record_marks(void *argument)
{
	const struct recorded_thread *thread = argument;
	unsigned char data[200] = { 0 };
	struct mark mark = { .who = thread->who };

	for (unsigned i = 0; i < EVENTS; i++) {
		mark.number = i;
		memcpy(data, &mark, sizeof(mark));
		posix_trace_event(thread->recording->type, data,
				  sizeof(mark) + i % (thread->who ? 50 : 190));
	}
	return NULL;
}

static inline void record_threads(struct recording *recording)
{
	struct recorded_thread argument[THREADS];
	pthread_t thread[THREADS];

	for (unsigned i = 0; i < THREADS; i++) {
		argument[i] = (struct recorded_thread){ recording, i };
		assert_ok(pthread_create(&thread[i], NULL, record_marks,
					 &argument[i]));
	}
	for (unsigned i = 0; i < THREADS; i++)
		assert_ok(pthread_join(thread[i], NULL));
}

static inline void begin(struct recording *recording, int full, int policy)
{
	trace_attr_t attr;

	recording->fd = new_file();
	assert_ok(posix_trace_attr_init(&attr));
	assert_ok(posix_trace_attr_setstreamsize(
		&attr, policy == POSIX_TRACE_LOOP ? 64 << 10 : 512 << 10));
	assert_ok(posix_trace_attr_setstreamfullpolicy(&attr, full));
	assert_ok(posix_trace_attr_setlogfullpolicy(&attr, policy));
	if (policy == POSIX_TRACE_LOOP)
		assert_ok(posix_trace_attr_setlogsize(&attr, 128 << 10));
	assert_ok(posix_trace_create_withlog(0, &attr, recording->fd,
					     &recording->trid));
	assert_ok(posix_trace_eventid_open("mark", &recording->type));
	assert_ok(posix_trace_start(recording->trid));
	assert_ok(posix_trace_attr_destroy(&attr));
}

/* A complete log. */
static inline int make_log(int policy)
{
	struct recording recording;

	begin(&recording, POSIX_TRACE_FLUSH, policy);
	record_threads(&recording);
	assert_ok(posix_trace_shutdown(recording.trid));
	return recording.fd;
}

struct bytes {
	size_t size;
	unsigned char data[LOG_MAX];
	unsigned char uuid[16]; /* of the log */
};

static struct bytes log_bytes;

static inline void read_bytes(int fd)
{
	const ssize_t size = pread(fd, log_bytes.data, LOG_MAX, 0);

	ck_assert_int_gt(size, 0);
	assert_ok(pxt_log_file_read_uuid(fd, log_bytes.uuid));
	log_bytes.size = (size_t)size;
}

static inline void write_bytes(int fd, size_t at, size_t size)
{
	ck_assert_int_eq(pwrite(fd, log_bytes.data + at, size, (off_t)at),
			 size);
}

/* Chunks */

struct chunk {
	size_t at; /* of its section */
	struct pxt_log_section section;
	struct pxt_log_chunk chunk;
};

struct chunks {
	unsigned count;
	struct chunk chunk[4096];
};

static struct chunks chunks;

static inline unsigned char *payload_of(const struct chunk *chunk)
{
	return log_bytes.data + chunk->at + PXT_LOG_SECTION_SIZE;
}

/* Sections begin at multiples of eight, and nothing else has their
 * checksums. */
static inline void find_chunks(void)
{
	struct chunk found;
	uint32_t records;

	chunks.count = 0;
	for (found.at = 0; found.at + PXT_LOG_SECTION_SIZE < log_bytes.size;
	     found.at += 8)
		if (!pxt_log_section_decode(&found.section, log_bytes.uuid,
					    log_bytes.data + found.at) &&
		    found.section.type == PXT_LOG_CHUNK &&
		    !pxt_log_chunk_decode(&found.chunk, &records,
					  payload_of(&found)))
			chunks.chunk[chunks.count++] = found;
	ck_assert_uint_gt(chunks.count, LIES);
}

/* Gives a section another head of the chunk, with right checksums. */
static inline void change_chunk(int fd, const struct chunk *chunk,
				const struct pxt_log_chunk *to)
{
	struct pxt_log_section section = chunk->section;
	unsigned char *payload = payload_of(chunk);

	pxt_log_chunk_encode(to, payload);
	section.crc = pxt_crc32c(0, payload, (size_t)section.len);
	pxt_log_section_encode(&section, log_bytes.uuid,
			       log_bytes.data + chunk->at);
	write_bytes(fd, chunk->at, PXT_LOG_SECTION_SIZE + PXT_LOG_CHUNK_SIZE);
}

#endif
