#include "firmware/liteos/setup.h"

#include <check.h>

#include "run.h"

/* Or the path of an event that is compiled for it would serve no program. */
START_TEST(the_plain_layout_is_that_of_a_program_without_switches)
{
	struct pxt_liteos_layout layout;

	ck_assert(pxt_liteos_layout_parse("a64", &layout));
	layout.shape.states = PXT_LITEOS_STATES_A;
	ck_assert_mem_eq(&layout, &liteos_plain_layout, sizeof(layout));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("setup");
	TCase *tc = tcase_create("setup");

	tcase_add_test(tc,
		       the_plain_layout_is_that_of_a_program_without_switches);
	suite_add_tcase(suite, tc);
	return run_suite(suite);
}
