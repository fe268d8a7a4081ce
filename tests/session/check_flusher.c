/* check_flusher.c - a log tells where it is from, and what ran there */
#include <check.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <trace.h>

#include "base/clock.h"
#include "log/log_reader.h"
#include "run.h"

static struct pxt_log_reader *log_reader;
static int fd;

/* The log of a stream of this process, with one named event in it. */
static void setup(void)
{
	trace_event_id_t type;
	trace_attr_t attr;
	trace_id_t trid;

	fd = memfd_create("log", MFD_CLOEXEC);
	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(posix_trace_attr_init(&attr), 0);
	posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_APPEND);
	posix_trace_attr_setname(&attr, "portrait");
	ck_assert_int_eq(posix_trace_eventid_open("sitting", &type), 0);
	ck_assert_int_eq(posix_trace_create_withlog(0, &attr, fd, &trid), 0);
	ck_assert_int_eq(posix_trace_start(trid), 0);
	posix_trace_event(type, "still", 5);
	ck_assert_int_eq(posix_trace_shutdown(trid), 0);
	ck_assert_int_eq(pxt_log_open(fd, &log_reader), 0);
}

static void teardown(void)
{
	pxt_log_reader_close(log_reader);
	close(fd);
}

START_TEST(the_head_tells_stream_host_and_clock)
{
	const struct pxt_log_header *header = pxt_log_reader_header(log_reader);
	static const uint8_t nothing[sizeof(header->uuid)];
	struct pxt_context pair = {
		.realtime_ns = (uint64_t)header->attr.created_ns,
		.rate = header->rate,
	};
	struct utsname name;
	int64_t now;

	ck_assert_int_eq(uname(&name), 0);
	ck_assert_str_eq(header->attr.name, "portrait");
	ck_assert_uint_eq(header->attr.log_policy, POSIX_TRACE_APPEND);
	ck_assert_uint_eq(header->target_pid, getpid());
	ck_assert_str_eq(header->host, name.nodename);
	ck_assert_ptr_nonnull(strstr(header->system, name.release));
	ck_assert_mem_ne(header->uuid, nothing, sizeof(nothing));
	ck_assert_uint_eq(header->clock, pxt_clock_choose());

	/* The clock it describes is the one we have: to a thousandth. */
	now = pxt_context_time(&pair, header->start_ticks,
			       pxt_clock_ticks(header->clock));
	ck_assert_int_lt(llabs(now - pxt_clock_ns(CLOCK_REALTIME)), 10000000);
}
END_TEST

START_TEST(the_process_tells_its_command_and_mappings)
{
	const struct pxt_image *found =
		pxt_log_reader_process(log_reader, (uint32_t)getpid());
	uint64_t here = (uintptr_t)setup;
	struct pxt_image_module module;
	struct pxt_image image;
	char path[4096] = "";
	int modules = 0, ids = 0, mine = 0;

	ck_assert_ptr_nonnull(found);
	image = *found;
	ck_assert_ptr_nonnull(strstr(image.name, "check_flusher"));
	ck_assert_ptr_nonnull(strstr(image.command, "check_flusher"));
	ck_assert_int_gt(readlink("/proc/self/exe", path, sizeof(path) - 1), 0);
	while (!pxt_image_next_module(&image, &module)) {
		modules++;
		ids += module.id_len > 0;
		if (here < module.start || here >= module.end)
			continue;
		mine++;
		ck_assert_str_eq(module.path, path);
	}
	ck_assert_int_gt(modules, 1);
	ck_assert_int_gt(ids, 0);
	ck_assert_int_eq(mine, 1);
}
END_TEST

START_TEST(the_end_tells_the_status_and_names_are_kept)
{
	const uint32_t family = (uint32_t)getpid();
	const struct pxt_log_end *end = pxt_log_reader_end(log_reader);
	uint32_t type = pxt_log_reader_next_type(log_reader, family, 0);

	ck_assert_ptr_nonnull(end);
	ck_assert_uint_eq(end->events, 3); /* START and STOP count */
	ck_assert_uint_eq(end->lost, 0);
	ck_assert_uint_eq(end->stream_overrun, 0);
	ck_assert_uint_eq(end->flush_error, 0);
	ck_assert_str_eq(pxt_log_reader_name(log_reader, family, type),
			 "sitting");
	ck_assert_uint_eq(pxt_log_reader_next_type(log_reader, family, type),
			  0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("flusher");
	TCase *tcase = tcase_create("portrait");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, the_head_tells_stream_host_and_clock);
	tcase_add_test(tcase, the_process_tells_its_command_and_mappings);
	tcase_add_test(tcase, the_end_tells_the_status_and_names_are_kept);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
