/*
 * run.h - how every test program ends
 */
#ifndef TESTS_RUN_H
#define TESTS_RUN_H

#include <check.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { EXIT_SKIPPED = 77 };

/* How many tests were: each runs in a process of its own. */
static _Atomic int *tests_skipped;

/* For a test that returns at once: it is not possible here, and that must be
 * seen. */
static inline void skipped(const char *why)
{
	printf("SKIPPED: %s\n", why);
	fflush(stdout);
	atomic_fetch_add(tests_skipped, 1);
}

/* Run a suite, and free it. For the end of main(). */
static inline int run_suite(Suite *suite)
{
	SRunner *runner = srunner_create(suite);
	int failed, all;

	tests_skipped =
		mmap(NULL, sizeof(*tests_skipped), PROT_READ | PROT_WRITE,
		     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (tests_skipped == MAP_FAILED)
		abort();
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	all = srunner_ntests_run(runner);
	srunner_free(runner);
	if (failed)
		return EXIT_FAILURE;
	return all && *tests_skipped == all ? EXIT_SKIPPED : EXIT_SUCCESS;
}

#endif
