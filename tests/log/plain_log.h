/*
 * plain_log.h - a log as docs/log-format.md says it, without the library
 *
 * Which event is in which chunk is known exactly, and so is what has to be left
 * of a log that is damaged.
 */
#ifndef TESTS_LOG_PLAIN_LOG_H
#define TESTS_LOG_PLAIN_LOG_H

#include "tracing.h"

enum {
	EVENTS_MAX = 4096,
	SECTIONS_MAX = 1024,
	DATA_MAX = 512,
	FILE_MAX = 256 << 10,
	THREADS = 3,
	SECTION_HEAD = 32,
	RECORD_HEAD = 20,
	GAP_FROM = 640, /* of the zeroes before the second HEADER */
	GAP_TO = 4096,
	JITTER_NS = NS_PER_MS,
};

enum { HEADER = 1, CHUNK = 4, END = 5, SEGMENT = 6 };

struct event {
	uint64_t ticks;
	uint64_t order; /* in it, of equal ticks */
	uint32_t type;
	uint32_t len;
	unsigned section; /* index of its chunk */
	unsigned char data[DATA_MAX];
	int64_t time_ns; /* as it was delivered from the whole log */
};

struct section {
	size_t at, end; /* end: of the payload */
	uint64_t number;
	uint32_t type;
	bool visible; /* it has events that are delivered */
};

/* A log that is whole, and what is in it. */
struct log {
	int fd;
	size_t size;
	unsigned char bytes[FILE_MAX];
	struct section section[SECTIONS_MAX];
	unsigned sections;
	struct event event[EVENTS_MAX];
	unsigned hidden; /* events up to the horizon: first of all */
	unsigned events;
	bool loops;
};

/* Reading a log by the document */

static inline uint64_t le(const unsigned char *at, size_t len)
{
	uint64_t value = 0;

	while (len)
		value = value << 8 | at[--len];
	return value;
}

static inline uint32_t crc32c(uint32_t crc, const unsigned char *at, size_t len)
{
	static uint32_t table[256];

	for (uint32_t i = 0; i < 256 && !table[255]; i++) {
		table[i] = i;
		for (int bit = 0; bit < 8; bit++)
			table[i] =
				table[i] >> 1 ^ (table[i] & 1 ? 0x82f63b78 : 0);
	}
	crc = ~crc;
	while (len--)
		crc = crc >> 8 ^ table[(crc ^ *at++) & 0xff];
	return ~crc;
}

static inline bool is_section(const struct log *log, size_t at)
{
	const unsigned char *head = log->bytes + at;
	uint32_t crc;

	if (at + SECTION_HEAD > log->size || memcmp(head, "PTLS", 4))
		return false;
	crc = crc32c(0, head, SECTION_HEAD - 4);
	if (le(head + 4, 4) != HEADER)
		crc = crc32c(crc, log->bytes + 16 + SECTION_HEAD, 16);
	return crc == le(head + 28, 4) &&
	       le(head + 8, 8) <= log->size - at - SECTION_HEAD;
}

static inline struct section read_section(const struct log *log, size_t at)
{
	const unsigned char *head = log->bytes + at;

	return (struct section){
		.at = at,
		.end = at + SECTION_HEAD + le(head + 8, 8),
		.number = le(head + 16, 8),
		.type = (uint32_t)le(head + 4, 4),
	};
}

static inline size_t round_up(size_t at)
{
	return (at + 7) & ~(size_t)7;
}

/* On a way through what was overwritten, remains of older rounds do not
 * count. */
static inline void read_way(struct log *log, size_t at, size_t to, bool rising)
{
	static uint64_t number;
	struct section section;

	while (at < to) {
		section = read_section(log, at);
		if (!is_section(log, at) ||
		    (rising && section.number <= number)) {
			ck_assert(log->loops);
			at += 8;
			continue;
		}
		ck_assert_uint_lt(log->sections, SECTIONS_MAX);
		log->section[log->sections++] = section;
		number = section.number;
		at = round_up(section.end);
	}
	if (to == log->size)
		number = 0;
}

static inline void add_event(struct log *log, const unsigned char *record,
			     uint64_t order)
{
	struct event *event = &log->event[log->events++];

	ck_assert_uint_lt(log->events, EVENTS_MAX);
	*event = (struct event){
		.ticks = le(record, 8),
		.order = order,
		.type = (uint32_t)(le(record + 8, 8) >> 48),
		.len = (uint32_t)le(record + 16, 4) & 0x3fffffff,
		.section = log->sections - 1,
	};
	ck_assert_uint_le(event->len, DATA_MAX);
	memcpy(event->data, record + RECORD_HEAD, event->len);
}

static inline void read_chunk(struct log *log, unsigned index)
{
	const struct section *section = &log->section[index];
	const unsigned char *head = log->bytes + section->at + SECTION_HEAD;
	const unsigned char *at = head + le(head, 4);
	const unsigned char *end = log->bytes + section->end;
	uint64_t order = le(head + 8, 8) << 32 | le(head + 16, 4);
	uint32_t type;

	for (; at < end; at += round_up(RECORD_HEAD + (size_t)(le(at + 16, 4) &
							       0x3fffffff))) {
		type = (uint32_t)(le(at + 8, 8) >> 48);
		if (type >= 0xfffe)
			continue;
		add_event(log, at, order);
		log->event[log->events - 1].section = index;
	}
}

/* Equal ones stay as they are: each chunk's are in order already. */
static inline int by_ticks(const void *a, const void *b)
{
	const struct event *one = a, *other = b;

	if (one->ticks != other->ticks)
		return one->ticks < other->ticks ? -1 : 1;
	return (one->order > other->order) - (one->order < other->order);
}

static inline void take_bytes(struct log *log)
{
	ssize_t size = pread(log->fd, log->bytes, FILE_MAX, 0);

	ck_assert_int_gt(size, 0);
	ck_assert_int_lt(size, FILE_MAX);
	log->size = (size_t)size;
}

static inline void read_sections(struct log *log)
{
	const size_t start = round_up(GAP_TO + SECTION_HEAD +
				      (size_t)le(log->bytes + 16 + 8, 8));
	const unsigned char *end =
		log->bytes + log->size - le(log->bytes + log->size - 16, 8);
	const size_t pivot = (size_t)le(end + SECTION_HEAD + 48, 8);
	const size_t tail = (size_t)le(end + SECTION_HEAD + 64, 8);

	log->sections = 0;
	if (pivot) {
		read_way(log, pivot, tail, true);
		read_way(log, start, pivot, true);
		read_way(log, tail, log->size, false);
	} else {
		read_way(log, start, log->size, false);
	}
}

static inline uint64_t horizon_of(const struct log *log)
{
	const unsigned char *end =
		log->bytes + log->size - le(log->bytes + log->size - 16, 8);

	return le(end + SECTION_HEAD + 72, 8);
}

static inline void read_events(struct log *log)
{
	log->events = 0;
	log->hidden = 0;
	for (unsigned i = 0; i < log->sections; i++)
		if (log->section[i].type == CHUNK)
			read_chunk(log, i);
	qsort(log->event, log->events, sizeof(log->event[0]), by_ticks);
	while (log->hidden < log->events &&
	       log->event[log->hidden].ticks <= horizon_of(log))
		log->hidden++;
	for (unsigned i = log->hidden; i < log->events; i++)
		log->section[log->event[i].section].visible = true;
}

#endif
