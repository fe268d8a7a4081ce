#include <check.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "model/attr.h"
#include "model/record.h"
#include "run.h"

static trace_attr_t object;
static struct pxt_attr attr;

static void setup(void)
{
	memset(&attr, 0xa5, sizeof(attr));
	ck_assert_int_eq(posix_trace_attr_init(&object), 0);
}

static struct pxt_attr *within(void)
{
	struct pxt_attr *found = pxt_attr_of(&object);

	ck_assert_ptr_nonnull(found);
	return found;
}

START_TEST(only_a_live_object_is_one)
{
	static trace_attr_t zeroes;

	ck_assert_ptr_eq(pxt_attr_of(&object), &object);
	ck_assert_ptr_eq(pxt_attr_of_const(&object), &object);

	ck_assert_ptr_null(pxt_attr_of(NULL));
	ck_assert_ptr_null(pxt_attr_of_const(NULL));
	ck_assert_ptr_null(pxt_attr_of(&zeroes));
	ck_assert_ptr_null(pxt_attr_of_const(&zeroes));

	ck_assert_int_eq(posix_trace_attr_destroy(&object), 0);
	ck_assert_ptr_null(pxt_attr_of(&object));
	ck_assert_ptr_null(pxt_attr_of_const(&object));
}
END_TEST

/* ATR-06 ATR-07 */
START_TEST(an_unset_policy_is_decided_by_the_log)
{
	ck_assert_uint_eq(within()->stream_policy, 0);

	ck_assert_int_eq(pxt_attr_settle(&object, 0, &attr), 0);
	ck_assert_uint_eq(attr.stream_policy, POSIX_TRACE_LOOP);
	ck_assert_int_eq(pxt_attr_settle(&object, 1, &attr), 0);
	ck_assert_uint_eq(attr.stream_policy, POSIX_TRACE_FLUSH);
	ck_assert_int_eq(pxt_attr_settle(NULL, 0, &attr), 0);
	ck_assert_uint_eq(attr.stream_policy, POSIX_TRACE_LOOP);
	ck_assert_int_eq(pxt_attr_settle(NULL, 1, &attr), 0);
	ck_assert_uint_eq(attr.stream_policy, POSIX_TRACE_FLUSH);

	ck_assert_uint_eq(within()->stream_policy, 0);
}
END_TEST

/* ATR-08 */
START_TEST(a_policy_that_was_set_is_kept_with_a_log)
{
	for (int policy = POSIX_TRACE_LOOP; policy <= POSIX_TRACE_FLUSH;
	     policy++) {
		ck_assert_int_eq(
			posix_trace_attr_setstreamfullpolicy(&object, policy),
			0);
		ck_assert_int_eq(pxt_attr_settle(&object, 1, &attr), 0);
		ck_assert_uint_eq(attr.stream_policy, (unsigned)policy);
	}
}
END_TEST

/* CRE-09 */
START_TEST(flush_without_a_log_is_refused)
{
	struct pxt_attr untouched = attr;

	ck_assert_int_eq(posix_trace_attr_setstreamfullpolicy(
				 &object, POSIX_TRACE_FLUSH),
			 0);
	ck_assert_int_eq(pxt_attr_settle(&object, 0, &attr), EINVAL);
	ck_assert_int_eq(memcmp(&attr, &untouched, sizeof(attr)), 0);
}
END_TEST

/* ATR-38 */
START_TEST(a_destroyed_object_does_not_settle)
{
	ck_assert_int_eq(posix_trace_attr_destroy(&object), 0);
	ck_assert_int_eq(pxt_attr_settle(&object, 0, &attr), EINVAL);
	ck_assert_int_eq(pxt_attr_settle(&object, 1, &attr), EINVAL);
}
END_TEST

START_TEST(an_object_written_over_does_not_settle)
{
	within()->max_data = UINT64_MAX;
	ck_assert_int_eq(pxt_attr_settle(&object, 0, &attr), EINVAL);
}
END_TEST

/* ATR-32 */
START_TEST(a_stream_size_too_small_is_raised)
{
	for (size_t data = 0; data <= 16 << 20; data = 3 * data + 1) {
		ck_assert_int_eq(posix_trace_attr_setstreamsize(&object, 0), 0);
		ck_assert_int_eq(posix_trace_attr_setmaxdatasize(&object, data),
				 0);
		ck_assert_int_eq(pxt_attr_settle(&object, 0, &attr), 0);
		ck_assert_uint_ge(attr.stream_size, 8192);
		ck_assert_uint_ge(
			attr.stream_size,
			16 * pxt_attr_system_event_size() +
				pxt_attr_user_event_size(&attr, data));
		ck_assert_uint_eq(attr.max_data, data);
	}
}
END_TEST

/* ATR-33 */
START_TEST(a_log_size_too_small_is_raised_to_that_of_the_stream)
{
	ck_assert_int_eq(posix_trace_attr_setlogsize(&object, 1), 0);
	ck_assert_int_eq(posix_trace_attr_setstreamsize(&object, 1 << 20), 0);
	ck_assert_int_eq(pxt_attr_settle(&object, 1, &attr), 0);
	ck_assert_uint_eq(attr.stream_size, 1 << 20);
	ck_assert_uint_eq(attr.log_size, 1 << 20);

	ck_assert_int_eq(posix_trace_attr_setstreamsize(&object, 1), 0);
	ck_assert_int_eq(pxt_attr_settle(&object, 1, &attr), 0);
	ck_assert_uint_ge(attr.log_size, attr.stream_size);
}
END_TEST

/* CRE-18 */
START_TEST(a_stream_that_no_machine_can_hold_is_refused)
{
	ck_assert_int_eq(posix_trace_attr_setstreamsize(&object, SIZE_MAX), 0);
	ck_assert_int_eq(pxt_attr_settle(&object, 0, &attr), ENOMEM);
}
END_TEST

START_TEST(a_log_without_limit_settles)
{
	ck_assert_int_eq(posix_trace_attr_setlogsize(&object, SIZE_MAX), 0);
	ck_assert_int_eq(pxt_attr_settle(&object, 1, &attr), 0);
	ck_assert_uint_le(attr.log_size, PXT_ATTR_LOG_MAX);
	ck_assert_uint_ge(attr.log_size, PXT_ATTR_STREAM_MAX);
}
END_TEST

/* ATR-35 */
START_TEST(an_old_stream_s_attributes_settle_as_ours)
{
	struct pxt_attr *old = within();

	strcpy(old->name, "old");
	strcpy(old->genversion, "somebody else's 9");
	old->created_ns = 1;
	old->clockres_ns = 1000000;
	ck_assert_int_eq(pxt_attr_settle(&object, 0, &attr), 0);

	ck_assert_str_eq(attr.name, "old");
	ck_assert_int_eq(strncmp(attr.genversion, "posixtrace ", 11), 0);
	ck_assert_int_eq(attr.created_ns, 0);
	ck_assert_int_ne(attr.clockres_ns, 1000000);
}
END_TEST

/* Any of the values can be asked for: who cannot serve it refuses it. */
START_TEST(every_log_policy_and_inheritance_settles)
{
	static const int policies[] = {
		POSIX_TRACE_LOOP,
		POSIX_TRACE_UNTIL_FULL,
		POSIX_TRACE_APPEND,
	};

	ck_assert_int_eq(
		posix_trace_attr_setinherited(&object, POSIX_TRACE_INHERITED),
		0);
	for (int i = 0; i < 3; i++) {
		ck_assert_int_eq(
			posix_trace_attr_setlogfullpolicy(&object, policies[i]),
			0);
		ck_assert_int_eq(pxt_attr_settle(&object, 1, &attr), 0);
		ck_assert_uint_eq(attr.log_policy, (unsigned)policies[i]);
		ck_assert_uint_eq(attr.inherited, POSIX_TRACE_INHERITED);
	}
}
END_TEST

/* SIZ-01 SIZ-02 SIZ-03 SIZ-04 */
START_TEST(sizes_count_the_record_and_a_context_before_it)
{
	size_t context = pxt_record_span(sizeof(struct pxt_context));

	pxt_attr_init(&attr);
	attr.max_data = 100;
	for (size_t len = 0; len <= 100; len++)
		ck_assert_uint_eq(pxt_attr_user_event_size(&attr, len),
				  pxt_record_span(len) + context);
	ck_assert_uint_eq(pxt_attr_user_event_size(&attr, SIZE_MAX),
			  pxt_attr_user_event_size(&attr, 100));
	ck_assert_uint_eq(pxt_attr_system_event_size(),
			  pxt_record_span(2 * sizeof(trace_event_set_t)) +
				  context);
}
END_TEST

START_TEST(what_settles_passes_the_check_unchanged)
{
	struct pxt_attr before;

	strcpy(within()->name, "name");
	ck_assert_int_eq(pxt_attr_settle(&object, _i, &attr), 0);
	attr.created_ns = INT64_MAX;
	before = attr;
	ck_assert_int_eq(pxt_attr_check(&attr), 0);
	ck_assert_int_eq(memcmp(&attr, &before, sizeof(attr)), 0);
}
END_TEST

START_TEST(the_check_ends_the_strings)
{
	ck_assert_int_eq(pxt_attr_settle(NULL, 0, &attr), 0);
	memset(attr.name, 'n', sizeof(attr.name));
	memset(attr.genversion, 'g', sizeof(attr.genversion));
	ck_assert_int_eq(pxt_attr_check(&attr), 0);
	ck_assert_uint_eq(strnlen(attr.name, sizeof(attr.name)),
			  TRACE_NAME_MAX - 1);
	ck_assert_uint_eq(strnlen(attr.genversion, sizeof(attr.genversion)),
			  TRACE_NAME_MAX - 1);
}
END_TEST

#define BAD(member, value)                                            \
	do {                                                          \
		ck_assert_int_eq(pxt_attr_settle(NULL, 1, &attr), 0); \
		attr.member = (value);                                \
		ck_assert_msg(pxt_attr_check(&attr) == EBADMSG,       \
			      "%s = %s passed", #member, #value);     \
	} while (0)

START_TEST(the_check_finds_each_member_that_is_wrong)
{
	BAD(magic, 0);
	BAD(magic, PXT_ATTR_MAGIC + 1);
	BAD(created_ns, -1);
	BAD(created_ns, INT64_MIN);
	BAD(clockres_ns, 0);
	BAD(clockres_ns, -1);
	BAD(max_data, PXT_ATTR_DATA_MAX + 1);
	BAD(max_data, UINT64_MAX);
	BAD(max_data, PXT_ATTR_DATA_MAX); /* does not fit the stream */
	BAD(stream_size, 0);
	BAD(stream_size, 8191);
	BAD(stream_size, attr.log_size + 1);
	BAD(log_size, attr.stream_size - 1);
	BAD(log_size, PXT_ATTR_LOG_MAX + 1);
	BAD(log_size, UINT64_MAX);
	BAD(stream_policy, 0);
	BAD(stream_policy, POSIX_TRACE_APPEND);
	BAD(stream_policy, UINT32_MAX);
	BAD(log_policy, 0);
	BAD(log_policy, POSIX_TRACE_FLUSH);
	BAD(log_policy, UINT32_MAX);
	BAD(inherited, 0);
	BAD(inherited, 3);
	BAD(inherited, UINT32_MAX);
}
END_TEST

START_TEST(the_check_limits_a_stream_however_large_its_log)
{
	ck_assert_int_eq(pxt_attr_settle(NULL, 1, &attr), 0);
	attr.log_size = PXT_ATTR_LOG_MAX;
	attr.stream_size = PXT_ATTR_STREAM_MAX;
	ck_assert_int_eq(pxt_attr_check(&attr), 0);
	attr.stream_size = PXT_ATTR_STREAM_MAX + 1;
	ck_assert_int_eq(pxt_attr_check(&attr), EBADMSG);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("attr");
	TCase *tcase = tcase_create("attributes");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_add_test(tcase, only_a_live_object_is_one);
	tcase_add_test(tcase, an_unset_policy_is_decided_by_the_log);
	tcase_add_test(tcase, a_policy_that_was_set_is_kept_with_a_log);
	tcase_add_test(tcase, flush_without_a_log_is_refused);
	tcase_add_test(tcase, a_destroyed_object_does_not_settle);
	tcase_add_test(tcase, an_object_written_over_does_not_settle);
	tcase_add_test(tcase, a_stream_size_too_small_is_raised);
	tcase_add_test(tcase,
		       a_log_size_too_small_is_raised_to_that_of_the_stream);
	tcase_add_test(tcase, a_stream_that_no_machine_can_hold_is_refused);
	tcase_add_test(tcase, a_log_without_limit_settles);
	tcase_add_test(tcase, an_old_stream_s_attributes_settle_as_ours);
	tcase_add_test(tcase, every_log_policy_and_inheritance_settles);
	tcase_add_test(tcase, sizes_count_the_record_and_a_context_before_it);
	tcase_add_loop_test(tcase, what_settles_passes_the_check_unchanged, 0,
			    2);
	tcase_add_test(tcase, the_check_ends_the_strings);
	tcase_add_test(tcase, the_check_finds_each_member_that_is_wrong);
	tcase_add_test(tcase, the_check_limits_a_stream_however_large_its_log);
	suite_add_tcase(suite, tcase);

	return run_suite(suite);
}
