#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/shm.h"
#include "run.h"
#include "session/control/orphan.h"

static int dir;
static struct pxt_stream stream;

static void setup(void)
{
	ck_assert_int_eq(pxt_shm_directory(0, &dir), 0);
}

/* A stream whose controller began at another time than this process. */
static void make_orphan(void)
{
	struct pxt_attr attr;

	ck_assert_int_eq(pxt_attr_settle(NULL, 0, &attr), 0);
	ck_assert_int_eq(pxt_stream_create(dir, &attr, 0, &stream), 0);
	stream.shared->controller_start++;
}

static void remove_orphan(void)
{
	pxt_stream_remove(dir, &stream);
	pxt_stream_close(&stream);
}

START_TEST(an_orphan_is_had_by_one_at_a_time)
{
	struct pxt_orphan one, other;

	make_orphan();
	ck_assert_int_eq(pxt_orphan_open(dir, 0, false, &one), 0);
	ck_assert_int_eq(pxt_orphan_open(dir, 0, false, &other), EAGAIN);
	pxt_orphan_close(&one);
	ck_assert_int_eq(pxt_orphan_open(dir, 0, false, &other), 0);
	ck_assert_uint_eq(other.stream.nonce, stream.nonce);
	pxt_orphan_close(&other);
	remove_orphan();
	ck_assert_int_eq(pxt_orphan_open(dir, 0, false, &one), ENOENT);
}
END_TEST

START_TEST(a_stream_in_use_is_no_orphan)
{
	struct pxt_orphan orphan;

	make_orphan();
	stream.shared->controller_start--;
	ck_assert_int_eq(pxt_orphan_open(dir, 0, false, &orphan), EBUSY);
	remove_orphan();
}
END_TEST

/* Of this process: descriptors of the stream's file. */
static unsigned descriptors(void)
{
	DIR *all = opendir("/proc/self/fd");
	const struct dirent *entry;
	struct stat file, st;
	unsigned count = 0;

	if (!all || fstatat(dir, "stream-0", &file, 0))
		abort();
	while ((entry = readdir(all)))
		count += !fstatat(dirfd(all), entry->d_name, &st, 0) &&
			 st.st_ino == file.st_ino && st.st_dev == file.st_dev;
	closedir(all);
	return count;
}

static void *wait_for_it(void *argument)
{
	*(int *)argument =
		pxt_orphan_open(dir, 0, true, &(struct pxt_orphan){ .dir = 0 });
	return NULL;
}

/* Who waits for the lock has that of a file which is no more: it must not take
 * the next stream, on which somebody else may have the lock. */
START_TEST(who_waited_in_vain_does_not_take_the_next_stream)
{
	struct pxt_orphan first;
	pthread_t waiter;
	int err = 0;

	make_orphan();
	ck_assert_int_eq(pxt_orphan_open(dir, 0, false, &first), 0);
	ck_assert_int_eq(pthread_create(&waiter, NULL, wait_for_it, &err), 0);
	while (descriptors() < 2)
		usleep(1000);
	remove_orphan();
	make_orphan();
	ck_assert_uint_eq(stream.number, 0);
	pxt_orphan_close(&first);
	ck_assert_int_eq(pthread_join(waiter, NULL), 0);
	ck_assert_int_eq(err, ENOENT);
	remove_orphan();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("orphan");
	TCase *t = tcase_create("locks");

	tcase_add_checked_fixture(t, setup, NULL);
	tcase_add_test(t, an_orphan_is_had_by_one_at_a_time);
	tcase_add_test(t, a_stream_in_use_is_no_orphan);
	tcase_add_test(t, who_waited_in_vain_does_not_take_the_next_stream);
	suite_add_tcase(suite, t);
	return run_suite(suite);
}
