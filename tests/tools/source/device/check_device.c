/*
 * check_device.c - the end of a line: the far end closes it, or it is cut
 */
#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>

#include "common/command.h"
#include "format/formats.h"
#include "run.h"
#include "source/device/device.h"
#include "source/source_foreign.h"
#include "source/source_open.h"

/* Two messages of LiteOS. */
static const uint8_t sample[] = {
	0xff, 0x00, 0x0c, 0x00, 0xcc, 0x5f, 0x01, 0x04, 0x11, 0x00, 0x00,
	0x00, 0x02, 0x04, 0xef, 0xbe, 0xad, 0xde, 0xff, 0x01, 0x12, 0x00,
	0x83, 0x9d, 0x01, 0x04, 0x78, 0x56, 0x34, 0x12, 0x02, 0x04, 0x01,
	0x00, 0x00, 0x00, 0x08, 0x04, 0x80, 0xf0, 0xfa, 0x02,
};

static int far_end;
static int error_before_the_end; /* of the file, or 0 */

/* What every part of this program calls. Linux gives EIO in the instant between
 * the close and the hang-up, which no test can meet at will. */
ssize_t read(int fd, void *data, size_t len)
{
	const ssize_t got = syscall(SYS_read, fd, data, len);

	if (got || !error_before_the_end)
		return got;
	errno = error_before_the_end;
	error_before_the_end = 0;
	return -1;
}

static const char *open_far_end(void)
{
	static char name[64];
	struct termios raw;

	far_end = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
	ck_assert_int_ge(far_end, 0);
	ck_assert_int_eq(grantpt(far_end), 0);
	ck_assert_int_eq(unlockpt(far_end), 0);
	ck_assert_int_eq(tcgetattr(far_end, &raw), 0);
	cfmakeraw(&raw);
	ck_assert_int_eq(tcsetattr(far_end, TCSANOW, &raw), 0);
	snprintf(name, sizeof(name), "serial:%s", ptsname(far_end));
	return name;
}

static struct source *open_line(void)
{
	static struct source_as as = { .grows = true };
	struct source *source;

	as.format = pxt_format_find("liteos");
	ck_assert_int_eq(source_open(&source, open_far_end(), &as), 0);
	return source;
}

/* Linux throws away what was not read before the far end is closed. */
static void read_sample(struct source *source)
{
	struct posix_trace_item_np item;
	int unavailable;

	ck_assert_int_eq(write(far_end, sample, sizeof(sample)),
			 sizeof(sample));
	while (source_foreign_size(source) < sizeof(sample))
		ck_assert_int_eq(source_next(source, &item, &unavailable), 0);
}

static void read_to_the_end(struct source *source)
{
	struct posix_trace_item_np item;
	int unavailable;

	while (!source_is_complete(source))
		ck_assert_int_eq(source_next(source, &item, &unavailable), 0);
}

static int status_after(int err)
{
	struct source *source = open_line();
	int status;

	read_sample(source);
	error_before_the_end = err;
	close(far_end);
	read_to_the_end(source);
	ck_assert_int_eq(error_before_the_end, 0);
	ck_assert_uint_eq(source_foreign_size(source), sizeof(sample));
	status = source_tell_damage(source, false);
	source_close(source);
	return status;
}

START_TEST(a_far_end_that_closes_a_pseudo_terminal_ends_the_line)
{
	ck_assert_int_eq(status_after(0), EXIT_SUCCESS);
	ck_assert_int_eq(status_after(EIO), EXIT_SUCCESS);
}
END_TEST

START_TEST(other_errors_cut_a_pseudo_terminal)
{
	ck_assert_int_eq(status_after(ENXIO), EXIT_DAMAGED);
}
END_TEST

START_TEST(a_device_that_is_not_there_any_more_cuts_the_line)
{
	const int fd = open("/dev/null", O_RDWR | O_CLOEXEC);

	ck_assert_int_eq(device_cut(fd, 0), EIO);
	ck_assert_int_eq(device_cut(fd, EIO), EIO);
	ck_assert_int_eq(device_cut(fd, ENODEV), ENODEV);
	close(fd);
}
END_TEST

START_TEST(a_socket_is_closed_or_reset)
{
	const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	ck_assert_int_eq(device_cut(fd, 0), 0);
	ck_assert_int_eq(device_cut(fd, ECONNRESET), ECONNRESET);
	ck_assert_int_eq(device_cut(fd, EIO), EIO);
	close(fd);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("device");
	TCase *c = tcase_create("device");

	tcase_add_test(c,
		       a_far_end_that_closes_a_pseudo_terminal_ends_the_line);
	tcase_add_test(c, other_errors_cut_a_pseudo_terminal);
	tcase_add_test(c, a_device_that_is_not_there_any_more_cuts_the_line);
	tcase_add_test(c, a_socket_is_closed_or_reset);
	suite_add_tcase(s, c);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
