/*
 * check_census.c - whoever looks around survives what is there
 */
#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <trace_np.h>

#include "base/wait.h"
#include "run.h"
#include "session/control/census.h"
#include "stream/stream.h"

enum {
	LOOKS = 300,
	CUTS = 50,
	HARMLESS = offsetof(struct pxt_stream_shared, log),
};

static trace_id_t trid;
static char path[4096];
static uint8_t *file;
static size_t length;
static _Atomic bool over;
static unsigned told;

static void setup(void)
{
	struct stat st;
	int fd;

	snprintf(path, sizeof(path), "%s/stream-0", getenv("POSIXTRACE_DIR"));
	unlink(path); /* what the test before has left */
	ck_assert_int_eq(posix_trace_create(0, NULL, &trid), 0);
	ck_assert_int_eq(posix_trace_start(trid), 0);
	fd = open(path, O_RDWR | O_CLOEXEC);
	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(fstat(fd, &st), 0);
	length = (size_t)st.st_size;
	file = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	ck_assert_ptr_ne(file, MAP_FAILED);
	close(fd);
}

static void tell(const struct posix_trace_stream_np *stream, void *argument)
{
	(void)argument;
	ck_assert_int_eq(stream->number, 0);
	ck_assert_uint_lt(strlen(stream->name), sizeof(stream->name));
	ck_assert_uint_lt(strlen(stream->log), sizeof(stream->log));
	told++;
}

/* Anywhere but where a stream says that it is one. */
static void *scribble(void *unused)
{
	uint64_t lot = 88172645463325252;

	while (!over) {
		lot ^= lot << 13;
		lot ^= lot >> 7;
		lot ^= lot << 17;
		file[HARMLESS + lot % (length / 2)] = (uint8_t)(lot >> 32);
	}
	return unused;
}

START_TEST(a_stream_somebody_scribbles_over_is_told_all_the_same)
{
	pthread_t thread;

	ck_assert_int_eq(pthread_create(&thread, NULL, scribble, NULL), 0);
	for (int i = 0; i < LOOKS; i++)
		ck_assert_int_eq(pxt_census_streams(0, tell, NULL), 0);
	over = true;
	pthread_join(thread, NULL);
	ck_assert_uint_gt(told, 0);
	_exit(0); /* nothing of that stream is to be shut down */
}
END_TEST

static void *cut(void *unused)
{
	while (!over) {
		if (truncate(path, 4096) || truncate(path, (off_t)length))
			ck_abort_msg("cannot cut %s", path);
		pxt_pause(100000);
	}
	return unused;
}

START_TEST(a_stream_that_is_cut_ends_nothing)
{
	pthread_t thread;

	ck_assert_int_eq(pthread_create(&thread, NULL, cut, NULL), 0);
	for (int i = 0; i < CUTS; i++)
		ck_assert_int_eq(pxt_census_streams(0, tell, NULL), 0);
	over = true;
	pthread_join(thread, NULL);
	_exit(0);
}
END_TEST

/* Sets the limit, and tells what was told. */
static int look_with(rlim_t files)
{
	struct rlimit limit;
	int err;

	ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &limit), 0);
	limit.rlim_cur = files;
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
	told = 0;
	err = posix_trace_list_streams_np(0, tell, NULL);
	limit.rlim_cur = limit.rlim_max;
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
	return err;
}

/* Directories can be opened before files can. */
START_TEST(who_has_no_descriptor_is_told_that_streams_are_left_out)
{
	rlim_t files = 0;
	int err;

	do {
		err = look_with(files++);
		if (err)
			ck_assert_int_eq(err, EMFILE);
		ck_assert_uint_eq(told, !err);
	} while (err);
	ck_assert_int_eq(posix_trace_shutdown(trid), 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("census");
	TCase *tcase = tcase_create("census");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_set_timeout(tcase, 30);
	tcase_add_test(tcase,
		       a_stream_somebody_scribbles_over_is_told_all_the_same);
	tcase_add_test(tcase, a_stream_that_is_cut_ends_nothing);
	tcase_add_test(tcase,
		       who_has_no_descriptor_is_told_that_streams_are_left_out);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
