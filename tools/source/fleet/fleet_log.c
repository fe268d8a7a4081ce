/*
 * fleet_log.c - what is known of a log of a fleet without opening it
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/crc32c.h"
#include "base/sum.h"
#include "source/fleet/fleet_log.h"
#include "source/preface.h"

enum {
	SECTION_PROCESS = 3,
	SECTION_ORIGIN = 8,
	SECTION_OBJECT = 10,
	HEADER_AT = 16 + SECTION_HEAD, /* payload of the first HEADER */
	HEADER_NAMES = 96,
	HEADER_FACTS = 40, /* boot and synchronisation */
	PROCESS_NAME = 8,
	OBJECT_KIND = 24,
	NAMING_MOST = 1 << 20,
	LOOK = 512, /* bytes read with a head */
	SPAN_CHUNKS = 64,
	RECORD_HEAD = 20,
	RECORD_CONTEXT = 0xffff,
	CONTEXT = 40,
};

#define SPAN_GAP_NS INT64_C(1000000000)

void fleet_log_fini(struct fleet_log *log)
{
	free(log->path);
	free(log->processes);
	free(log->span);
	memset(log, 0, sizeof(*log));
}

static int64_t mtime_of(const struct stat *st)
{
	return (int64_t)st->st_mtim.tv_sec * 1000000000 + st->st_mtim.tv_nsec;
}

bool fleet_log_is_fresh(const struct fleet_log *log, const struct stat *st)
{
	return log->size == (uint64_t)st->st_size &&
	       log->inode == (uint64_t)st->st_ino &&
	       log->mtime_ns == mtime_of(st);
}

/* The beginning */

/* A string of a payload. NULL: it does not end there. */
static const char *take_text(const unsigned char **at, const unsigned char *end)
{
	const unsigned char *from = *at;
	const unsigned char *null =
		from < end ? memchr(from, 0, (size_t)(end - from)) : NULL;

	if (!null)
		return NULL;
	*at = null + 1;
	return (const char *)from;
}

static void take_facts(struct fleet_log *log, const unsigned char *at,
		       const unsigned char *end)
{
	struct source_origin *origin = &log->origin;

	if (end - at < HEADER_FACTS)
		return;
	memcpy(origin->boot, at, sizeof(origin->boot));
	origin->clock_sync = (int)section_u32(at + 16);
	origin->clock_offset_ns = (int64_t)section_u64(at + 24);
	origin->clock_error_ns = section_u64(at + 32);
}

static void take_header(struct fleet_log *log, const struct preface *preface)
{
	const unsigned char *payload = preface->bytes + HEADER_AT;
	const unsigned char *end = preface->bytes + preface->len;
	const unsigned char *at = payload + HEADER_NAMES;
	struct source_origin *origin = &log->origin;
	const char *name, *generation, *host, *system;

	memcpy(origin->uuid, preface->uuid, sizeof(origin->uuid));
	origin->clock = (int)section_u32(payload + 16);
	origin->target = (pid_t)section_u32(payload + 20);
	origin->created.tv_sec = preface->created_ns / 1000000000;
	origin->created.tv_nsec = preface->created_ns % 1000000000;
	if (section_u64(payload - SECTION_HEAD + 8) < (uint64_t)(end - payload))
		end = payload + section_u64(payload - SECTION_HEAD + 8);
	name = take_text(&at, end);
	generation = name ? take_text(&at, end) : NULL;
	host = generation ? take_text(&at, end) : NULL;
	system = host ? take_text(&at, end) : NULL;
	if (!system)
		return;
	snprintf(log->program, sizeof(log->program), "%s", name);
	snprintf(origin->host, sizeof(origin->host), "%s", host);
	snprintf(origin->system, sizeof(origin->system), "%s", system);
	take_facts(log, at, end);
}

/* Forgets all but the path. */
static void begin(struct fleet_log *log, const struct preface *preface)
{
	char *path = log->path;

	log->path = NULL;
	fleet_log_fini(log);
	log->path = path;
	log->appends = preface->appends;
	log->walked = preface->len;
	log->number = preface->last;
	log->knows_processes = true;
	take_header(log, preface);
}

/* Times */

static int64_t clamp(__int128 ns)
{
	return ns > INT64_MAX ? INT64_MAX :
	       ns < INT64_MIN ? INT64_MIN :
				(int64_t)ns;
}

/* A context: its data, and the ticks of its pair. */
struct pair {
	uint64_t realtime_ns, rate, ticks;
};

static struct pair pair_of(const unsigned char *context, uint64_t ticks)
{
	return (struct pair){
		.realtime_ns = section_u64(context + 16),
		.rate = section_u64(context + 24),
		.ticks = ticks,
	};
}

static int64_t time_at(const struct pair *pair, uint64_t ticks)
{
	const __int128 passed = (__int128)ticks - pair->ticks;

	/* A shift rounds down, as readers of logs do. */
	return clamp(((passed * pair->rate) >> 32) + pair->realtime_ns);
}

/* The context is in the chunk's head, or its first record. */
static bool find_pair(int fd, const struct section *section,
		      const unsigned char *chunk, struct pair *pair)
{
	unsigned char record[RECORD_HEAD + CONTEXT];
	const uint32_t head = section_u32(chunk);

	*pair = pair_of(chunk + 56, section_u64(chunk + 96));
	if (pair->rate)
		return true;
	if (section_read(fd, record, sizeof(record),
			 section->at + SECTION_HEAD + head) !=
		    (long)sizeof(record) ||
	    section_u16(record + 14) != RECORD_CONTEXT ||
	    (section_u32(record + 16) & 0x3fffffff) != CONTEXT)
		return false;
	*pair = pair_of(record + RECORD_HEAD, section_u64(record));
	return pair->rate;
}

/* Chunks */

/* Halves their number: each is that of two. */
static void thin_out(struct fleet_log *log)
{
	for (size_t i = 0; i < log->spans / 2; i++) {
		struct fleet_span span = log->span[2 * i];
		const struct fleet_span *next = &log->span[2 * i + 1];

		if (next->first_ns < span.first_ns)
			span.first_ns = next->first_ns;
		if (next->last_ns > span.last_ns)
			span.last_ns = next->last_ns;
		log->span[i] = span;
	}
	log->spans /= 2;
}

static bool belongs(const struct fleet_log *log, int64_t first_ns)
{
	const struct fleet_span *span = &log->span[log->spans - 1];

	return log->chunks < SPAN_CHUNKS &&
	       (span->last_ns > INT64_MAX - SPAN_GAP_NS ||
		first_ns <= span->last_ns + SPAN_GAP_NS);
}

static int add_span(struct fleet_log *log, int64_t first_ns, int64_t last_ns,
		    uint64_t at)
{
	struct fleet_span *span;

	if (log->spans && belongs(log, first_ns)) {
		span = &log->span[log->spans - 1];
		if (first_ns < span->first_ns)
			span->first_ns = first_ns;
		if (last_ns > span->last_ns)
			span->last_ns = last_ns;
		log->chunks++;
		return 0;
	}
	if (log->spans == FLEET_SPANS)
		thin_out(log);
	if (pxt_array_reserve(&log->span, &log->span_room, log->spans + 1,
			      sizeof(*log->span)))
		return ENOMEM;
	log->span[log->spans++] = (struct fleet_span){
		.first_ns = first_ns,
		.last_ns = last_ns,
		.at = at,
	};
	log->chunks = 1;
	return 0;
}

static void widen(struct fleet_log *log, int64_t first_ns, int64_t last_ns)
{
	if (!log->has_times || first_ns < log->first_ns)
		log->first_ns = first_ns;
	if (!log->has_times || last_ns > log->last_ns)
		log->last_ns = last_ns;
	log->has_times = true;
}

/* A loss may have begun at any time since the log began. */
static int take_chunk(struct fleet_log *log, int fd,
		      const struct section *section, const unsigned char *chunk)
{
	const uint32_t events = section_u32(chunk + 4);
	const uint64_t lost = section_u64(chunk + 24);
	int64_t first_ns, last_ns;
	struct pair pair;

	if (section->len < SECTION_CHUNK_HEAD ||
	    pxt_crc32c(0, chunk, 108) != section_u32(chunk + 108)) {
		log->is_damaged = true;
		return 0;
	}
	log->events += events;
	log->lost = pxt_sum(log->lost, lost);
	if (!events && section->len <= section_u32(chunk))
		return 0;
	if (!find_pair(fd, section, chunk, &pair)) {
		log->is_timeless = true;
		return 0;
	}
	first_ns = time_at(&pair, section_u64(chunk + 32));
	last_ns = time_at(&pair, section_u64(chunk + 40));
	widen(log, first_ns, last_ns);
	return add_span(log, lost ? log->first_ns : first_ns, last_ns,
			section->at);
}

/* Processes */

static bool has_process(const struct fleet_log *log, const char *entry)
{
	for (size_t at = 0; at < log->processes_len;
	     at += strlen(log->processes + at) + 1)
		if (!strcmp(log->processes + at, entry))
			return true;
	return false;
}

static int add_process(struct fleet_log *log, uint32_t pid, const char *name)
{
	char entry[512], *longer;
	size_t len;

	if (!log->knows_processes)
		return 0;
	len = (size_t)snprintf(entry, sizeof(entry), "%u %s", pid, name) + 1;
	if (has_process(log, entry))
		return 0;
	if (len > sizeof(entry) || log->processes_len + len > FLEET_PROCESSES) {
		log->knows_processes = false;
		return 0;
	}
	longer = malloc(log->processes_len + len);
	if (!longer)
		return ENOMEM;
	if (log->processes_len)
		memcpy(longer, log->processes, log->processes_len);
	memcpy(longer + log->processes_len, entry, len);
	free(log->processes);
	log->processes = longer;
	log->processes_len += len;
	return 0;
}

static int take_process(struct fleet_log *log, const unsigned char *payload,
			size_t len)
{
	const unsigned char *at = payload + PROCESS_NAME;
	const char *name =
		len > PROCESS_NAME ? take_text(&at, payload + len) : NULL;

	if (name)
		return add_process(log, section_u32(payload), name);
	log->knows_processes = false;
	return 0;
}

/* Earlier programs of a process are objects. */
static int take_object(struct fleet_log *log, const unsigned char *payload,
		       size_t len)
{
	const unsigned char *at = payload + OBJECT_KIND;
	const char *kind =
		len > OBJECT_KIND ? take_text(&at, payload + len) : NULL;
	const char *name = kind ? take_text(&at, payload + len) : NULL;

	if (!name || strcmp(kind, "program") || !*name)
		return 0;
	return add_process(log, section_u32(payload + 4), name);
}

static int take_naming(struct fleet_log *log, int fd,
		       const struct section *section)
{
	unsigned char *payload;
	int err = 0;

	if (section->len > NAMING_MOST) {
		log->knows_processes = false;
		return 0;
	}
	payload = malloc(section->len + 1);
	if (!payload)
		return ENOMEM;
	if (section_read(fd, payload, section->len,
			 section->at + SECTION_HEAD) != (long)section->len ||
	    !section_has(section, payload)) {
		log->is_damaged = true;
		log->knows_processes = false;
	} else if (section->type == SECTION_PROCESS) {
		err = take_process(log, payload, section->len);
	} else {
		err = take_object(log, payload, section->len);
	}
	free(payload);
	return err;
}

/* Sections */

static int take(struct fleet_log *log, int fd, const struct section *section,
		const unsigned char *bytes)
{
	switch (section->type) {
	case SECTION_CHUNK:
		return take_chunk(log, fd, section, bytes + SECTION_HEAD);
	case SECTION_PROCESS:
	case SECTION_OBJECT:
		return take_naming(log, fd, section);
	case SECTION_ORIGIN:
		log->has_origins = true;
		return 0;
	case SECTION_END:
		log->has_ended = true;
		return 0;
	}
	return 0;
}

/* Finds the next section. ENODATA: there is none yet. */
static int find(struct fleet_log *log, int fd, struct section *section,
		unsigned char *bytes)
{
	const long n = section_read(fd, bytes, LOOK, log->walked);
	int err;

	if (n < 0)
		return errno;
	if (n < SECTION_HEAD)
		return ENODATA;
	memset(bytes + n, 0, (size_t)(LOOK - n));
	section->at = log->walked;
	if (section_parse(section, bytes, log->origin.uuid)) {
		section->at = log->walked;
		return 0;
	}
	err = section_search(fd, log->origin.uuid, log->walked, log->size,
			     log->appends ? log->number : 0, section);
	if (err)
		return err;
	log->is_damaged |= log->appends;
	log->knows_processes &= !log->appends;
	memset(bytes, 0, LOOK);
	return section_read(fd, bytes, LOOK, section->at) < 0 ? errno : 0;
}

static int read_sections(struct fleet_log *log, int fd)
{
	unsigned char bytes[LOOK];
	struct section section = { .len = 0 };
	int err;

	for (;;) {
		err = find(log, fd, &section, bytes);
		if (err)
			return err == ENODATA ? 0 : err;
		if (section.at + section_size(&section) > log->size)
			return 0;
		err = take(log, fd, &section, bytes);
		if (err)
			return err;
		log->walked = section.at + section_size(&section);
		log->number = section.number;
	}
}

/* True if the file has grown, and nothing else. */
static bool goes_on(const struct fleet_log *log, const struct preface *preface,
		    const struct stat *st)
{
	return !log->problem && log->walked && log->appends &&
	       !log->has_ended && !log->has_spans_kept &&
	       log->inode == (uint64_t)st->st_ino &&
	       (uint64_t)st->st_size >= log->walked &&
	       !memcmp(log->origin.uuid, preface->uuid, SECTION_UUID);
}

/* The first process says more than the trace's name. */
static void name_program(struct fleet_log *log)
{
	const char *space =
		log->processes_len ? strchr(log->processes, ' ') : NULL;

	if (space && space[1])
		snprintf(log->program, sizeof(log->program), "%s", space + 1);
}

/* Sections of a log that was overwritten may be remnants. */
static void count_again(struct fleet_log *log, int fd)
{
	struct posix_trace_count_np count;
	trace_id_t trid;

	if (log->appends || posix_trace_open(fd, &trid))
		return;
	if (!posix_trace_count_np(trid, &count)) {
		log->events = count.events;
		log->lost = count.lost;
	}
	posix_trace_close(trid);
}

int fleet_log_read(struct fleet_log *log, int fd)
{
	struct preface *preface = malloc(sizeof(*preface));
	struct stat st;
	int err;

	if (!preface)
		return ENOMEM;
	if (fstat(fd, &st)) {
		log->problem = errno;
		free(preface);
		return 0;
	}
	err = preface_read(preface, fd);
	if (err || !goes_on(log, preface, &st))
		begin(log, preface);
	free(preface);
	log->size = (uint64_t)st.st_size;
	log->inode = (uint64_t)st.st_ino;
	log->mtime_ns = mtime_of(&st);
	if (!err)
		err = read_sections(log, fd);
	if (err == ENOMEM)
		return err;
	log->problem = err;
	name_program(log);
	count_again(log, fd);
	return 0;
}
