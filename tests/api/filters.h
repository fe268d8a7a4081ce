/*
 * filters.h - what the tests of posix_trace_set_filter() have in common
 *
 * Sets of types, and the events that tell of a change from one to another.
 */
#ifndef TESTS_API_FILTERS_H
#define TESTS_API_FILTERS_H

#include "tracing.h"

/* For three of them there must be room in what a read gives. */
_Static_assert(3 * sizeof(trace_event_set_t) <= ROOM, "sets are large");

enum {
	BIG = 16 << 20, /* a stream that holds all we record */
	SMALL = 8192,	/* one that does not */
	MANY = 10000,	/* events for which that has no room */
};

static trace_event_id_t type, other;
static trace_event_set_t none, all;
static trace_id_t trid; /* suspended, and never started */

static inline void setup(void)
{
	type = type_of("event");
	other = type_of("other");
	assert_ok(posix_trace_eventset_empty(&none));
	assert_ok(posix_trace_eventset_fill(&all, POSIX_TRACE_ALL_EVENTS));
	trid = create_for(0, 0, 0);
}

static inline trace_event_set_t set_of(const trace_event_id_t *types,
				       size_t count)
{
	trace_event_set_t set = none;

	for (size_t i = 0; i < count; i++)
		assert_ok(posix_trace_eventset_add(types[i], &set));
	return set;
}

/* The set of the types named. */
#define SET(...)                                          \
	set_of((const trace_event_id_t[]){ __VA_ARGS__ }, \
	       ARRAY_LEN(((const trace_event_id_t[]){ __VA_ARGS__ })))

static inline void filter(trace_id_t id, int how, trace_event_set_t set)
{
	assert_ok(posix_trace_set_filter(id, &set, how));
}

static inline trace_event_set_t filter_of(trace_id_t id)
{
	trace_event_set_t set;

	memset(&set, 0xa5, sizeof(set));
	assert_ok(posix_trace_get_filter(id, &set));
	return set;
}

static inline void assert_filter(trace_id_t id, trace_event_set_t expected)
{
	const trace_event_set_t set = filter_of(id);

	ck_assert_mem_eq(&set, &expected, sizeof(set));
}

/* What a FILTER says. */
struct change {
	trace_event_set_t old, new;
};

static inline struct change change_of(const struct got *got)
{
	struct change change;

	ck_assert_uint_eq(got->info.posix_event_id, POSIX_TRACE_FILTER);
	ck_assert_uint_eq(got->len, sizeof(change));
	ck_assert_int_eq(got->info.posix_truncation_status,
			 POSIX_TRACE_NOT_TRUNCATED);
	memcpy(&change, got->data, sizeof(change));
	return change;
}

static inline void assert_change(const struct got *got, trace_event_set_t old,
				 trace_event_set_t new)
{
	const struct change change = change_of(got);

	ck_assert_mem_eq(&change.old, &old, sizeof(old));
	ck_assert_mem_eq(&change.new, &new, sizeof(new));
}

static inline void assert_next_change(trace_id_t id, trace_event_set_t old,
				      trace_event_set_t new)
{
	struct got got;

	assert_next_is(id, POSIX_TRACE_FILTER, &got);
	assert_change(&got, old, new);
}

static inline void assert_next_start(trace_id_t id, trace_event_set_t expected)
{
	struct got got;

	assert_next_is(id, POSIX_TRACE_START, &got);
	ck_assert_uint_eq(got.len, sizeof(expected));
	ck_assert_mem_eq(got.data, &expected, sizeof(expected));
}

static inline void assert_next_stop(trace_id_t id)
{
	struct got got;

	assert_next_is(id, POSIX_TRACE_STOP, &got);
}

#endif
