/*
 * check_shortage.c - a reading goes on where memory, threads or the log's end are
 * missing
 */
#include <semaphore.h>

#include "tests/reading/recording.h"

/* Threads that record by turns, each a while after the one before, in a chunk each */

enum {
	TURNS = 240,
	LATER = 60,
	TAKING_TURNS = 4,
	CUT = 2, /* behind the chunks of the controller, and of the first thread */
};

static struct turns {
	struct recording recording;
	sem_t go[TAKING_TURNS], done;
} turns;

static void *record_by_turns(void *argument)
{
	const uint32_t who = *(const uint32_t *)argument;
	char data[1000] = { 0 };
	struct mark mark = { .who = who };

	for (; mark.number < TURNS - who * LATER; mark.number++) {
		sem_wait(&turns.go[who]);
		memcpy(data, &mark, sizeof(mark));
		posix_trace_event(turns.recording.type, data, sizeof(data));
		sem_post(&turns.done);
	}
	return NULL;
}

static int make_log_by_turns(void)
{
	pthread_t thread[TAKING_TURNS];
	uint32_t who[TAKING_TURNS];
	trace_attr_t attr;

	turns.recording.fd = new_file();
	assert_ok(posix_trace_attr_init(&attr));
	assert_ok(posix_trace_attr_setstreamsize(&attr, 16 << 20));
	assert_ok(posix_trace_create_withlog(0, &attr, turns.recording.fd,
					     &turns.recording.trid));
	assert_ok(posix_trace_attr_destroy(&attr));
	assert_ok(posix_trace_eventid_open("mark", &turns.recording.type));
	assert_ok(posix_trace_start(turns.recording.trid));
	assert_ok(sem_init(&turns.done, 0, 0));
	for (uint32_t i = 0; i < TAKING_TURNS; i++) {
		who[i] = i;
		assert_ok(sem_init(&turns.go[i], 0, 0));
		assert_ok(pthread_create(&thread[i], NULL, record_by_turns,
					 &who[i]));
	}
	for (unsigned i = 0; i < TURNS; i++)
		for (unsigned k = 0; k < TAKING_TURNS && i >= k * LATER; k++) {
			sem_post(&turns.go[k]);
			sem_wait(&turns.done);
		}
	for (unsigned i = 0; i < TAKING_TURNS; i++)
		assert_ok(pthread_join(thread[i], NULL));
	assert_ok(posix_trace_shutdown(turns.recording.trid));
	return turns.recording.fd;
}

static void count_mark(unsigned (*seen)[TURNS],
		       const struct posix_trace_item_np *item)
{
	struct mark mark;

	if (item->kind != POSIX_TRACE_ITEM_EVENT_NP ||
	    item->data_len < sizeof(mark) ||
	    item->info.posix_event_id < POSIX_TRACE_UNNAMED_USEREVENT)
		return;
	memcpy(&mark, item->data, sizeof(mark));
	ck_assert_uint_lt(mark.who, TAKING_TURNS);
	ck_assert_uint_lt(mark.number, TURNS);
	seen[mark.who][mark.number]++;
}

START_TEST(a_log_that_is_cut_during_the_reading_keeps_the_rest)
{
	static unsigned seen[TAKING_TURNS][TURNS], left[TAKING_TURNS][TURNS];
	const int fd = make_log_by_turns();
	const struct posix_trace_batch_np *batch;
	struct posix_trace_reading_np *reading;
	struct posix_trace_damage_np damage;
	struct posix_trace_item_np item;
	unsigned count = 0;
	trace_id_t log;
	int none;

	read_bytes(fd);
	find_chunks();
	assert_ok(posix_trace_reading_open_np(fd, 0, &reading));
	assert_ok(posix_trace_reading_getnext_batch_np(reading, &batch));
	for (size_t i = 0; i < batch->count; i++)
		count_mark(seen, &batch->items[i]);
	ck_assert_uint_gt(seen[1][0], 0);
	ck_assert_uint_eq(seen[2][0], 0);
	assert_ok(ftruncate(fd, (off_t)chunks.chunk[CUT].at));

	for (;;) {
		assert_ok(
			posix_trace_reading_getnext_batch_np(reading, &batch));
		if (!batch)
			break;
		for (size_t i = 0; i < batch->count; i++)
			count_mark(seen, &batch->items[i]);
	}
	assert_ok(posix_trace_reading_get_damage_np(reading, &damage));
	ck_assert_uint_gt(damage.count, 0);
	posix_trace_reading_close_np(reading);

	assert_ok(posix_trace_open(fd, &log));
	while (!posix_trace_getnext_item_np(log, &item, &none) && !none)
		count_mark(left, &item);
	assert_ok(posix_trace_close(log));
	for (unsigned i = 0; i < TURNS; i++) {
		count += left[0][i];
		ck_assert_uint_le(seen[0][i], 1);
		ck_assert_uint_ge(seen[0][i], left[0][i]);
	}
	ck_assert_uint_eq(count, TURNS);
}
END_TEST

/* Leaves so many bytes of address space besides what is in use. */
static void limit_space(size_t more, struct rlimit *old)
{
	FILE *file = fopen("/proc/self/statm", "re");
	struct rlimit limit;
	rlim_t pages;

	ck_assert_ptr_nonnull(file);
	ck_assert_int_eq(fscanf(file, "%lu", &pages), 1);
	fclose(file);
	assert_ok(getrlimit(RLIMIT_AS, old));
	limit = (struct rlimit){ (pages << 12) + more, old->rlim_max };
	assert_ok(setrlimit(RLIMIT_AS, &limit));
}

START_TEST(without_threads_the_caller_does_the_work)
{
	const int fd = make_log(POSIX_TRACE_APPEND);
	struct posix_trace_reading_np *reading;
	pthread_attr_t attr;
	trace_id_t log;

	assert_ok(pthread_attr_init(&attr));
	assert_ok(pthread_attr_setstacksize(&attr, (size_t)1 << 48));
	assert_ok(pthread_setattr_default_np(&attr));
	assert_ok(posix_trace_open(fd, &log));
	assert_ok(posix_trace_reading_open_np(fd, 2, &reading));
	assert_ok(pthread_attr_destroy(&attr));
	ck_assert_uint_eq(posix_trace_reading_workers_np(reading), 0);
	ck_assert_uint_gt(compare_rest(log, reading, UINT_MAX), EVENTS / 2);
	posix_trace_reading_close_np(reading);
	assert_ok(posix_trace_close(log));
}
END_TEST

struct block {
	struct block *next;
};

static struct block *take_all_memory(void)
{
	struct block *first = NULL, *block;

	for (size_t size = 1 << 20; size >= sizeof(*block); size /= 2)
		while ((block = malloc(size))) {
			block->next = first;
			first = block;
		}
	return first;
}

static void give_memory_back(struct block *first)
{
	struct block *next;

	for (; first; first = next) {
		next = first->next;
		free(first);
	}
}

START_TEST(a_call_without_memory_can_be_repeated)
{
	const int fd = make_log(POSIX_TRACE_APPEND);
	struct posix_trace_reading_np *reading;
	struct posix_trace_item_np item;
	unsigned count = 0, errors = 0;
	struct block *taken;
	struct rlimit old;
	trace_id_t log;
	int none = 0;

	if (SANITIZED) {
		skipped("sanitizers need address space");
		return;
	}
	assert_ok(posix_trace_open(fd, &log));
	assert_ok(posix_trace_reading_open_np(fd, workers[_i], &reading));
	limit_space(0, &old);
	taken = take_all_memory();
	while (!none && errors < 3) {
		if (posix_trace_reading_getnext_item_np(reading, &item, &none))
			errors++, none = 0;
		else
			count += !none;
	}
	give_memory_back(taken);
	assert_ok(setrlimit(RLIMIT_AS, &old));
	ck_assert_uint_gt(errors, 0);

	for (unsigned i = 0; i < count; i++)
		assert_ok(posix_trace_getnext_item_np(log, &item, &none));
	ck_assert_uint_gt(count + compare_rest(log, reading, UINT_MAX),
			  EVENTS / 2);
	posix_trace_reading_close_np(reading);
	assert_ok(posix_trace_close(log));
}
END_TEST

START_TEST(there_are_as_many_workers_as_have_space)
{
	const int fd = make_log(POSIX_TRACE_APPEND);
	struct posix_trace_reading_np *reading;
	struct rlimit old;

	if (SANITIZED) {
		skipped("sanitizers need address space");
		return;
	}
	limit_space(400 << 20, &old);
	assert_ok(posix_trace_reading_open_np(fd, 64, &reading));
	assert_ok(setrlimit(RLIMIT_AS, &old));
	ck_assert_uint_gt(posix_trace_reading_workers_np(reading), 0);
	ck_assert_uint_lt(posix_trace_reading_workers_np(reading), 8);
	posix_trace_reading_close_np(reading);
}
END_TEST

static void look_at_stack(struct posix_trace_batch_np *batch, unsigned worker,
			  void *argument)
{
	size_t *const least = argument;
	pthread_attr_t attr;
	size_t size;

	(void)batch;
	(void)worker;
	assert_ok(pthread_getattr_np(pthread_self(), &attr));
	assert_ok(pthread_attr_getstacksize(&attr, &size));
	if (size < *least)
		*least = size;
	assert_ok(pthread_attr_destroy(&attr));
}

START_TEST(workers_have_room_for_functions_of_the_program)
{
	const int fd = make_log(POSIX_TRACE_APPEND);
	const struct posix_trace_batch_np *batch;
	struct posix_trace_reading_np *reading;
	size_t least = SIZE_MAX;
	pthread_attr_t attr;

	assert_ok(pthread_attr_init(&attr));
	assert_ok(pthread_attr_setstacksize(&attr, 128 << 10));
	assert_ok(pthread_setattr_default_np(&attr));
	assert_ok(posix_trace_reading_open_np(fd, 1, &reading));
	assert_ok(posix_trace_reading_set_work_np(reading, look_at_stack, NULL,
						  &least));
	assert_ok(posix_trace_reading_getnext_batch_np(reading, &batch));
	posix_trace_reading_close_np(reading);
	ck_assert_uint_ge(least, 512 << 10);
	ck_assert_uint_lt(least, SIZE_MAX);
	assert_ok(pthread_attr_destroy(&attr));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("shortage");
	TCase *tcase = tcase_create("shortage");

	tcase_set_timeout(tcase, 60);
	tcase_add_test(tcase,
		       a_log_that_is_cut_during_the_reading_keeps_the_rest);
	tcase_add_test(tcase, without_threads_the_caller_does_the_work);
	tcase_add_loop_test(tcase, a_call_without_memory_can_be_repeated, 0,
			    ARRAY_LEN(workers));
	tcase_add_test(tcase, there_are_as_many_workers_as_have_space);
	tcase_add_test(tcase, workers_have_room_for_functions_of_the_program);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
