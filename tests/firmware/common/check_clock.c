#include "firmware/common/clock.h"

#include <check.h>
#include <pthread.h>
#include <stdbool.h>

#include "run.h"

enum {
	LONG_NS = 60000000, /* until the rate is known, and some spans more */
	NOISE_NS = 10000,   /* more than a reading may be beside the clock */
};

static uint64_t monotonic(void)
{
	return (uint64_t)pxt_clock_ns(CLOCK_MONOTONIC);
}

/* Reads both clocks for a while. */
static void *compare(void *is_right)
{
	const uint64_t end = monotonic() + LONG_NS;
	uint64_t before, now, after, last = 0;
	bool *right = is_right;

	*right = true;
	do {
		before = monotonic();
		now = firmware_clock_now(NULL);
		after = monotonic();
		if (now < last || now + NOISE_NS < before ||
		    now > after + NOISE_NS)
			*right = false;
		last = now;
	} while (after < end);
	return NULL;
}

START_TEST(a_thread_reads_the_monotonic_clock_and_never_goes_back)
{
	bool is_right;

	compare(&is_right);
	ck_assert(is_right);
}
END_TEST

START_TEST(several_threads_read_it)
{
	enum { THREADS = 3 };
	pthread_t thread[THREADS];
	bool is_right[THREADS];

	for (int i = 0; i < THREADS; i++)
		ck_assert_int_eq(
			pthread_create(&thread[i], NULL, compare, &is_right[i]),
			0);
	for (int i = 0; i < THREADS; i++) {
		pthread_join(thread[i], NULL);
		ck_assert(is_right[i]);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("clock");
	TCase *tcase = tcase_create("clock");

	tcase_add_test(tcase,
		       a_thread_reads_the_monotonic_clock_and_never_goes_back);
	tcase_add_test(tcase, several_threads_read_it);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
