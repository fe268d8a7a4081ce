/*
 * run.h - how every test program ends
 */
#ifndef TESTS_RUN_H
#define TESTS_RUN_H

#include <check.h>
#include <stdlib.h>

/* Run a suite, and free it. For the end of main(). */
static inline int run_suite(Suite *suite)
{
	SRunner *runner = srunner_create(suite);
	int failed;

	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
