/*
 * promise.h - streams that have the room that they promise
 *
 * A stream has room for all events whose sizes, as the calculators tell them,
 * add up to its own: none of these is lost.
 */
#ifndef TESTS_API_PROMISE_H
#define TESTS_API_PROMISE_H

#include "tracing.h"

static trace_attr_t attr;

static inline size_t user_event_size(size_t len)
{
	size_t size;

	ck_assert_int_eq(
		posix_trace_attr_getmaxusereventsize(&attr, len, &size), 0);
	return size;
}

static const int policies[] = { POSIX_TRACE_UNTIL_FULL, POSIX_TRACE_LOOP };
enum { POLICIES = ARRAY_LEN(policies) };
static trace_event_id_t type;
static trace_id_t trid;

/* What a stream has room for yet. */
static struct {
	size_t left;
	size_t system; /* the size of a system event */
} budget;

/* Whatever follows has room for all of the stream's size. */
static inline void renew_budget(void)
{
	ck_assert_int_eq(posix_trace_attr_getstreamsize(&attr, &budget.left),
			 0);
	assert_ok(
		posix_trace_attr_getmaxsystemeventsize(&attr, &budget.system));
}

static inline bool spend(size_t size)
{
	if (size > budget.left)
		return false;
	budget.left -= size;
	return true;
}

/* A stream of this process, of that size or what is made of it. */
static inline void make_stream(int policy, size_t size, size_t max_data)
{
	type = type_of("event");
	attr = attr_of(size, max_data);
	assert_ok(posix_trace_attr_setmaxdatasize(&attr, max_data));
	assert_ok(posix_trace_attr_setstreamfullpolicy(&attr, policy));
	assert_ok(posix_trace_create(0, &attr, &trid));
	assert_ok(posix_trace_get_attr(trid, &attr));
	renew_budget();
}

static inline void start(void)
{
	ck_assert(spend(budget.system));
	assert_ok(posix_trace_start(trid));
}

/* Data that tells which event it belongs to, and whether it is whole. */
static inline void make_data(unsigned char *data, uint32_t number, size_t len)
{
	memset(data, (int)(number % 251), len);
	if (len >= sizeof(number))
		memcpy(data, &number, sizeof(number));
}

static inline void put_data(uint32_t number, size_t len)
{
	unsigned char data[ROOM];

	make_data(data, number, len);
	posix_trace_event(type, data, len);
}

static inline void assert_data(const struct got *got, uint32_t number,
			       size_t len)
{
	unsigned char data[ROOM];

	make_data(data, number, len);
	ck_assert_uint_eq(got->info.posix_event_id, type);
	ck_assert_uint_eq(got->len, len);
	ck_assert_mem_eq(got->data, data, len);
	ck_assert_int_eq(got->info.posix_truncation_status,
			 POSIX_TRACE_NOT_TRUNCATED);
}

static inline void assert_no_overrun(void)
{
	ck_assert_int_eq(status_of(trid).posix_stream_overrun_status,
			 POSIX_TRACE_NO_OVERRUN);
}

static inline void assert_next_data(uint32_t number, size_t len)
{
	struct got got;

	assert_next_is(trid, type, &got);
	assert_data(&got, number, len);
}

#endif
