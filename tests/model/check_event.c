#include <check.h>
#include <stdlib.h>

#include "model/event.h"
#include "run.h"

static const struct {
	trace_event_id_t type;
	const char *name;
} predefined[] = {
	{ POSIX_TRACE_ERROR, "posix_trace_error" },
	{ POSIX_TRACE_START, "posix_trace_start" },
	{ POSIX_TRACE_STOP, "posix_trace_stop" },
	{ POSIX_TRACE_FILTER, "posix_trace_filter" },
	{ POSIX_TRACE_OVERFLOW, "posix_trace_overflow" },
	{ POSIX_TRACE_RESUME, "posix_trace_resume" },
	{ POSIX_TRACE_FLUSH_START, "posix_trace_flush_start" },
	{ POSIX_TRACE_FLUSH_STOP, "posix_trace_flush_stop" },
	{ POSIX_TRACE_UNNAMED_USEREVENT, "posix_trace_unnamed_userevent" },
};

enum { PREDEFINED = sizeof(predefined) / sizeof(predefined[0]) };

/* NAM-10 */
START_TEST(a_predefined_type_has_the_name_of_the_standard)
{
	ck_assert_str_eq(pxt_event_predefined_name(predefined[_i].type),
			 predefined[_i].name);
}
END_TEST

/* NAM-21 */
START_TEST(the_name_of_a_predefined_type_leads_back_to_it)
{
	ck_assert_uint_eq(pxt_event_predefined(predefined[_i].name),
			  predefined[_i].type);
}
END_TEST

START_TEST(other_types_have_no_predefined_name)
{
	ck_assert_ptr_null(pxt_event_predefined_name(0));
	for (uint32_t type = PXT_EVENT_UNNAMED + 1; type < 65536; type++)
		ck_assert_ptr_null(pxt_event_predefined_name(type));
	ck_assert_ptr_null(pxt_event_predefined_name(UINT32_MAX));
}
END_TEST

/* NAM-20 */
START_TEST(other_names_have_no_predefined_type)
{
	static const char *const names[] = {
		"",
		"posix_trace_",
		"posix_trace_star",
		"posix_trace_start ",
		"POSIX_TRACE_START",
		"posix_trace_unnamed_user_event",
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		ck_assert_uint_eq(pxt_event_predefined(names[i]), 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("event");
	TCase *tcase = tcase_create("predefined");

	tcase_add_loop_test(tcase,
			    a_predefined_type_has_the_name_of_the_standard, 0,
			    PREDEFINED);
	tcase_add_loop_test(tcase,
			    the_name_of_a_predefined_type_leads_back_to_it, 0,
			    PREDEFINED);
	tcase_add_test(tcase, other_types_have_no_predefined_name);
	tcase_add_test(tcase, other_names_have_no_predefined_type);
	suite_add_tcase(suite, tcase);

	return run_suite(suite);
}
