#include <sched.h>
#include <sys/time.h>

#include "built.h"
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

static void setup(void)
{
	type = type_of("event");
	other = type_of("other");
	assert_ok(posix_trace_eventset_empty(&none));
	assert_ok(posix_trace_eventset_fill(&all, POSIX_TRACE_ALL_EVENTS));
	trid = create_for(0, 0, 0);
}

static trace_event_set_t set_of(const trace_event_id_t *types, size_t count)
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

static bool has(const trace_event_set_t *set, trace_event_id_t member)
{
	int is = -1;

	assert_ok(posix_trace_eventset_ismember(member, set, &is));
	return is != 0;
}

static void filter(trace_id_t id, int how, trace_event_set_t set)
{
	assert_ok(posix_trace_set_filter(id, &set, how));
}

static trace_event_set_t filter_of(trace_id_t id)
{
	trace_event_set_t set;

	memset(&set, 0xa5, sizeof(set));
	assert_ok(posix_trace_get_filter(id, &set));
	return set;
}

static void assert_filter(trace_id_t id, trace_event_set_t expected)
{
	const trace_event_set_t set = filter_of(id);

	ck_assert_mem_eq(&set, &expected, sizeof(set));
}

/* What a FILTER says. */
struct change {
	trace_event_set_t old, new;
};

static struct change change_of(const struct got *got)
{
	struct change change;

	ck_assert_uint_eq(got->info.posix_event_id, POSIX_TRACE_FILTER);
	ck_assert_uint_eq(got->len, sizeof(change));
	ck_assert_int_eq(got->info.posix_truncation_status,
			 POSIX_TRACE_NOT_TRUNCATED);
	memcpy(&change, got->data, sizeof(change));
	return change;
}

static void assert_change(const struct got *got, trace_event_set_t old,
			  trace_event_set_t new)
{
	const struct change change = change_of(got);

	ck_assert_mem_eq(&change.old, &old, sizeof(old));
	ck_assert_mem_eq(&change.new, &new, sizeof(new));
}

static void assert_next_change(trace_id_t id, trace_event_set_t old,
			       trace_event_set_t new)
{
	struct got got;

	assert_next_is(id, POSIX_TRACE_FILTER, &got);
	assert_change(&got, old, new);
}

static void assert_next_start(trace_id_t id, trace_event_set_t expected)
{
	struct got got;

	assert_next_is(id, POSIX_TRACE_START, &got);
	ck_assert_uint_eq(got.len, sizeof(expected));
	ck_assert_mem_eq(got.data, &expected, sizeof(expected));
}

static void assert_next_stop(trace_id_t id)
{
	struct got got;

	assert_next_is(id, POSIX_TRACE_STOP, &got);
}

/* What is kept out, and what is not */

/* FLT-01 CRE-05 */
START_TEST(without_a_call_nothing_is_filtered)
{
	assert_filter(trid, none);
	assert_ok(posix_trace_start(trid));
	assert_filter(trid, none);
	record(type, 0, 1);
	record(POSIX_TRACE_UNNAMED_USEREVENT, 0, 2);
	record(other, 0, 3);
	assert_ok(posix_trace_stop(trid));

	assert_next_start(trid, none);
	assert_next_mark(trid, type, 0, 1);
	assert_next_mark(trid, POSIX_TRACE_UNNAMED_USEREVENT, 0, 2);
	assert_next_mark(trid, other, 0, 3);
	assert_next_stop(trid);
	assert_empty(trid);
}
END_TEST

/* FLT-02 FLT-03 FLT-04 FLT-05 */
START_TEST(a_set_replaces_the_filter_adds_to_it_or_is_taken_away)
{
	trace_event_id_t third = type_of("third");

	if (_i)
		assert_ok(posix_trace_start(trid));
	filter(trid, POSIX_TRACE_SET_EVENTSET, SET(type, other));
	assert_filter(trid, SET(type, other));
	filter(trid, POSIX_TRACE_SET_EVENTSET, SET(other, POSIX_TRACE_ERROR));
	assert_filter(trid, SET(other, POSIX_TRACE_ERROR));

	filter(trid, POSIX_TRACE_ADD_EVENTSET, SET(third, other));
	assert_filter(trid, SET(POSIX_TRACE_ERROR, other, third));
	filter(trid, POSIX_TRACE_SUB_EVENTSET, SET(type, other));
	assert_filter(trid, SET(POSIX_TRACE_ERROR, third));
	filter(trid, POSIX_TRACE_SUB_EVENTSET, all);
	assert_filter(trid, none);
	filter(trid, POSIX_TRACE_ADD_EVENTSET, all);
	assert_filter(trid, all);
}
END_TEST

/* FLT-06 FLT-07 EVT-04 */
START_TEST(types_in_the_filter_are_not_recorded_and_others_are)
{
	assert_ok(posix_trace_start(trid));
	record(type, 0, 0);
	record(other, 0, 1);
	filter(trid, POSIX_TRACE_SET_EVENTSET, SET(type));
	record(type, 0, 2);
	record(other, 0, 3);
	record(type, 0, 4);
	filter(trid, POSIX_TRACE_SUB_EVENTSET, SET(type));
	record(type, 0, 5);
	record(other, 0, 6);

	assert_next_start(trid, none);
	assert_next_mark(trid, type, 0, 0);
	assert_next_mark(trid, other, 0, 1);
	assert_next_change(trid, none, SET(type));
	assert_next_mark(trid, other, 0, 3);
	assert_next_change(trid, SET(type), none);
	assert_next_mark(trid, type, 0, 5);
	assert_next_mark(trid, other, 0, 6);
	assert_empty(trid);
}
END_TEST

/* FLT-06, for what is not short. */
START_TEST(long_events_are_filtered_like_short_ones)
{
	static const char data[3000];
	struct got got;

	filter(trid, POSIX_TRACE_SET_EVENTSET, SET(type));
	assert_ok(posix_trace_start(trid));
	assert_next_start(trid, SET(type));
	for (size_t len = 0; len <= sizeof(data); len += 250) {
		posix_trace_event(type, data, len);
		posix_trace_event(other, data, len);
		assert_next_is(trid, other, &got);
		ck_assert_uint_eq(got.len, len);
		assert_empty(trid);
	}
}
END_TEST

/* Every type a process can have. */
enum { NAMES = TRACE_USER_EVENT_MAX - 1 };

static trace_event_id_t types[NAMES];

static void open_all_names(void)
{
	char name[32];

	types[0] = type;
	types[1] = other;
	for (int i = 2; i < NAMES; i++) {
		snprintf(name, sizeof(name), "name %d", i);
		types[i] = type_of(name);
		ck_assert_uint_ne(types[i], POSIX_TRACE_UNNAMED_USEREVENT);
	}
}

/* FLT-06 FLT-05 */
START_TEST(each_type_is_filtered_for_itself)
{
	trace_event_set_t thirds = none;

	open_all_names();
	for (int i = 0; i < NAMES; i += 3)
		assert_ok(posix_trace_eventset_add(types[i], &thirds));
	filter(trid, POSIX_TRACE_SET_EVENTSET, thirds);
	assert_filter(trid, thirds);
	assert_ok(posix_trace_start(trid));
	for (int i = 0; i < NAMES; i++)
		record(types[i], 0, (uint32_t)i);

	assert_next_start(trid, thirds);
	for (int i = 0; i < NAMES; i++)
		if (i % 3)
			assert_next_mark(trid, types[i], 0, (uint32_t)i);
	assert_empty(trid);
}
END_TEST

/* FLT-21 */
START_TEST(the_unnamed_event_can_be_filtered)
{
	assert_ok(posix_trace_start(trid));
	filter(trid, POSIX_TRACE_SET_EVENTSET,
	       SET(POSIX_TRACE_UNNAMED_USEREVENT));
	drain(trid);
	record(POSIX_TRACE_UNNAMED_USEREVENT, 0, 1);
	record(type, 0, 2);
	assert_next_mark(trid, type, 0, 2);
	assert_empty(trid);

	filter(trid, POSIX_TRACE_SET_EVENTSET, SET(type));
	drain(trid);
	record(POSIX_TRACE_UNNAMED_USEREVENT, 0, 3);
	record(type, 0, 4);
	assert_next_mark(trid, POSIX_TRACE_UNNAMED_USEREVENT, 0, 3);
	assert_empty(trid);
}
END_TEST

/* FLT-19 SET-12 FLT-23 */
START_TEST(all_events_can_be_filtered_out_and_let_in_again)
{
	assert_ok(posix_trace_start(trid));
	drain(trid);
	filter(trid, POSIX_TRACE_SET_EVENTSET, all);
	record(type, 0, 1);
	record(POSIX_TRACE_UNNAMED_USEREVENT, 0, 2);
	record(type_of("opened later"), 0, 3);
	assert_ok(posix_trace_stop(trid));
	assert_ok(posix_trace_start(trid));
	assert_empty(trid);
	assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);

	filter(trid, POSIX_TRACE_SET_EVENTSET, none);
	record(type_of("opened later"), 0, 4);
	record(type, 0, 5);
	assert_next_change(trid, all, none);
	assert_next_mark(trid, type_of("opened later"), 0, 4);
	assert_next_mark(trid, type, 0, 5);
	assert_empty(trid);
}
END_TEST

/* FLT-13 */
START_TEST(each_stream_has_its_own_filter)
{
	trace_id_t second = start_stream(0), third = start_stream(0);

	assert_ok(posix_trace_start(trid));
	filter(trid, POSIX_TRACE_SET_EVENTSET, SET(type));
	filter(second, POSIX_TRACE_SET_EVENTSET, SET(other));
	record(type, 0, 1);
	record(other, 0, 2);

	assert_filter(trid, SET(type));
	assert_filter(second, SET(other));
	assert_filter(third, none);
	assert_next_start(trid, none);
	assert_next_change(trid, none, SET(type));
	assert_next_mark(trid, other, 0, 2);
	assert_empty(trid);
	assert_next_start(second, none);
	assert_next_change(second, none, SET(other));
	assert_next_mark(second, type, 0, 1);
	assert_empty(second);
	assert_next_start(third, none);
	assert_next_mark(third, type, 0, 1);
	assert_next_mark(third, other, 0, 2);
	assert_empty(third);
}
END_TEST

/* FLT-14 SET-11 */
START_TEST(what_becomes_of_a_set_does_not_touch_the_filter)
{
	trace_event_set_t set = SET(type), told;

	assert_ok(posix_trace_start(trid));
	assert_ok(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	told = filter_of(trid);
	assert_ok(posix_trace_eventset_add(other, &set));
	assert_ok(posix_trace_eventset_add(other, &told));
	assert_filter(trid, SET(type));
	assert_ok(posix_trace_eventset_del(type, &set));
	assert_ok(posix_trace_eventset_del(type, &told));
	assert_filter(trid, SET(type));
	assert_ok(posix_trace_eventset_fill(&set, POSIX_TRACE_ALL_EVENTS));
	assert_ok(posix_trace_eventset_empty(&told));
	assert_filter(trid, SET(type));

	record(type, 0, 1);
	record(other, 0, 2);
	assert_next_start(trid, none);
	assert_next_change(trid, none, SET(type));
	assert_next_mark(trid, other, 0, 2);
	assert_empty(trid);
}
END_TEST

/* What is recorded about it */

/* FLT-08 SST-04 */
START_TEST(before_the_start_a_change_is_not_recorded)
{
	filter(trid, POSIX_TRACE_SET_EVENTSET, SET(type));
	filter(trid, POSIX_TRACE_ADD_EVENTSET, SET(other));
	assert_empty(trid);
	assert_state(trid, POSIX_TRACE_SUSPENDED, POSIX_TRACE_NOT_FULL);
	filter(trid, POSIX_TRACE_SUB_EVENTSET, SET(type));
	assert_ok(posix_trace_start(trid));
	assert_next_start(trid, SET(other));
	assert_empty(trid);
}
END_TEST

/* FLT-09 FLT-10 FLT-12 SIZ-08: whatever user data may have. */
START_TEST(a_running_stream_records_both_filters)
{
	trid = create_for(0, 0, 1);
	assert_ok(posix_trace_start(trid));
	filter(trid, POSIX_TRACE_SET_EVENTSET, SET(type, POSIX_TRACE_STOP));
	filter(trid, POSIX_TRACE_ADD_EVENTSET, SET(type, other));
	filter(trid, POSIX_TRACE_SUB_EVENTSET, SET(type));
	filter(trid, POSIX_TRACE_SET_EVENTSET, none);

	assert_next_start(trid, none);
	assert_next_change(trid, none, SET(type, POSIX_TRACE_STOP));
	assert_next_change(trid, SET(type, POSIX_TRACE_STOP),
			   SET(type, other, POSIX_TRACE_STOP));
	assert_next_change(trid, SET(type, other, POSIX_TRACE_STOP),
			   SET(other, POSIX_TRACE_STOP));
	assert_next_change(trid, SET(other, POSIX_TRACE_STOP), none);
	assert_empty(trid);
}
END_TEST

/* FLT-09 INF-01 INF-02 */
START_TEST(a_change_is_an_event_of_who_traces_itself)
{
	struct got got;
	int64_t before;

	assert_ok(posix_trace_start(trid));
	drain(trid);
	before = now_ns();
	filter(trid, POSIX_TRACE_SET_EVENTSET, SET(type));
	assert_next_is(trid, POSIX_TRACE_FILTER, &got);
	ck_assert_int_eq(got.info.posix_pid, getpid());
	ck_assert(pthread_equal(got.info.posix_thread_id, pthread_self()));
	ck_assert_int_ge(ns_of(got.info.posix_timestamp),
			 before - CLOCK_TOLERANCE_NS);
	ck_assert_int_le(ns_of(got.info.posix_timestamp),
			 now_ns() + CLOCK_TOLERANCE_NS);
}
END_TEST

/* FLT-15 FLT-20 SST-04 */
START_TEST(a_change_while_suspended_holds_after_the_next_start)
{
	assert_ok(posix_trace_start(trid));
	filter(trid, POSIX_TRACE_SET_EVENTSET, SET(other));
	assert_ok(posix_trace_stop(trid));
	drain(trid);
	filter(trid, POSIX_TRACE_SET_EVENTSET, SET(type));
	assert_filter(trid, SET(type));
	assert_empty(trid);
	assert_state(trid, POSIX_TRACE_SUSPENDED, POSIX_TRACE_NOT_FULL);

	assert_ok(posix_trace_start(trid));
	record(type, 0, 1);
	record(other, 0, 2);
	assert_next_start(trid, SET(type));
	assert_next_mark(trid, other, 0, 2);
	assert_empty(trid);
}
END_TEST

/* FLT-20 SST-04 */
START_TEST(the_filter_outlasts_stop_and_start)
{
	assert_ok(posix_trace_start(trid));
	filter(trid, POSIX_TRACE_SET_EVENTSET, SET(type));
	drain(trid);
	for (uint32_t i = 0; i < 3; i++) {
		assert_ok(posix_trace_stop(trid));
		assert_filter(trid, SET(type));
		assert_ok(posix_trace_start(trid));
		assert_filter(trid, SET(type));
		record(type, 0, i);
		record(other, 0, i);
		assert_next_stop(trid);
		assert_next_start(trid, SET(type));
		assert_next_mark(trid, other, 0, i);
		assert_empty(trid);
	}
}
END_TEST

/* FLT-16 */
START_TEST(a_call_that_changes_nothing_is_recorded_too)
{
	filter(trid, POSIX_TRACE_SET_EVENTSET, SET(type));
	assert_ok(posix_trace_start(trid));
	assert_next_start(trid, SET(type));
	filter(trid, POSIX_TRACE_SET_EVENTSET, SET(type));
	assert_next_change(trid, SET(type), SET(type));
	filter(trid, POSIX_TRACE_ADD_EVENTSET, SET(type));
	assert_next_change(trid, SET(type), SET(type));
	filter(trid, POSIX_TRACE_ADD_EVENTSET, none);
	assert_next_change(trid, SET(type), SET(type));
	filter(trid, POSIX_TRACE_SUB_EVENTSET, SET(other));
	assert_next_change(trid, SET(type), SET(type));
	assert_filter(trid, SET(type));
	assert_empty(trid);
}
END_TEST

/* FLT-17 */
START_TEST(other_ways_to_change_it_are_refused_and_change_nothing)
{
	const int refused[] = { INT_MIN, -1, 0, 4, 5, 1 << 16, INT_MAX };

	filter(trid, POSIX_TRACE_SET_EVENTSET, SET(type));
	assert_ok(posix_trace_start(trid));
	drain(trid);
	for (size_t i = 0; i < ARRAY_LEN(refused); i++) {
		assert_invalid(posix_trace_set_filter(trid, &all, refused[i]));
		assert_filter(trid, SET(type));
	}
	assert_empty(trid);
	record(other, 0, 1);
	assert_next_mark(trid, other, 0, 1);
}
END_TEST

START_TEST(null_sets_are_refused_and_change_nothing)
{
	assert_ok(posix_trace_start(trid));
	drain(trid);
	assert_invalid(posix_trace_get_filter(trid, NULL));
	for (int how = POSIX_TRACE_SET_EVENTSET;
	     how <= POSIX_TRACE_SUB_EVENTSET; how++)
		assert_invalid(posix_trace_set_filter(trid, NULL, how));
	assert_filter(trid, none);
	assert_empty(trid);
}
END_TEST

/* FLT-18 SST-17 */
START_TEST(start_and_stop_can_be_filtered)
{
	filter(trid, POSIX_TRACE_SET_EVENTSET,
	       SET(POSIX_TRACE_START, POSIX_TRACE_STOP));
	for (uint32_t i = 0; i < 3; i++) {
		assert_ok(posix_trace_start(trid));
		assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
		record(type, 1, i);
		assert_ok(posix_trace_stop(trid));
		assert_state(trid, POSIX_TRACE_SUSPENDED, POSIX_TRACE_NOT_FULL);
		record(type, 2, i);
		assert_next_mark(trid, type, 1, i);
		assert_empty(trid);
	}
	filter(trid, POSIX_TRACE_SUB_EVENTSET, SET(POSIX_TRACE_STOP));
	assert_ok(posix_trace_start(trid));
	assert_ok(posix_trace_stop(trid));
	assert_next_stop(trid);
	assert_empty(trid);
}
END_TEST

/* FLT-18 FLT-23 FLT-10 */
START_TEST(a_filter_on_filter_is_not_told_and_its_end_is)
{
	assert_ok(posix_trace_start(trid));
	drain(trid);
	filter(trid, POSIX_TRACE_ADD_EVENTSET, SET(POSIX_TRACE_FILTER));
	filter(trid, POSIX_TRACE_ADD_EVENTSET, SET(type));
	record(type, 0, 1);
	record(other, 0, 2);
	assert_next_mark(trid, other, 0, 2);
	assert_empty(trid);
	filter(trid, POSIX_TRACE_SUB_EVENTSET, SET(POSIX_TRACE_FILTER));
	assert_next_change(trid, SET(POSIX_TRACE_FILTER, type), SET(type));
	assert_empty(trid);
}
END_TEST

/* Full streams */

static trace_id_t create_with(int policy, size_t size)
{
	trace_attr_t attr = attr_of(size, 0);
	trace_id_t id;

	assert_ok(posix_trace_attr_setstreamfullpolicy(&attr, policy));
	assert_ok(posix_trace_create(0, &attr, &id));
	return id;
}

static void overfill(void)
{
	for (uint32_t i = 0; i < MANY; i++)
		record(type, 0, i);
}

/* How many events of a type can be read. */
static unsigned count_of(trace_id_t id, trace_event_id_t wanted)
{
	unsigned count = 0;
	struct got got;

	while (try_next(id, &got))
		count += got.info.posix_event_id == wanted;
	return count;
}

/* FLT-18: what only a reader sees. */
START_TEST(overflow_and_resume_can_be_filtered)
{
	const trace_event_id_t both[] = {
		POSIX_TRACE_OVERFLOW,
		POSIX_TRACE_RESUME,
	};

	for (int i = 0; i < 2; i++) {
		trid = create_with(POSIX_TRACE_LOOP, SMALL);
		filter(trid, POSIX_TRACE_SET_EVENTSET, SET(both[i]));
		for (int round = 0; round < 2; round++) {
			assert_ok(posix_trace_start(trid));
			overfill();
			assert_ok(posix_trace_stop(trid));
			ck_assert_uint_eq(count_of(trid, both[i]), 0);
		}
		assert_ok(posix_trace_start(trid));
		overfill();
		ck_assert_uint_eq(count_of(trid, both[!i]), 1);
	}
}
END_TEST

/* FLT-09 FLT-10 FLT-06 */
START_TEST(a_full_looping_stream_records_the_change)
{
	struct got got;

	trid = create_with(POSIX_TRACE_LOOP, SMALL);
	assert_ok(posix_trace_start(trid));
	overfill();
	assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_FULL);
	filter(trid, POSIX_TRACE_SET_EVENTSET, SET(type));
	record(type, 0, MANY);
	record(other, 0, MANY);
	do
		ck_assert(try_next(trid, &got));
	while (got.info.posix_event_id != POSIX_TRACE_FILTER);
	assert_change(&got, none, SET(type));
	assert_next_mark(trid, other, 0, MANY);
	assert_empty(trid);
}
END_TEST

static trace_id_t start_and_exhaust(trace_event_set_t set)
{
	trace_id_t id = create_with(POSIX_TRACE_UNTIL_FULL, SMALL);

	filter(id, POSIX_TRACE_SET_EVENTSET, set);
	assert_ok(posix_trace_start(id));
	overfill();
	assert_state(id, POSIX_TRACE_SUSPENDED, POSIX_TRACE_FULL);
	return id;
}

/* FLT-15, of a stream that suspended itself. */
START_TEST(a_change_while_full_is_not_recorded_and_holds_afterwards)
{
	struct got got;

	trid = start_and_exhaust(none);
	filter(trid, POSIX_TRACE_SET_EVENTSET, SET(type));
	assert_filter(trid, SET(type));
	assert_next_start(trid, none);
	for (uint32_t i = 0;; i++) {
		ck_assert(try_next(trid, &got));
		if (got.info.posix_event_id != type)
			break;
		assert_mark(&got, 0, i);
	}
	ck_assert_uint_eq(got.info.posix_event_id, POSIX_TRACE_STOP);
	while (try_next(trid, &got))
		ck_assert_uint_eq(got.info.posix_event_id, POSIX_TRACE_START);
	assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
	record(type, 0, MANY);
	record(other, 0, MANY);
	do
		ck_assert(try_next(trid, &got));
	while (got.info.posix_event_id == POSIX_TRACE_START);
	ck_assert_uint_eq(got.info.posix_event_id, other);
	assert_empty(trid);
}
END_TEST

/* FLT-18 UNF-07: the stream runs again although there is no STOP to read. */
START_TEST(the_stop_of_a_full_stream_can_be_filtered)
{
	struct got got;

	trid = start_and_exhaust(SET(POSIX_TRACE_STOP, POSIX_TRACE_START));
	for (uint32_t i = 0; try_next(trid, &got); i++) {
		ck_assert_uint_eq(got.info.posix_event_id, type);
		assert_mark(&got, 0, i);
	}
	assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
	record(type, 1, 1);
	assert_next_mark(trid, type, 1, 1);
	assert_empty(trid);
}
END_TEST

/* Among threads and signals */

enum {
	WRITERS = 3,
	ROUNDS = SANITIZED ? 40 : 200,
	QUOTA = 400, /* events of each writer in a round */
};

/* Each writer records even numbers as one type and odd ones as the other; it
 * waits when it has done all that it may. */
struct writer {
	pthread_t thread;
	_Atomic uint32_t begun, done;
};

/* What each had certainly not begun when a filter came into force, and what
 * it had done before that filter went. */
static struct window {
	uint32_t begun[WRITERS], done[WRITERS];
	bool odd; /* is what the filter keeps out */
} windows[ROUNDS];

static struct writer writers[WRITERS];
static _Atomic uint32_t allowed;
static _Atomic bool enough;

static trace_event_id_t type_of_number(uint32_t number)
{
	return number % 2 ? other : type;
}

static void *write_on(void *argument)
{
	struct writer *writer = argument;
	const uint32_t who = (uint32_t)(writer - writers);

	for (uint32_t i = 0; !enough;) {
		if (i >= allowed) {
			sched_yield();
			continue;
		}
		atomic_store(&writer->begun, i + 1);
		record(type_of_number(i), who, i);
		atomic_store(&writer->done, ++i);
	}
	return NULL;
}

static void launch_writers(void)
{
	for (int i = 0; i < WRITERS; i++)
		assert_ok(pthread_create(&writers[i].thread, NULL, write_on,
					 &writers[i]));
}

static void dismiss_writers(void)
{
	enough = true;
	for (int i = 0; i < WRITERS; i++)
		assert_ok(pthread_join(writers[i].thread, NULL));
}

/* Let them write, until one of them is in the midst of it. */
static void stir(void)
{
	const uint32_t half = atomic_fetch_add(&allowed, QUOTA) + QUOTA / 2;

	for (;;) {
		for (int i = 0; i < WRITERS; i++)
			if (writers[i].done >= half)
				return;
		sched_yield();
	}
}

static void change_among_writers(void)
{
	for (int round = 0; round < ROUNDS; round++) {
		struct window *window = &windows[round];

		window->odd = round % 2;
		filter(trid, POSIX_TRACE_SET_EVENTSET,
		       SET(type_of_number(window->odd)));
		for (int i = 0; i < WRITERS; i++)
			window->begun[i] = writers[i].begun;
		stir();
		for (int i = 0; i < WRITERS; i++)
			window->done[i] = writers[i].done;
	}
}

/* An event of this window: of the type that is let in, after those before it
 * without a gap. */
static void assert_belongs(const struct window *window, const struct got *got,
			   int64_t last[], uint32_t count[])
{
	const uint32_t who = got->mark.who;

	ck_assert_uint_lt(who, WRITERS);
	assert_mark(got, who, got->mark.number);
	ck_assert_uint_eq(got->mark.number % 2, !window->odd);
	ck_assert_uint_eq(got->info.posix_event_id,
			  type_of_number(got->mark.number));
	if (count[who]++)
		ck_assert_int_eq(got->mark.number, last[who] + 2);
	else
		ck_assert_int_gt(got->mark.number, last[who]);
	last[who] = got->mark.number;
}

/* One event of the two is let in. */
static uint32_t assert_complete(const struct window *window,
				const uint32_t count[])
{
	uint32_t sum = 0;

	for (int i = 0; i < WRITERS; i++) {
		uint32_t begun = window->begun[i], done = window->done[i];

		if (done > begun)
			ck_assert_uint_ge(count[i], (done - begun) / 2);
		sum += count[i];
	}
	return sum;
}

/* To the next change, or to the end; how many events there are. */
static uint32_t read_window(const struct window *window, int64_t last[])
{
	uint32_t count[WRITERS] = { 0 };
	struct got got;

	for (;;) {
		ck_assert(try_next(trid, &got));
		if (!is_user(&got))
			break;
		assert_belongs(window, &got, last, count);
	}
	if (window == &windows[ROUNDS - 1])
		ck_assert_uint_eq(got.info.posix_event_id, POSIX_TRACE_STOP);
	else
		assert_change(&got, SET(type_of_number(window->odd)),
			      SET(type_of_number(!window->odd)));
	return assert_complete(window, count);
}

/* FLT-11 FLT-10 FLT-06 FLT-07: by the order of reading, and whatever is let
 * in is there. The second time, writers have other streams besides. */
START_TEST(a_change_falls_exactly_among_writers)
{
	int64_t last[WRITERS] = { -1, -1, -1 };
	uint32_t sum = 0;

	for (int i = 0; i < 4 * _i; i++)
		start_stream(SMALL);
	trid = create_for(0, BIG, 0);
	assert_ok(posix_trace_start(trid));
	launch_writers();
	change_among_writers();
	assert_ok(posix_trace_stop(trid));
	dismiss_writers();

	assert_next_start(trid, none);
	assert_next_change(trid, none, SET(type));
	for (int round = 0; round < ROUNDS; round++)
		sum += read_window(&windows[round], last);
	assert_empty(trid);
	ck_assert_uint_gt(sum, ROUNDS);
	ck_assert_int_eq(status_of(trid).posix_stream_overrun_status,
			 POSIX_TRACE_NO_OVERRUN);
}
END_TEST

enum { CHANGES = SANITIZED ? 50 : 200 };

/* Add a type of one's own and take it away again. */
static void *change_on(void *argument)
{
	const trace_event_set_t *own = argument;
	trace_event_set_t set;
	const trace_event_id_t mine = has(own, type) ? type : other;
	int err = 0;

	for (int i = 0; i < CHANGES; i++) {
		err |= posix_trace_set_filter(trid, own,
					      POSIX_TRACE_ADD_EVENTSET);
		err |= posix_trace_get_filter(trid, &set);
		err |= !has(&set, mine);
		err |= posix_trace_set_filter(trid, own,
					      POSIX_TRACE_SUB_EVENTSET);
		err |= posix_trace_get_filter(trid, &set);
		err |= has(&set, mine);
	}
	return err ? NULL : argument;
}

static bool differ(const struct change *change, trace_event_id_t id)
{
	return has(&change->old, id) != has(&change->new, id);
}

/* FLT-03 FLT-04 FLT-10: each change begins where the last one ended. */
START_TEST(changes_of_several_threads_make_one_row)
{
	trace_event_set_t own[] = { SET(type), SET(other) }, now = none;
	pthread_t thread[ARRAY_LEN(own)];
	struct got got;
	void *result;

	trid = create_for(0, BIG, 0);
	assert_ok(posix_trace_start(trid));
	for (size_t i = 0; i < ARRAY_LEN(own); i++)
		assert_ok(pthread_create(&thread[i], NULL, change_on, &own[i]));
	for (size_t i = 0; i < ARRAY_LEN(own); i++) {
		assert_ok(pthread_join(thread[i], &result));
		ck_assert_ptr_eq(result, &own[i]);
	}
	assert_filter(trid, none);

	assert_next_start(trid, none);
	for (size_t i = 0; i < 2 * CHANGES * ARRAY_LEN(own); i++) {
		struct change change;

		ck_assert(try_next(trid, &got));
		change = change_of(&got);
		ck_assert_mem_eq(&change.old, &now, sizeof(now));
		now = change.new;
		ck_assert_int_ne(differ(&change, type), differ(&change, other));
	}
	assert_empty(trid);
}
END_TEST

static volatile sig_atomic_t signals;

static void count_signal(int number)
{
	(void)number;
	signals++;
}

/* Every so many microseconds, without SA_RESTART; 0: no more. */
static void storm(long us)
{
	const struct sigaction action = { .sa_handler = count_signal };
	const struct itimerval timer = {
		.it_interval = { .tv_usec = us },
		.it_value = { .tv_usec = us },
	};

	ck_assert_int_eq(sigaction(SIGALRM, &action, NULL), 0);
	ck_assert_int_eq(setitimer(ITIMER_REAL, &timer, NULL), 0);
}

/* FLT-22 */
START_TEST(signals_do_not_interrupt_a_change)
{
	assert_ok(posix_trace_start(trid));
	storm(500);
	for (int i = 0; signals < 50; i++) {
		filter(trid, POSIX_TRACE_SET_EVENTSET,
		       SET(type_of_number(i % 2)));
		assert_filter(trid, SET(type_of_number(i % 2)));
	}
	storm(0);
}
END_TEST

/* In a log */

static const int log_policies[] = {
	POSIX_TRACE_LOOP,
	POSIX_TRACE_UNTIL_FULL,
	POSIX_TRACE_APPEND,
};

static trace_id_t create_log(int fd, int log_policy)
{
	trace_attr_t attr = attr_of(0, 0);
	trace_id_t id;

	assert_ok(posix_trace_attr_setlogfullpolicy(&attr, log_policy));
	assert_ok(posix_trace_create_withlog(0, &attr, fd, &id));
	return id;
}

/* The next event but those of flushing. */
static void assert_log_has(trace_id_t log, trace_event_id_t wanted,
			   struct got *got)
{
	do
		ck_assert(log_next(log, got));
	while (got->info.posix_event_id == POSIX_TRACE_FLUSH_START ||
	       got->info.posix_event_id == POSIX_TRACE_FLUSH_STOP);
	ck_assert_uint_eq(got->info.posix_event_id, wanted);
}

static void assert_log_has_mark(trace_id_t log, trace_event_id_t wanted,
				uint32_t number)
{
	struct got got;

	assert_log_has(log, wanted, &got);
	assert_mark(&got, 0, number);
}

/* FLT-06 FLT-10 FLT-12 LOG-24 */
START_TEST(a_log_has_what_passed_the_filter_and_its_changes)
{
	const trace_event_set_t first = SET(other), second = SET(type);
	int fd = make_file();
	struct got got;

	trid = create_log(fd, log_policies[_i]);
	filter(trid, POSIX_TRACE_SET_EVENTSET, first);
	assert_ok(posix_trace_start(trid));
	record(type, 0, 1);
	record(other, 0, 2);
	assert_ok(posix_trace_flush(trid));
	filter(trid, POSIX_TRACE_SET_EVENTSET, second);
	record(type, 0, 3);
	record(other, 0, 4);
	assert_ok(posix_trace_shutdown(trid));

	trid = open_log(fd);
	assert_log_has(trid, POSIX_TRACE_START, &got);
	ck_assert_uint_eq(got.len, sizeof(first));
	ck_assert_mem_eq(got.data, &first, sizeof(first));
	assert_log_has_mark(trid, type, 1);
	assert_log_has(trid, POSIX_TRACE_FILTER, &got);
	assert_change(&got, first, second);
	assert_log_has_mark(trid, other, 4);
	assert_log_has(trid, POSIX_TRACE_STOP, &got);
	ck_assert_int_eq(got.number, 0);
}
END_TEST

/* FLT-18 SST-17, and a log without START and STOP is none the worse. */
START_TEST(a_log_can_do_without_start_and_stop)
{
	int fd = make_file();
	struct got got;

	trid = create_log(fd, log_policies[_i]);
	filter(trid, POSIX_TRACE_SET_EVENTSET,
	       SET(POSIX_TRACE_START, POSIX_TRACE_STOP, POSIX_TRACE_FLUSH_START,
		   POSIX_TRACE_FLUSH_STOP));
	assert_ok(posix_trace_start(trid));
	record(type, 0, 1);
	assert_ok(posix_trace_shutdown(trid));

	trid = open_log(fd);
	ck_assert(log_next(trid, &got));
	ck_assert_uint_eq(got.info.posix_event_id, type);
	assert_mark(&got, 0, 1);
	ck_assert(!log_next(trid, &got));
}
END_TEST

/* How often each event of flushing is in the log of a stream with a filter
 * that was flushed. */
static void count_flushes(trace_event_set_t set, unsigned count[2])
{
	int fd = make_file();
	trace_id_t id = create_log(fd, POSIX_TRACE_APPEND);
	struct got got;

	count[0] = count[1] = 0;
	filter(id, POSIX_TRACE_SET_EVENTSET, set);
	assert_ok(posix_trace_start(id));
	record(type, 0, 1);
	assert_ok(posix_trace_flush(id));
	record(type, 0, 2);
	assert_ok(posix_trace_shutdown(id));
	id = open_log(fd);
	while (log_next(id, &got)) {
		count[0] += got.info.posix_event_id == POSIX_TRACE_FLUSH_START;
		count[1] += got.info.posix_event_id == POSIX_TRACE_FLUSH_STOP;
	}
}

/* FLT-18 */
START_TEST(the_events_of_flushing_can_be_filtered)
{
	unsigned count[2];

	count_flushes(none, count);
	ck_assert_uint_gt(count[0], 0);
	ck_assert_uint_gt(count[1], 0);
	count_flushes(SET(POSIX_TRACE_FLUSH_START), count);
	ck_assert_uint_eq(count[0], 0);
	ck_assert_uint_gt(count[1], 0);
	count_flushes(SET(POSIX_TRACE_FLUSH_STOP), count);
	ck_assert_uint_gt(count[0], 0);
	ck_assert_uint_eq(count[1], 0);
}
END_TEST

/* Another process */

/* The program target, and the ends of what it is told and answers. */
static struct {
	pid_t pid;
	FILE *in, *out;
} target;

static void become_target(int in, int out)
{
	const char *path = built("tests/api/target");

	if (dup2(in, 0) < 0 || dup2(out, 1) < 0)
		_exit(126);
	for (int fd = 3; fd < 100; fd++)
		close(fd);
	execl(path, path, (char *)NULL);
	_exit(127);
}

static long tell(const char *command)
{
	char line[100];

	ck_assert_int_gt(fprintf(target.in, "%s\n", command), 0);
	ck_assert_int_eq(fflush(target.in), 0);
	ck_assert_ptr_nonnull(fgets(line, sizeof(line), target.out));
	return strtol(line, NULL, 10);
}

static void tell_event(const char *name, uint32_t number)
{
	char command[100];

	snprintf(command, sizeof(command), "event %s %u", name, number);
	ck_assert_int_eq(tell(command), 0);
}

static void launch(void)
{
	int in[2], out[2];

	ck_assert_int_eq(pipe2(in, O_CLOEXEC), 0);
	ck_assert_int_eq(pipe2(out, O_CLOEXEC), 0);
	target.pid = fork();
	if (!target.pid)
		become_target(in[0], out[1]);
	close(in[0]);
	close(out[1]);
	target.in = fdopen(in[1], "w");
	target.out = fdopen(out[0], "r");
	ck_assert_int_eq(tell("pid"), target.pid);
}

static void dismiss(void)
{
	ck_assert_int_eq(tell("pid"), target.pid);
	fclose(target.in);
	assert_exits_0(target.pid);
	target.pid = 0;
}

static void release(void)
{
	if (target.pid > 0)
		kill(target.pid, SIGKILL);
}

static trace_event_id_t open_for(trace_id_t id, const char *name)
{
	trace_event_id_t opened;

	assert_ok(posix_trace_trid_eventid_open(id, name, &opened));
	return opened;
}

/* OTH-13 FLT-06 FLT-07 */
START_TEST(a_filter_holds_for_the_target_at_once)
{
	trace_event_id_t early, late;

	launch();
	early = (trace_event_id_t)tell("open early");
	trid = create_for(target.pid, 0, 0);
	assert_ok(posix_trace_start(trid));
	late = open_for(trid, "late");
	assert_next_start(trid, none);
	for (uint32_t i = 0; i < 20; i++) {
		filter(trid, POSIX_TRACE_SET_EVENTSET, SET(late));
		tell_event("late", i);
		tell_event("early", i);
		filter(trid, POSIX_TRACE_SET_EVENTSET, SET(early));
		tell_event("late", i);
		tell_event("early", i);
		assert_next_change(trid, i ? SET(early) : none, SET(late));
		assert_next_mark(trid, early, 0, i);
		assert_next_change(trid, SET(late), SET(early));
		assert_next_mark(trid, late, 0, i);
		assert_empty(trid);
	}
	dismiss();
}
END_TEST

/* OTH-13 SET-12 */
START_TEST(a_filter_holds_for_names_the_target_opens_later)
{
	launch();
	trid = create_for(target.pid, 0, 0);
	filter(trid, POSIX_TRACE_SET_EVENTSET, all);
	assert_ok(posix_trace_start(trid));
	tell_event("first", 1);
	assert_empty(trid);
	filter(trid, POSIX_TRACE_SUB_EVENTSET, SET(open_for(trid, "second")));
	tell_event("third", 2);
	tell_event("second", 3);
	assert_next_mark(trid, open_for(trid, "second"), 0, 3);
	assert_empty(trid);
	dismiss();
}
END_TEST

/* A19: of the target, but of no thread of it. */
START_TEST(the_controllers_change_is_the_targets_of_no_thread)
{
	struct got got;

	launch();
	trid = create_for(target.pid, 0, 0);
	assert_ok(posix_trace_start(trid));
	drain(trid);
	filter(trid, POSIX_TRACE_SET_EVENTSET, SET(type));
	assert_next_is(trid, POSIX_TRACE_FILTER, &got);
	assert_change(&got, none, SET(type));
	ck_assert_int_eq(got.info.posix_pid, target.pid);
	ck_assert(got.info.posix_thread_id == 0);
	ck_assert_ptr_null(got.info.posix_prog_address);
	dismiss();
}
END_TEST

/* Read to the next change. What stands before it belongs to the threads. */
static void await_change(trace_event_id_t busy, trace_event_set_t old,
			 trace_event_set_t new)
{
	struct got got;

	for (;;) {
		await_next(trid, &got);
		if (got.info.posix_event_id == POSIX_TRACE_FILTER)
			break;
		ck_assert_uint_eq(got.info.posix_event_id, busy);
	}
	assert_change(&got, old, new);
}

/* FLT-11 OTH-13: no event after the change that keeps it out. */
START_TEST(a_change_falls_exactly_among_the_targets_threads)
{
	enum { TIMES = SANITIZED ? 10 : 40 };
	trace_event_id_t busy, quiet;
	struct got got;

	launch();
	trid = create_for(target.pid, BIG, 0);
	busy = open_for(trid, "busy");
	quiet = open_for(trid, "quiet");
	assert_ok(posix_trace_start(trid));
	assert_next_start(trid, none);
	ck_assert_int_eq(tell("storm busy 3"), 0);
	for (uint32_t i = 0; i < TIMES; i++) {
		filter(trid, POSIX_TRACE_SET_EVENTSET, SET(busy));
		tell_event("quiet", i);
		await_change(busy, none, SET(busy));
		await_next(trid, &got);
		ck_assert_uint_eq(got.info.posix_event_id, quiet);
		assert_mark(&got, 0, i);

		filter(trid, POSIX_TRACE_SET_EVENTSET, none);
		await_next(trid, &got);
		assert_change(&got, SET(busy), none);
		await_next(trid, &got);
		ck_assert_uint_eq(got.info.posix_event_id, busy);
	}
	ck_assert_int_gt(tell("quiet"), 0);
	dismiss();
}
END_TEST

/* Who is asked */

/* TID-08 TID-09 TID-27 TID-28 */
START_TEST(what_is_no_active_stream_is_refused)
{
	int fd = make_file();
	trace_id_t dead = create_logged_for(0, fd, 0, 0);
	trace_id_t refused[] = { dead, 0, 0 };
	trace_event_set_t set = none;

	assert_ok(posix_trace_shutdown(dead));
	refused[2] = open_log(fd);
	for (size_t i = 0; i < ARRAY_LEN(refused); i++) {
		assert_invalid(posix_trace_get_filter(refused[i], &set));
		assert_invalid(posix_trace_set_filter(
			refused[i], &set, POSIX_TRACE_SET_EVENTSET));
	}
}
END_TEST

/* TID-31 TID-33 */
START_TEST(a_child_has_no_say_in_its_parents_filter)
{
	trace_event_set_t set = all;
	pid_t child;

	filter(trid, POSIX_TRACE_SET_EVENTSET, SET(type));
	child = fork();
	if (!child)
		leave(posix_trace_set_filter(
			      trid, &set, POSIX_TRACE_SET_EVENTSET) != EINVAL ||
		      posix_trace_get_filter(trid, &set) != EINVAL);
	assert_exits_0(child);
	assert_filter(trid, SET(type));
}
END_TEST

static TCase *kept_out(void)
{
	TCase *tcase = tcase_create("kept_out");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_add_test(tcase, without_a_call_nothing_is_filtered);
	tcase_add_loop_test(
		tcase, a_set_replaces_the_filter_adds_to_it_or_is_taken_away, 0,
		2);
	tcase_add_test(tcase,
		       types_in_the_filter_are_not_recorded_and_others_are);
	tcase_add_test(tcase, long_events_are_filtered_like_short_ones);
	tcase_add_test(tcase, each_type_is_filtered_for_itself);
	tcase_add_test(tcase, the_unnamed_event_can_be_filtered);
	tcase_add_test(tcase, all_events_can_be_filtered_out_and_let_in_again);
	tcase_add_test(tcase, each_stream_has_its_own_filter);
	tcase_add_test(tcase, what_becomes_of_a_set_does_not_touch_the_filter);
	return tcase;
}

static TCase *recorded(void)
{
	TCase *tcase = tcase_create("recorded");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_add_test(tcase, before_the_start_a_change_is_not_recorded);
	tcase_add_test(tcase, a_running_stream_records_both_filters);
	tcase_add_test(tcase, a_change_is_an_event_of_who_traces_itself);
	tcase_add_test(tcase,
		       a_change_while_suspended_holds_after_the_next_start);
	tcase_add_test(tcase, the_filter_outlasts_stop_and_start);
	tcase_add_test(tcase, a_call_that_changes_nothing_is_recorded_too);
	tcase_add_test(tcase,
		       other_ways_to_change_it_are_refused_and_change_nothing);
	tcase_add_test(tcase, null_sets_are_refused_and_change_nothing);
	tcase_add_test(tcase, start_and_stop_can_be_filtered);
	tcase_add_test(tcase, a_filter_on_filter_is_not_told_and_its_end_is);
	return tcase;
}

static TCase *full(void)
{
	TCase *tcase = tcase_create("full");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_set_timeout(tcase, 20);
	tcase_add_test(tcase, overflow_and_resume_can_be_filtered);
	tcase_add_test(tcase, a_full_looping_stream_records_the_change);
	tcase_add_test(
		tcase,
		a_change_while_full_is_not_recorded_and_holds_afterwards);
	tcase_add_test(tcase, the_stop_of_a_full_stream_can_be_filtered);
	return tcase;
}

static TCase *threads(void)
{
	TCase *tcase = tcase_create("threads");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_set_timeout(tcase, 30);
	tcase_add_loop_test(tcase, a_change_falls_exactly_among_writers, 0, 2);
	tcase_add_test(tcase, changes_of_several_threads_make_one_row);
	tcase_add_test(tcase, signals_do_not_interrupt_a_change);
	return tcase;
}

static TCase *logs(void)
{
	TCase *tcase = tcase_create("logs");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_set_timeout(tcase, 20);
	tcase_add_loop_test(tcase,
			    a_log_has_what_passed_the_filter_and_its_changes, 0,
			    ARRAY_LEN(log_policies));
	tcase_add_loop_test(tcase, a_log_can_do_without_start_and_stop, 0,
			    ARRAY_LEN(log_policies));
	tcase_add_test(tcase, the_events_of_flushing_can_be_filtered);
	return tcase;
}

static TCase *another_process(void)
{
	TCase *tcase = tcase_create("another_process");

	tcase_add_checked_fixture(tcase, setup, release);
	tcase_set_timeout(tcase, 30);
	tcase_add_test(tcase, a_filter_holds_for_the_target_at_once);
	tcase_add_test(tcase, a_filter_holds_for_names_the_target_opens_later);
	tcase_add_test(tcase,
		       the_controllers_change_is_the_targets_of_no_thread);
	tcase_add_test(tcase, a_change_falls_exactly_among_the_targets_threads);
	return tcase;
}

static TCase *identifiers(void)
{
	TCase *tcase = tcase_create("identifiers");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_add_test(tcase, what_is_no_active_stream_is_refused);
	tcase_add_test(tcase, a_child_has_no_say_in_its_parents_filter);
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("posix_trace_get_filter");

	suite_add_tcase(suite, kept_out());
	suite_add_tcase(suite, recorded());
	suite_add_tcase(suite, full());
	suite_add_tcase(suite, threads());
	suite_add_tcase(suite, logs());
	suite_add_tcase(suite, another_process());
	suite_add_tcase(suite, identifiers());
	return run_suite(suite);
}
