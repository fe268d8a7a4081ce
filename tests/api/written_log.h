/*
 * written_log.h - logs that a test writes item by item, and reads again
 */
#ifndef TESTS_API_WRITTEN_LOG_H
#define TESTS_API_WRITTEN_LOG_H

#include <trace_np.h>

#include "tracing.h"

enum { T0 = 1700000000, THREADS = 300 };
static struct posix_trace_writer_np *writer;
static int fd;

static const struct posix_trace_log_np about = {
	.uuid = "0123456789abcde",
	.target = 100,
	.host = "a-host",
	.system = "RTOS 7 riscv",
	.boot = "0123456789ABCDE",
	.clock_sync = POSIX_TRACE_SYNC_KEPT_NP,
	.clock_offset_ns = -5,
	.clock_error_ns = 7,
};

static const struct posix_trace_status_info fine;

static inline void setup(void)
{
	fd = make_file();
	assert_ok(posix_trace_writer_open_np(fd, NULL, &about, &writer));
}

static inline trace_id_t finish(void)
{
	assert_ok(posix_trace_writer_close_np(writer, &fine));
	return open_log(fd);
}

static inline trace_event_id_t open_type(const char *name,
					 const char *description)
{
	trace_event_id_t type = 0;

	assert_ok(posix_trace_writer_type_np(writer, name, description, &type));
	return type;
}

static inline struct timespec at(int64_t ns)
{
	return (struct timespec){ .tv_sec = T0 + ns / 1000000000,
				  .tv_nsec = ns % 1000000000 };
}

static inline bool is_time(const struct timespec *a, const struct timespec *b)
{
	return a->tv_sec == b->tv_sec && a->tv_nsec == b->tv_nsec;
}

#endif
