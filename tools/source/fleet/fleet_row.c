/*
 * fleet_row.c - a log of a fleet as a row of the index
 *
 * Rows have checksums: SQLite finds damage of its trees, and not of values.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/crc32c.h"
#include "common/stamp.h"
#include "source/fleet/fleet_row.h"
#include "source/section.h"

enum {
	SPAN = 24,	/* bytes of a span */
	SPANS_TAIL = 8, /* chunks in the last one, and a checksum */
	PATH_MOST = 4096,
};

enum flags {
	APPENDS = 1,
	ENDED = 2,
	ORIGINS = 4,
	TIMES = 8,
	TIMELESS = 16,
	DAMAGED = 32,
	PROCESSES = 64,
};

static uint32_t add(uint32_t sum, const void *data, size_t len)
{
	return pxt_crc32c(sum, data, len);
}

static unsigned flags_of(const struct fleet_log *log)
{
	return (log->appends ? APPENDS : 0) | (log->has_ended ? ENDED : 0) |
	       (log->has_origins ? ORIGINS : 0) | (log->has_times ? TIMES : 0) |
	       (log->is_timeless ? TIMELESS : 0) |
	       (log->is_damaged ? DAMAGED : 0) |
	       (log->knows_processes ? PROCESSES : 0);
}

static uint32_t sum_of(const struct fleet_log *log)
{
	const struct source_origin *origin = &log->origin;
	const int64_t numbers[] = {
		(int64_t)log->size,
		log->mtime_ns,
		(int64_t)log->inode,
		log->problem,
		origin->clock,
		origin->clock_sync,
		origin->clock_offset_ns,
		(int64_t)origin->clock_error_ns,
		origin->target,
		stamp_ns(&origin->created),
		flags_of(log),
		log->first_ns,
		log->last_ns,
		(int64_t)log->events,
		(int64_t)log->lost,
		(int64_t)log->walked,
		(int64_t)log->number,
	};
	uint32_t sum = add(0, numbers, sizeof(numbers));

	sum = add(sum, log->path, strlen(log->path));
	sum = add(sum, origin->host, strlen(origin->host));
	sum = add(sum, origin->system, strlen(origin->system));
	sum = add(sum, log->program, strlen(log->program));
	sum = add(sum, origin->uuid, sizeof(origin->uuid));
	sum = add(sum, origin->boot, sizeof(origin->boot));
	return add(sum, log->processes, log->processes_len);
}

static size_t below_len(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? (size_t)(slash - path) : 0;
}

static void bind_number(struct fleet_binding *to, int64_t value)
{
	to->code |= sqlite3_bind_int64(to->statement, ++to->column, value);
}

void fleet_row_bind_bytes(struct fleet_binding *to, const void *data,
			  size_t len)
{
	to->code |=
		sqlite3_bind_blob(to->statement, ++to->column, len ? data : "",
				  (int)len, SQLITE_TRANSIENT);
}

static void bind_text(struct fleet_binding *to, const char *text)
{
	to->code |= sqlite3_bind_text(to->statement, ++to->column, text, -1,
				      SQLITE_TRANSIENT);
}

void fleet_row_bind(struct fleet_binding *to, const struct fleet_log *log)
{
	const struct source_origin *origin = &log->origin;

	fleet_row_bind_bytes(to, log->path, strlen(log->path));
	fleet_row_bind_bytes(to, log->path, below_len(log->path));
	bind_text(to, origin->host);
	bind_text(to, log->program);
	fleet_row_bind_bytes(to, origin->uuid, sizeof(origin->uuid));
	fleet_row_bind_bytes(to, origin->boot, sizeof(origin->boot));
	bind_text(to, origin->system);
	bind_number(to, (int64_t)log->size);
	bind_number(to, log->mtime_ns);
	bind_number(to, (int64_t)log->inode);
	bind_number(to, log->problem);
	bind_number(to, origin->clock);
	bind_number(to, origin->clock_sync);
	bind_number(to, origin->clock_offset_ns);
	bind_number(to, (int64_t)origin->clock_error_ns);
	bind_number(to, origin->target);
	bind_number(to, stamp_ns(&origin->created));
	bind_number(to, flags_of(log));
	bind_number(to, log->first_ns);
	bind_number(to, log->last_ns);
	bind_number(to, (int64_t)log->events);
	bind_number(to, (int64_t)log->lost);
	bind_number(to, (int64_t)log->walked);
	bind_number(to, (int64_t)log->number);
	bind_number(to, sum_of(log));
	fleet_row_bind_bytes(to, log->processes, log->processes_len);
}

unsigned char *fleet_row_pack_spans(const struct fleet_log *log, size_t *len)
{
	const size_t spans = log->spans * SPAN;
	unsigned char *bytes = malloc(spans + SPANS_TAIL), *at = bytes;

	if (!bytes)
		return NULL;
	for (size_t i = 0; i < log->spans; i++, at += SPAN) {
		section_put_u64(at, (uint64_t)log->span[i].first_ns);
		section_put_u64(at + 8, (uint64_t)log->span[i].last_ns);
		section_put_u64(at + 16, log->span[i].at);
	}
	section_put_u32(at, log->chunks);
	section_put_u32(at + 4, pxt_crc32c(0, bytes, spans + 4));
	*len = spans + SPANS_TAIL;
	return bytes;
}

int fleet_row_unpack_spans(struct fleet_log *log, const unsigned char *bytes,
			   size_t len)
{
	const size_t spans = len < SPANS_TAIL ? 0 : (len - SPANS_TAIL) / SPAN;
	const unsigned char *at = bytes;

	if (len != spans * SPAN + SPANS_TAIL || spans > FLEET_SPANS ||
	    pxt_crc32c(0, bytes, len - 4) != section_u32(bytes + len - 4))
		return EBADMSG;
	log->span = calloc(spans + 1, sizeof(*log->span));
	if (!log->span)
		return ENOMEM;
	log->span_room = spans + 1;
	log->spans = spans;
	for (size_t i = 0; i < spans; i++, at += SPAN)
		log->span[i] = (struct fleet_span){
			.first_ns = (int64_t)section_u64(at),
			.last_ns = (int64_t)section_u64(at + 8),
			.at = section_u64(at + 16),
		};
	log->chunks = section_u32(at);
	log->has_spans_kept = false;
	return 0;
}

struct taking {
	sqlite3_stmt *statement;
	int column;
	bool is_wrong;
};

static int64_t take_number(struct taking *from)
{
	return sqlite3_column_int64(from->statement, from->column++);
}

/* Bytes of just that length. */
static void take_bytes(struct taking *from, void *to, size_t len)
{
	const void *data = sqlite3_column_blob(from->statement, from->column);

	if (!data ||
	    (size_t)sqlite3_column_bytes(from->statement, from->column) != len)
		from->is_wrong = true;
	else
		memcpy(to, data, len);
	from->column++;
}

static void take_text(struct taking *from, char *to, size_t size)
{
	const unsigned char *text =
		sqlite3_column_text(from->statement, from->column++);

	snprintf(to, size, "%s", text ? (const char *)text : "");
}

/* A copy, with a null behind it; of nothing NULL. */
static void *take_copy(struct taking *from, size_t most, size_t *len)
{
	const void *data = sqlite3_column_blob(from->statement, from->column);
	char *copy = NULL;

	*len = (size_t)sqlite3_column_bytes(from->statement, from->column++);
	if (*len > most)
		from->is_wrong = true;
	else if (data && *len)
		copy = malloc(*len + 1);
	if (!copy) {
		*len = 0;
		return NULL;
	}
	memcpy(copy, data, *len);
	copy[*len] = '\0';
	return copy;
}

static void take_flags(struct fleet_log *log, unsigned flags)
{
	log->appends = flags & APPENDS;
	log->has_ended = flags & ENDED;
	log->has_origins = flags & ORIGINS;
	log->has_times = flags & TIMES;
	log->is_timeless = flags & TIMELESS;
	log->is_damaged = flags & DAMAGED;
	log->knows_processes = flags & PROCESSES;
}

bool fleet_row_take(sqlite3_stmt *statement, struct fleet_log *log)
{
	struct taking taking = { .statement = statement }, *from = &taking;
	struct source_origin *origin = &log->origin;
	uint32_t sum;
	size_t len;

	log->path = take_copy(from, PATH_MOST, &len);
	from->column++; /* below */
	take_text(from, origin->host, sizeof(origin->host));
	take_text(from, log->program, sizeof(log->program));
	take_bytes(from, origin->uuid, sizeof(origin->uuid));
	take_bytes(from, origin->boot, sizeof(origin->boot));
	take_text(from, origin->system, sizeof(origin->system));
	log->size = (uint64_t)take_number(from);
	log->mtime_ns = take_number(from);
	log->inode = (uint64_t)take_number(from);
	log->problem = (int)take_number(from);
	origin->clock = (int)take_number(from);
	origin->clock_sync = (int)take_number(from);
	origin->clock_offset_ns = take_number(from);
	origin->clock_error_ns = (uint64_t)take_number(from);
	origin->target = (pid_t)take_number(from);
	origin->created = stamp_time(take_number(from));
	take_flags(log, (unsigned)take_number(from));
	log->first_ns = take_number(from);
	log->last_ns = take_number(from);
	log->events = (uint64_t)take_number(from);
	log->lost = (uint64_t)take_number(from);
	log->walked = (uint64_t)take_number(from);
	log->number = (uint64_t)take_number(from);
	sum = (uint32_t)take_number(from);
	log->processes = take_copy(from, FLEET_PROCESSES, &log->processes_len);
	log->has_spans_kept = true;
	return !from->is_wrong && log->path && sum == sum_of(log);
}
