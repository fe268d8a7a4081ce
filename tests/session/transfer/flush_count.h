/*
 * flush_count.h - streams with logs, and how often they were flushed
 */
#ifndef SESSION_TRANSFER_FLUSH_COUNT_H
#define SESSION_TRANSFER_FLUSH_COUNT_H

#include "policies.h"
#include "session/numbered_events.h"

enum {
	SIZE = 64 << 10,
	LENGTH = sizeof(struct mark),
	TOO_MANY = 5000, /* events, for a stream of SIZE */
};

static trace_event_id_t type;
static int fd;

static inline void setup(void)
{
	type = type_of("event");
	fd = make_file();
}

static inline trace_id_t create_with(pid_t pid, int file, int for_stream,
				     int for_log)
{
	trace_attr_t attr = attr_of(SIZE, 64);
	trace_id_t trid;

	assert_ok(posix_trace_attr_setstreamfullpolicy(&attr, for_stream));
	assert_ok(posix_trace_attr_setlogfullpolicy(&attr, for_log));
	assert_ok(posix_trace_create_withlog(pid, &attr, file, &trid));
	return trid;
}

static inline trace_id_t start_with(int for_stream, int for_log)
{
	trace_id_t trid = create_with(0, fd, for_stream, for_log);

	assert_ok(posix_trace_start(trid));
	return trid;
}

static inline trace_id_t start_appending(int for_stream)
{
	return start_with(for_stream, POSIX_TRACE_APPEND);
}

/* The pair of policies for a loop test. */
static inline trace_id_t start_pair(int i)
{
	return start_with(stream_policy[i / POLICIES],
			  log_policy[i % POLICIES]);
}

static inline void record_all(uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to; i++)
		record_numbered(type, i, LENGTH);
}

#endif
