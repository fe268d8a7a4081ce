/* check_out.c - what buffered output does to its descriptor */
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/out.h"
#include "run.h"

enum { LARGE = 1 << 20 };

static struct out out;
static int fd[2];

static int size_of_pipe(void)
{
	return fcntl(fd[1], F_GETPIPE_SZ);
}

static void make_pipe(void)
{
	ck_assert_int_eq(pipe(fd), 0);
}

static void close_pipe(void)
{
	close(fd[0]);
	close(fd[1]);
}

/* False: the kernel gives no such pipe. */
static bool gives(int size)
{
	bool given;

	make_pipe();
	given = fcntl(fd[1], F_SETPIPE_SZ, size) >= size;
	close_pipe();
	if (!given)
		skipped("the kernel gives no pipe that large");
	return given;
}

static void put_much(void)
{
	out_init(&out, fd[1]);
	out_repeat(&out, '.', OUT_BLOCK - 1000);
	ck_assert_int_eq(out_flush(&out), 0);
}

START_TEST(much_output_makes_its_pipe_larger)
{
	if (!gives(LARGE))
		return;
	make_pipe();
	ck_assert_int_lt(size_of_pipe(), LARGE);
	put_much();
	ck_assert_int_eq(size_of_pipe(), LARGE);
	close_pipe();
}
END_TEST

START_TEST(a_larger_pipe_stays_as_it_is)
{
	if (!gives(2 * LARGE))
		return;
	make_pipe();
	ck_assert_int_eq(fcntl(fd[1], F_SETPIPE_SZ, 2 * LARGE), 2 * LARGE);
	put_much();
	ck_assert_int_eq(size_of_pipe(), 2 * LARGE);
	close_pipe();
}
END_TEST

START_TEST(a_few_words_leave_a_pipe_as_it_is)
{
	int before;

	make_pipe();
	before = size_of_pipe();
	out_init(&out, fd[1]);
	out_text(&out, "a few words");
	ck_assert_int_eq(out_flush(&out), 0);
	ck_assert_int_eq(size_of_pipe(), before);
	close_pipe();
}
END_TEST

START_TEST(what_is_put_comes_out_of_the_other_end)
{
	char taken[100];

	make_pipe();
	out_init(&out, fd[1]);
	out_text(&out, "events: ");
	out_number(&out, 4711);
	ck_assert_int_eq(out_flush(&out), 0);
	ck_assert_int_eq(read(fd[0], taken, sizeof(taken)), 12);
	ck_assert_mem_eq(taken, "events: 4711", 12);
	close_pipe();
}
END_TEST

START_TEST(a_file_takes_output_as_well)
{
	char name[] = "check_out.XXXXXX";
	const int file = mkstemp(name);

	ck_assert_int_ge(file, 0);
	unlink(name);
	out_init(&out, file);
	out_text(&out, "events");
	ck_assert_int_eq(out_flush(&out), 0);
	ck_assert_int_eq(lseek(file, 0, SEEK_END), 6);
	close(file);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("out");
	TCase *t = tcase_create("out");

	tcase_add_test(t, much_output_makes_its_pipe_larger);
	tcase_add_test(t, a_larger_pipe_stays_as_it_is);
	tcase_add_test(t, a_few_words_leave_a_pipe_as_it_is);
	tcase_add_test(t, what_is_put_comes_out_of_the_other_end);
	tcase_add_test(t, a_file_takes_output_as_well);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
