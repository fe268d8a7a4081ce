/*
 * check_walking.c - a walk takes batches in their order, where they were decoded
 */
#include "tests/reading/comparing.h"

enum {
	EVENTS = 10000, /* of each of two threads: some sixteen slices */
	DATA = 200,	/* bytes */
	WALKS = 4,
	MOST_WORKERS = 5,
};

static trace_event_id_t type;

static void *record_all(void *argument)
{
	unsigned char data[DATA] = { argument != NULL };

	for (uint32_t i = 0; i < EVENTS; i++) {
		memcpy(data + 1, &i, sizeof(i));
		posix_trace_event(type, data, sizeof(data));
	}
	return argument;
}

static int make_log(void)
{
	const int fd = memfd_create("log", 0);
	trace_attr_t attr = attr_of(32 << 20, 0);
	trace_id_t trid;
	pthread_t thread;

	ck_assert_int_ge(fd, 0);
	assert_ok(
		posix_trace_attr_setstreamfullpolicy(&attr, POSIX_TRACE_FLUSH));
	assert_ok(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_APPEND));
	assert_ok(posix_trace_create_withlog(0, &attr, fd, &trid));
	type = type_of("mark");
	assert_ok(posix_trace_start(trid));
	assert_ok(pthread_create(&thread, NULL, record_all, &type));
	record_all(NULL);
	assert_ok(pthread_join(thread, NULL));
	assert_ok(posix_trace_shutdown(trid));
	return fd;
}

/* Leaves other workers the time to decode what is behind. */
static int take_slowly(const struct posix_trace_batch_np *batch, void *argument)
{
	nap_ms(1);
	return take_batch(batch, argument);
}

static void open_both(int fd, unsigned workers, struct walk *walk,
		      struct posix_trace_reading_np **reading)
{
	*walk = (struct walk){ .caller = pthread_self() };
	assert_ok(posix_trace_open(fd, &walk->log));
	assert_ok(posix_trace_reading_open_np(fd, workers, reading));
}

static void close_both(struct walk *walk,
		       struct posix_trace_reading_np *reading)
{
	posix_trace_reading_close_np(reading);
	assert_ok(posix_trace_close(walk->log));
}

START_TEST(workers_take_what_they_decoded)
{
	struct posix_trace_reading_np *reading;
	struct walk walk;

	open_both(make_log(), (unsigned)_i, &walk, &reading);
	assert_ok(posix_trace_reading_walk_np(reading, take_batch, &walk));
	ck_assert_uint_ge(walk.items, 2 * EVENTS);
	if (_i)
		ck_assert_uint_eq(walk.batches, 0);
	else
		ck_assert_uint_eq(walk.elsewhere, 0);
	assert_ok(posix_trace_reading_walk_np(reading, take_batch, &walk));
	close_both(&walk, reading);
}
END_TEST

START_TEST(a_walk_goes_on_behind_the_batch_that_ended_it)
{
	const struct posix_trace_batch_np *batch;
	struct posix_trace_reading_np *reading;
	struct walk walk;

	open_both(make_log(), (unsigned)_i, &walk, &reading);
	for (unsigned refused = 1; refused < WALKS; refused++) {
		walk.refused = refused;
		ck_assert_int_eq(posix_trace_reading_walk_np(
					 reading, take_slowly, &walk),
				 ECANCELED);
		ck_assert_uint_eq(walk.refused, 0);
	}
	assert_ok(posix_trace_reading_getnext_batch_np(reading, &batch));
	assert_ok(take_batch(batch, &walk));
	walk.refused = 1;
	ck_assert_int_eq(
		posix_trace_reading_walk_np(reading, take_batch, &walk),
		ECANCELED);
	walk.items += compare_rest(walk.log, reading, UINT_MAX);
	ck_assert_uint_ge(walk.items, 2 * EVENTS);
	close_both(&walk, reading);
}
END_TEST

static void compare_batch(struct posix_trace_reading_np *reading,
			  struct walk *walk)
{
	const struct posix_trace_batch_np *batch;

	assert_ok(posix_trace_reading_getnext_batch_np(reading, &batch));
	ck_assert_ptr_nonnull(batch);
	ck_assert_uint_gt(batch->count, 0);
	assert_ok(take_batch(batch, walk));
}

/* Behind a batch, and within one. */
START_TEST(items_and_batches_are_mixed)
{
	struct posix_trace_reading_np *reading;
	struct walk walk;

	open_both(make_log(), (unsigned)_i, &walk, &reading);
	compare_batch(reading, &walk);
	walk.items += compare_rest(walk.log, reading, 3);
	compare_batch(reading, &walk);
	compare_batch(reading, &walk);
	walk.items += compare_rest(walk.log, reading, UINT_MAX);
	ck_assert_uint_ge(walk.items, 2 * EVENTS);
	close_both(&walk, reading);
}
END_TEST

START_TEST(a_walk_begins_within_a_batch)
{
	struct posix_trace_reading_np *reading;
	struct walk walk;

	open_both(make_log(), (unsigned)_i, &walk, &reading);
	walk.items = compare_rest(walk.log, reading, 1);
	walk.refused = 1;
	ck_assert_int_eq(
		posix_trace_reading_walk_np(reading, take_batch, &walk),
		ECANCELED);
	ck_assert_uint_eq(walk.batches, 1);
	walk.items += compare_rest(walk.log, reading, 2);
	assert_ok(posix_trace_reading_walk_np(reading, take_batch, &walk));
	ck_assert_uint_ge(walk.items, 2 * EVENTS);
	close_both(&walk, reading);
}
END_TEST

START_TEST(what_is_left_of_a_batch_is_forgotten_at_the_beginning)
{
	struct posix_trace_reading_np *reading;
	struct walk walk;

	open_both(make_log(), (unsigned)_i, &walk, &reading);
	compare_rest(walk.log, reading, 2);
	ck_assert_uint_ge(compare_walk(walk.log, reading), 2 * EVENTS);
	close_both(&walk, reading);
}
END_TEST

START_TEST(a_walk_takes_by_a_function)
{
	struct posix_trace_reading_np *reading;
	struct walk walk;

	open_both(make_log(), (unsigned)_i, &walk, &reading);
	assert_invalid(posix_trace_reading_walk_np(reading, NULL, &walk));
	close_both(&walk, reading);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("walking");
	TCase *tcase = tcase_create("walking");

	tcase_set_timeout(tcase, 60);
	tcase_add_loop_test(tcase, workers_take_what_they_decoded, 0,
			    MOST_WORKERS);
	tcase_add_loop_test(tcase,
			    a_walk_goes_on_behind_the_batch_that_ended_it, 0,
			    MOST_WORKERS);
	tcase_add_loop_test(tcase, items_and_batches_are_mixed, 0,
			    MOST_WORKERS);
	tcase_add_loop_test(tcase, a_walk_begins_within_a_batch, 0,
			    MOST_WORKERS);
	tcase_add_loop_test(
		tcase, what_is_left_of_a_batch_is_forgotten_at_the_beginning, 0,
		MOST_WORKERS);
	tcase_add_test(tcase, a_walk_takes_by_a_function);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
