#include "firmware/common/types.h"

#include <check.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "run.h"

START_TEST(a_type_is_opened_and_described_once)
{
	struct firmware_type type = { 0 };
	trace_event_id_t id, again;

	ck_assert_int_eq(firmware_type_id(&type), 0);
	errno = 99;
	id = firmware_type_open(&type, "once", "int x");
	ck_assert_int_eq(errno, 99);
	ck_assert_int_ne(id, 0);
	ck_assert_int_eq(firmware_type_id(&type), id);
	ck_assert_int_eq(posix_trace_eventid_open("once", &again), 0);
	ck_assert_int_eq(id, again);
	ck_assert_int_eq(firmware_type_open(&type, "other", NULL), id);
}
END_TEST

START_TEST(a_name_that_cannot_be_opened_records_unnamed_events)
{
	struct firmware_type type = { 0 };
	char name[TRACE_EVENT_NAME_MAX + 2];

	memset(name, 'x', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	errno = 99;
	ck_assert_int_eq(firmware_type_open(&type, name, NULL),
			 POSIX_TRACE_UNNAMED_USEREVENT);
	ck_assert_int_eq(errno, 99);
}
END_TEST

enum { TYPES = 64, THREADS = 4 };
static struct firmware_type types[TYPES];
static pthread_barrier_t barrier;

static void *open_all(void *ids)
{
	trace_event_id_t *id = ids;
	char name[16];

	for (int i = 0; i < TYPES; i++) {
		snprintf(name, sizeof(name), "type%d", i);
		pthread_barrier_wait(&barrier);
		id[i] = firmware_type_open(&types[i], name, "int x");
	}
	return NULL;
}

START_TEST(threads_that_open_a_type_together_get_one_id)
{
	static trace_event_id_t id[THREADS][TYPES];
	pthread_t thread[THREADS];

	ck_assert_int_eq(pthread_barrier_init(&barrier, NULL, THREADS), 0);
	for (int i = 0; i < THREADS; i++)
		ck_assert_int_eq(
			pthread_create(&thread[i], NULL, open_all, id[i]), 0);
	for (int i = 0; i < THREADS; i++)
		ck_assert_int_eq(pthread_join(thread[i], NULL), 0);
	for (int i = 1; i < THREADS; i++)
		ck_assert_mem_eq(id[i], id[0], sizeof(id[0]));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("types");
	TCase *tcase = tcase_create("types");

	tcase_add_test(tcase, a_type_is_opened_and_described_once);
	tcase_add_test(tcase,
		       a_name_that_cannot_be_opened_records_unnamed_events);
	tcase_add_test(tcase, threads_that_open_a_type_together_get_one_id);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
