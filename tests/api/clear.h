/*
 * clear.h - what the tests of posix_trace_clear() have in common
 *
 * Streams that are full or not, with a log or without, and what they show after
 * a clear.
 */
#ifndef TESTS_API_CLEAR_H
#define TESTS_API_CLEAR_H

#include "tracing.h"

enum {
	BIG = 16 << 20,	   /* a stream that holds all we record */
	SMALL = 8192,	   /* one that does not */
	MANY = 10000,	   /* events for which that has no room */
	LOG_SIZE = 65536,  /* a log that is soon full */
	LOG_TRIES = 10000, /* more portions than any such log takes */
};

static trace_event_id_t type, other;

static inline void setup(void)
{
	type = type_of("event");
	other = type_of("other");
}

static inline void record_some(uint32_t who, uint32_t first, uint32_t end)
{
	for (uint32_t i = first; i < end; i++)
		record(type, who, i);
}

static inline void overfill(void)
{
	record_some(0, 0, MANY);
}

static inline void clear(trace_id_t trid)
{
	assert_ok(posix_trace_clear(trid));
}

static inline void assert_no_overrun(trace_id_t trid)
{
	struct posix_trace_status_info status = status_of(trid);

	ck_assert_int_eq(status.posix_stream_overrun_status,
			 POSIX_TRACE_NO_OVERRUN);
	ck_assert_int_eq(status.posix_log_overrun_status,
			 POSIX_TRACE_NO_OVERRUN);
	ck_assert_int_eq(status.posix_log_full_status, POSIX_TRACE_NOT_FULL);
}

static inline void assert_next_start(trace_id_t trid)
{
	struct got got;

	assert_next_is(trid, POSIX_TRACE_START, &got);
}

static inline void assert_next_stop(trace_id_t trid)
{
	struct got got;

	assert_next_is(trid, POSIX_TRACE_STOP, &got);
	ck_assert_int_eq(got.number, 0);
}

static inline void filter_out(trace_id_t trid, trace_event_id_t id)
{
	trace_event_set_t set;

	assert_ok(posix_trace_eventset_empty(&set));
	assert_ok(posix_trace_eventset_add(id, &set));
	assert_ok(posix_trace_set_filter(trid, &set, POSIX_TRACE_ADD_EVENTSET));
}

static inline void assert_same_string(int get(const trace_attr_t *, char *),
				      const trace_attr_t *a,
				      const trace_attr_t *b)
{
	char first[TRACE_NAME_MAX], second[TRACE_NAME_MAX];

	assert_ok(get(a, first));
	assert_ok(get(b, second));
	ck_assert_str_eq(first, second);
}

static inline void assert_same_int(int get(const trace_attr_t *, int *),
				   const trace_attr_t *a, const trace_attr_t *b)
{
	int first = -1, second = -2;

	assert_ok(get(a, &first));
	assert_ok(get(b, &second));
	ck_assert_int_eq(first, second);
}

static inline void assert_same_size(int get(const trace_attr_t *, size_t *),
				    const trace_attr_t *a,
				    const trace_attr_t *b)
{
	size_t first = 1, second = 2;

	assert_ok(get(a, &first));
	assert_ok(get(b, &second));
	ck_assert_uint_eq(first, second);
}

static inline void
assert_same_time(int get(const trace_attr_t *, struct timespec *),
		 const trace_attr_t *a, const trace_attr_t *b)
{
	struct timespec first, second;

	assert_ok(get(a, &first));
	assert_ok(get(b, &second));
	ck_assert_int_eq(ns_of(first), ns_of(second));
	ck_assert_int_ne(ns_of(first), 0);
}

static inline void assert_same(const trace_attr_t *a, const trace_attr_t *b)
{
	assert_same_string(posix_trace_attr_getname, a, b);
	assert_same_string(posix_trace_attr_getgenversion, a, b);
	assert_same_int(posix_trace_attr_getinherited, a, b);
	assert_same_int(posix_trace_attr_getlogfullpolicy, a, b);
	assert_same_int(posix_trace_attr_getstreamfullpolicy, a, b);
	assert_same_size(posix_trace_attr_getlogsize, a, b);
	assert_same_size(posix_trace_attr_getmaxdatasize, a, b);
	assert_same_size(posix_trace_attr_getmaxsystemeventsize, a, b);
	assert_same_size(posix_trace_attr_getstreamsize, a, b);
	assert_same_time(posix_trace_attr_getclockres, a, b);
	assert_same_time(posix_trace_attr_getcreatetime, a, b);
}

static inline trace_attr_t told(trace_id_t trid)
{
	trace_attr_t attr;

	assert_ok(posix_trace_get_attr(trid, &attr));
	return attr;
}

/* Attributes unlike the default. */
static inline trace_attr_t unusual(int policy, int log_policy)
{
	trace_attr_t attr = attr_of(123456, 77);

	assert_ok(posix_trace_attr_setname(&attr, "unusual"));
	assert_ok(posix_trace_attr_setlogsize(&attr, 7654321));
	assert_ok(posix_trace_attr_setstreamfullpolicy(&attr, policy));
	assert_ok(posix_trace_attr_setlogfullpolicy(&attr, log_policy));
	return attr;
}

static const int log_policies[] = {
	POSIX_TRACE_APPEND,
	POSIX_TRACE_LOOP,
	POSIX_TRACE_UNTIL_FULL,
};

/* The first of them appends. */
enum { LOG_POLICIES = ARRAY_LEN(log_policies) };

static inline trace_id_t create_log(int fd, int policy, int log_policy,
				    size_t size)
{
	trace_attr_t attr = attr_of(size, 0);
	trace_id_t trid;

	assert_ok(posix_trace_attr_setstreamfullpolicy(&attr, policy));
	assert_ok(posix_trace_attr_setlogfullpolicy(&attr, log_policy));
	assert_ok(posix_trace_attr_setlogsize(&attr, LOG_SIZE));
	assert_ok(posix_trace_create_withlog(0, &attr, fd, &trid));
	return trid;
}

static inline bool is_of_flushing(const struct got *got)
{
	return got->info.posix_event_id == POSIX_TRACE_FLUSH_START ||
	       got->info.posix_event_id == POSIX_TRACE_FLUSH_STOP;
}

/* The next event but those of flushing. */
static inline bool next_logged(trace_id_t log, struct got *got)
{
	do
		if (!log_next(log, got))
			return false;
	while (is_of_flushing(got));
	return true;
}

static inline void assert_log_has(trace_id_t log, trace_event_id_t id)
{
	struct got got;

	ck_assert(next_logged(log, &got));
	ck_assert_uint_eq(got.info.posix_event_id, id);
}

/* The end, and how the stream was then: without any loss. */
static inline void assert_log_ends(trace_id_t log)
{
	struct got got;

	ck_assert(!next_logged(log, &got));
	assert_no_overrun(log);
}

#endif
