#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "format/feed.h"
#include "run.h"

static struct pxt_feed *feed;

static const uint8_t *peek(size_t expected)
{
	size_t len;
	const uint8_t *at = pxt_feed_peek(feed, &len);

	ck_assert_uint_eq(len, expected);
	return at;
}

/* A file of that many bytes, each the lowest of its offset. */
static int counting(size_t len)
{
	char name[] = "/tmp/check_feed.XXXXXX";
	int fd = mkstemp(name);
	uint8_t *bytes = malloc(len);

	ck_assert_int_ge(fd, 0);
	unlink(name);
	for (size_t i = 0; i < len; i++)
		bytes[i] = (uint8_t)i;
	ck_assert_int_eq(write(fd, bytes, len), (ssize_t)len);
	ck_assert_int_eq(lseek(fd, 0, SEEK_SET), 0);
	free(bytes);
	return fd;
}

START_TEST(memory_is_there_at_once_and_can_be_read_again)
{
	ck_assert_int_eq(pxt_feed_open_memory("abcdef", 6, &feed), 0);
	ck_assert(pxt_feed_ended(feed));
	pxt_feed_take(feed, 4);
	ck_assert_mem_eq(peek(2), "ef", 2);
	ck_assert_uint_eq(pxt_feed_offset(feed), 4);
	ck_assert_int_eq(pxt_feed_more(feed), ENODATA);
	pxt_feed_take(feed, 100);
	ck_assert_ptr_null(peek(0));
	ck_assert_uint_eq(pxt_feed_offset(feed), 6);
	ck_assert_int_eq(pxt_feed_rewind(feed), 0);
	ck_assert_mem_eq(peek(6), "abcdef", 6);
	pxt_feed_close(feed);
}
END_TEST

START_TEST(a_file_is_read_to_its_end_and_again)
{
	enum { LEN = 3000000 };
	const int fd = counting(LEN);
	size_t sum = 0, len;

	ck_assert_int_eq(pxt_feed_open(fd, &feed), 0);
	ck_assert_uint_eq(pxt_feed_size(feed), LEN);
	for (int round = 0; round < 2; round++) {
		sum = 0;
		while (!pxt_feed_more(feed)) {
			const uint8_t *at = pxt_feed_peek(feed, &len);

			ck_assert_uint_eq(*at, (uint8_t)sum);
			ck_assert_uint_eq(pxt_feed_offset(feed), sum);
			len = (len + 1) / 2;
			pxt_feed_take(feed, len);
			sum += len;
		}
		ck_assert(pxt_feed_ended(feed));
		pxt_feed_peek(feed, &len);
		ck_assert_uint_eq(sum + len, LEN);
		ck_assert_int_eq(pxt_feed_rewind(feed), 0);
	}
	ck_assert_int_eq(pxt_feed_all(feed), 0);
	ck_assert_uint_eq(peek(LEN)[LEN - 1], (uint8_t)(LEN - 1));
	pxt_feed_close(feed);
	close(fd);
}
END_TEST

START_TEST(a_file_that_grows_has_no_end_until_that_is_said)
{
	const int fd = counting(10);

	ck_assert_int_eq(pxt_feed_open(fd, &feed), 0);
	pxt_feed_grows(feed);
	ck_assert_int_eq(pxt_feed_need(feed, 12), ENODATA);
	ck_assert(!pxt_feed_ended(feed));
	ck_assert_int_eq(pwrite(fd, "xyz", 3, 10), 3);
	ck_assert_int_eq(pxt_feed_need(feed, 12), 0);
	ck_assert_mem_eq(peek(13) + 10, "xyz", 3);
	ck_assert_int_eq(pxt_feed_more(feed), ENODATA);
	pxt_feed_end(feed);
	ck_assert(pxt_feed_ended(feed));
	pxt_feed_close(feed);
	close(fd);
}
END_TEST

START_TEST(a_pipe_gives_what_it_has_and_ends_with_its_writer)
{
	int fd[2];

	ck_assert_int_eq(pipe2(fd, O_NONBLOCK), 0);
	ck_assert_int_eq(pxt_feed_open(fd[0], &feed), 0);
	ck_assert_uint_eq(pxt_feed_size(feed), 0);
	ck_assert_int_eq(pxt_feed_more(feed), ENODATA);
	ck_assert(!pxt_feed_ended(feed));
	ck_assert_int_eq(write(fd[1], "abc", 3), 3);
	ck_assert_int_eq(pxt_feed_more(feed), 0);
	ck_assert_mem_eq(peek(3), "abc", 3);
	close(fd[1]);
	ck_assert_int_eq(pxt_feed_need(feed, 5), 0);
	ck_assert(pxt_feed_ended(feed));
	peek(3);
	pxt_feed_close(feed);
	close(fd[0]);
}
END_TEST

START_TEST(a_pipe_can_begin_again_while_all_of_it_is_there)
{
	uint8_t *many = calloc(1, 60000);
	int fd[2];

	ck_assert_int_eq(pipe2(fd, O_NONBLOCK), 0);
	ck_assert_int_eq(pxt_feed_open(fd[0], &feed), 0);
	ck_assert_int_eq(write(fd[1], "abc", 3), 3);
	ck_assert_int_eq(pxt_feed_more(feed), 0);
	pxt_feed_take(feed, 2);
	ck_assert_int_eq(pxt_feed_rewind(feed), 0);
	ck_assert_mem_eq(peek(3), "abc", 3);

	for (int i = 0; i < 10; i++) {
		size_t len;

		ck_assert_int_eq(write(fd[1], many, 60000), 60000);
		ck_assert_int_eq(pxt_feed_more(feed), 0);
		pxt_feed_peek(feed, &len);
		pxt_feed_take(feed, len);
	}
	ck_assert_int_eq(pxt_feed_rewind(feed), ESPIPE);
	pxt_feed_close(feed);
	close(fd[0]);
	close(fd[1]);
	free(many);
}
END_TEST

/* The master of a pseudo terminal has the slave's bytes, and then EIO. */
START_TEST(a_line_gives_what_it_has_and_ends_with_an_error_as_well)
{
	const int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
	int slave, err;

	ck_assert_int_ge(master, 0);
	ck_assert_int_eq(grantpt(master), 0);
	ck_assert_int_eq(unlockpt(master), 0);
	slave = open(ptsname(master), O_RDWR | O_NOCTTY | O_CLOEXEC);
	ck_assert_int_ge(slave, 0);
	ck_assert_int_eq(write(slave, "abc", 3), 3);
	close(slave);

	ck_assert_int_eq(pxt_feed_open(master, &feed), 0);
	pxt_feed_grows(feed);
	pxt_feed_set_line(feed);
	ck_assert_int_eq(pxt_feed_more(feed), 0);
	ck_assert(!pxt_feed_line_ended(feed, &err));
	ck_assert_int_eq(pxt_feed_more(feed), ENODATA);
	ck_assert(pxt_feed_ended(feed));
	ck_assert(pxt_feed_line_ended(feed, &err));
	ck_assert_int_eq(err, EIO);
	ck_assert_mem_eq(peek(3), "abc", 3);
	pxt_feed_close(feed);
	close(master);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("feed");
	TCase *c = tcase_create("feed");

	tcase_add_test(c, memory_is_there_at_once_and_can_be_read_again);
	tcase_add_test(c, a_file_is_read_to_its_end_and_again);
	tcase_add_test(c, a_file_that_grows_has_no_end_until_that_is_said);
	tcase_add_test(c, a_pipe_gives_what_it_has_and_ends_with_its_writer);
	tcase_add_test(c, a_pipe_can_begin_again_while_all_of_it_is_there);
	tcase_add_test(c,
		       a_line_gives_what_it_has_and_ends_with_an_error_as_well);
	suite_add_tcase(s, c);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
