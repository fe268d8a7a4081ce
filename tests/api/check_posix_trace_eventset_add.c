#include <check.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <trace.h>

#include "model/event.h"
#include "run.h"

/* What stands around a set on somebody's stack. */
static struct {
	unsigned long long before[64];
	trace_event_set_t set;
	unsigned long long after[64];
} memory;

static trace_event_set_t *const set = &memory.set;

/* Far beyond the last bit of a set. */
enum { FAR = 2 * PXT_EVENT_END };

static const int selectors[] = {
	POSIX_TRACE_WOPID_EVENTS,
	POSIX_TRACE_SYSTEM_EVENTS,
	POSIX_TRACE_ALL_EVENTS,
};

static void setup(void)
{
	memset(&memory, 0xa5, sizeof(memory));
}

static int is_system(trace_event_id_t type)
{
	return type >= POSIX_TRACE_ERROR && type <= POSIX_TRACE_FLUSH_STOP;
}

static int is_user(trace_event_id_t type)
{
	return type == POSIX_TRACE_UNNAMED_USEREVENT ||
	       (type >= PXT_EVENT_USER_FIRST && type < PXT_EVENT_END);
}

static int is_possible(trace_event_id_t type)
{
	return is_system(type) || is_user(type);
}

static int has(trace_event_id_t type)
{
	int member = -1;

	ck_assert_int_eq(posix_trace_eventset_ismember(type, set, &member), 0);
	ck_assert_int_ge(member, 0);
	return member;
}

static void assert_only(int (*expected)(trace_event_id_t))
{
	for (trace_event_id_t type = 1; type < PXT_EVENT_END; type++)
		if (is_possible(type))
			ck_assert_int_eq(!has(type), !expected(type));
}

static int none(trace_event_id_t type)
{
	(void)type;
	return 0;
}

/* SET-01 SET-08 */
START_TEST(an_empty_set_has_no_type)
{
	ck_assert_int_eq(posix_trace_eventset_empty(set), 0);
	assert_only(none);
}
END_TEST

/* SET-02 SET-12 SET-13 */
START_TEST(all_events_are_all_types_opened_or_not)
{
	ck_assert_int_eq(posix_trace_eventset_fill(set, POSIX_TRACE_ALL_EVENTS),
			 0);
	assert_only(is_possible);
	ck_assert(has(POSIX_TRACE_UNNAMED_USEREVENT));
	ck_assert(has(PXT_EVENT_END - 1));
}
END_TEST

/* SET-03 */
START_TEST(system_events_are_the_predefined_types_and_no_user_type)
{
	ck_assert_int_eq(
		posix_trace_eventset_fill(set, POSIX_TRACE_SYSTEM_EVENTS), 0);
	assert_only(is_system);
}
END_TEST

static int happens_to_a_stream(trace_event_id_t type)
{
	return type == POSIX_TRACE_ERROR || type == POSIX_TRACE_OVERFLOW ||
	       type == POSIX_TRACE_RESUME || type == POSIX_TRACE_FLUSH_START ||
	       type == POSIX_TRACE_FLUSH_STOP;
}

/* SET-04 */
START_TEST(events_without_process_are_those_that_happen_to_a_stream)
{
	ck_assert_int_eq(
		posix_trace_eventset_fill(set, POSIX_TRACE_WOPID_EVENTS), 0);
	assert_only(happens_to_a_stream);
}
END_TEST

/* SET-09 */
START_TEST(filling_does_not_depend_on_what_the_set_held)
{
	trace_event_set_t first;

	ck_assert_int_eq(posix_trace_eventset_fill(set, selectors[_i]), 0);
	first = *set;
	for (int byte = 0; byte < 256; byte += 17) {
		memset(set, byte, sizeof(*set));
		ck_assert_int_eq(posix_trace_eventset_fill(set, selectors[_i]),
				 0);
		ck_assert_int_eq(memcmp(set, &first, sizeof(*set)), 0);
	}
}
END_TEST

/* SET-09 */
START_TEST(emptying_does_not_depend_on_what_the_set_held)
{
	static const trace_event_set_t nothing;

	for (int byte = 0; byte < 256; byte += 17) {
		memset(set, byte, sizeof(*set));
		ck_assert_int_eq(posix_trace_eventset_empty(set), 0);
		ck_assert_int_eq(memcmp(set, &nothing, sizeof(*set)), 0);
	}
}
END_TEST

/* SET-05 SET-06 SET-13 */
START_TEST(one_type_is_added_or_deleted_and_no_other)
{
	trace_event_set_t empty, full, expected;

	ck_assert_int_eq(posix_trace_eventset_empty(&empty), 0);
	ck_assert_int_eq(
		posix_trace_eventset_fill(&full, POSIX_TRACE_ALL_EVENTS), 0);

	for (trace_event_id_t type = 1; type < PXT_EVENT_END; type++) {
		if (!is_possible(type))
			continue;
		expected = empty;
		expected.__posix_trace_bits[type / 64] ^= 1ULL << type % 64;
		*set = empty;
		ck_assert_int_eq(posix_trace_eventset_add(type, set), 0);
		ck_assert_int_eq(memcmp(set, &expected, sizeof(*set)), 0);
		ck_assert(has(type));

		expected = full;
		expected.__posix_trace_bits[type / 64] ^= 1ULL << type % 64;
		*set = full;
		ck_assert_int_eq(posix_trace_eventset_del(type, set), 0);
		ck_assert_int_eq(memcmp(set, &expected, sizeof(*set)), 0);
		ck_assert(!has(type));
	}
}
END_TEST

/* SET-07 */
START_TEST(adding_what_is_there_and_deleting_what_is_not_is_no_error)
{
	ck_assert_int_eq(posix_trace_eventset_empty(set), 0);
	ck_assert_int_eq(posix_trace_eventset_del(POSIX_TRACE_STOP, set), 0);
	ck_assert(!has(POSIX_TRACE_STOP));
	ck_assert_int_eq(posix_trace_eventset_add(POSIX_TRACE_STOP, set), 0);
	ck_assert_int_eq(posix_trace_eventset_add(POSIX_TRACE_STOP, set), 0);
	ck_assert(has(POSIX_TRACE_STOP));
}
END_TEST

/* SET-10 */
START_TEST(other_selectors_are_refused_and_change_nothing)
{
	static const int others[] = { INT_MIN, -1, 0, 4, 5, INT_MAX };
	trace_event_set_t before = *set;

	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		ck_assert_int_eq(posix_trace_eventset_fill(set, others[i]),
				 EINVAL);
	ck_assert_int_eq(memcmp(set, &before, sizeof(before)), 0);
}
END_TEST

static void assert_refused(trace_event_id_t type)
{
	int member = 77;

	ck_assert_int_eq(posix_trace_eventset_add(type, set), EINVAL);
	ck_assert_int_eq(posix_trace_eventset_del(type, set), EINVAL);
	ck_assert_int_eq(posix_trace_eventset_ismember(type, set, &member),
			 EINVAL);
	ck_assert_int_eq(member, 77);
}

/* SET-14 */
START_TEST(impossible_types_are_refused_and_change_nothing)
{
	unsigned char before[sizeof(memory)];

	memcpy(before, &memory, sizeof(memory));
	for (trace_event_id_t type = 0; type < FAR; type++)
		if (!is_possible(type))
			assert_refused(type);
	assert_refused(INT_MAX);
	assert_refused(INT_MAX + 1u);
	assert_refused(UINT_MAX);
	ck_assert_int_eq(memcmp(before, &memory, sizeof(memory)), 0);
}
END_TEST

/* SET-14 */
START_TEST(nothing_is_written_outside_the_set)
{
	for (trace_event_id_t type = 0; type < FAR; type++) {
		posix_trace_eventset_add(type, set);
		posix_trace_eventset_del(type, set);
	}
	ck_assert_int_eq(posix_trace_eventset_empty(set), 0);
	for (int i = 0; i < 3; i++)
		ck_assert_int_eq(posix_trace_eventset_fill(set, selectors[i]),
				 0);

	for (int i = 0; i < 64; i++) {
		ck_assert_uint_eq(memory.before[i], 0xa5a5a5a5a5a5a5a5);
		ck_assert_uint_eq(memory.after[i], 0xa5a5a5a5a5a5a5a5);
	}
}
END_TEST

START_TEST(null_pointers_are_refused)
{
	int member = 77;

	ck_assert_int_eq(posix_trace_eventset_add(POSIX_TRACE_STOP, NULL),
			 EINVAL);
	ck_assert_int_eq(posix_trace_eventset_del(POSIX_TRACE_STOP, NULL),
			 EINVAL);
	ck_assert_int_eq(posix_trace_eventset_empty(NULL), EINVAL);
	ck_assert_int_eq(
		posix_trace_eventset_fill(NULL, POSIX_TRACE_ALL_EVENTS),
		EINVAL);
	ck_assert_int_eq(
		posix_trace_eventset_ismember(POSIX_TRACE_STOP, NULL, &member),
		EINVAL);
	ck_assert_int_eq(
		posix_trace_eventset_ismember(POSIX_TRACE_STOP, set, NULL),
		EINVAL);
	ck_assert_int_eq(member, 77);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("posix_trace_eventset_add");
	TCase *tcase = tcase_create("sets");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_add_test(tcase, an_empty_set_has_no_type);
	tcase_add_test(tcase, all_events_are_all_types_opened_or_not);
	tcase_add_test(tcase,
		       system_events_are_the_predefined_types_and_no_user_type);
	tcase_add_test(
		tcase,
		events_without_process_are_those_that_happen_to_a_stream);
	tcase_add_loop_test(tcase, filling_does_not_depend_on_what_the_set_held,
			    0, 3);
	tcase_add_test(tcase, emptying_does_not_depend_on_what_the_set_held);
	tcase_add_test(tcase, one_type_is_added_or_deleted_and_no_other);
	tcase_add_test(
		tcase,
		adding_what_is_there_and_deleting_what_is_not_is_no_error);
	tcase_add_test(tcase, other_selectors_are_refused_and_change_nothing);
	tcase_add_test(tcase, impossible_types_are_refused_and_change_nothing);
	tcase_add_test(tcase, nothing_is_written_outside_the_set);
	tcase_add_test(tcase, null_pointers_are_refused);
	suite_add_tcase(suite, tcase);

	return run_suite(suite);
}
