/* check_flusher.c - a log tells where it is from, and what ran there */
#include <check.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <trace_np.h>

#include "base/clock.h"
#include "base/proc.h"
#include "base/shm.h"
#include "log/log_reader.h"
#include "stream/process.h"
#include "stream/stream.h"
#include "stream/writer.h"
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
	int64_t before, now, error;

	ck_assert_int_eq(uname(&name), 0);
	ck_assert_str_eq(header->attr.name, "portrait");
	ck_assert_uint_eq(header->attr.log_policy, POSIX_TRACE_APPEND);
	ck_assert_uint_eq(header->target_pid, getpid());
	ck_assert_str_eq(header->host, name.nodename);
	ck_assert_ptr_nonnull(strstr(header->system, name.release));
	ck_assert_mem_ne(header->uuid, nothing, sizeof(nothing));
	ck_assert_uint_eq(header->clock, pxt_clock_choose());

	/* The clock it describes is the one we have: to a thousandth. */
	before = pxt_clock_ns(CLOCK_REALTIME);
	now = pxt_context_time(&pair, header->start_ticks,
			       pxt_clock_ticks(header->clock));
	error = (before - header->attr.created_ns) / 1000 + 1000000;
	ck_assert_int_ge(now, before - error);
	ck_assert_int_le(now, pxt_clock_ns(CLOCK_REALTIME) + error);
}
END_TEST

START_TEST(the_process_tells_its_command_and_mappings)
{
	const struct pxt_image *found =
		pxt_log_reader_process(log_reader, 0, (uint32_t)getpid());
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

/* A stream under way, as others see it */

static struct pxt_stream stream;
static struct pxt_proc self;
static trace_id_t trid;
static int dir;

/* log -1: none. */
static void make_stream(int log, int policy)
{
	trace_attr_t attr;

	ck_assert_int_eq(posix_trace_attr_init(&attr), 0);
	posix_trace_attr_setstreamfullpolicy(&attr, policy);
	posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_APPEND);
	if (log < 0)
		ck_assert_int_eq(posix_trace_create(0, &attr, &trid), 0);
	else
		ck_assert_int_eq(
			posix_trace_create_withlog(0, &attr, log, &trid), 0);
}

/* The one stream of this process. */
static void find_stream(void)
{
	struct pxt_process process;

	ck_assert_int_eq(pxt_proc_read(getpid(), &self), 0);
	ck_assert_int_eq(pxt_shm_directory(0, &dir), 0);
	ck_assert_int_eq(pxt_process_find(dir, getpid(), self.start, &process),
			 0);
	ck_assert_int_eq(
		pxt_stream_open(
			dir, atomic_load(&process.shared->slot[0].number),
			atomic_load(&process.shared->slot[0].nonce), &stream),
		0);
	pxt_process_close(&process);
}

static void end_stream(void)
{
	ck_assert_int_eq(posix_trace_shutdown(trid), 0);
	pxt_stream_close(&stream);
	close(dir);
}

START_TEST(a_stream_tells_whose_it_is)
{
	make_stream(-1, POSIX_TRACE_LOOP);
	find_stream();
	ck_assert_int_eq(stream.shared->controller, getpid());
	ck_assert_uint_eq(stream.shared->controller_start, self.start);
	ck_assert_uint_eq(stream.shared->controller_image, self.image);
	ck_assert_int_eq(stream.shared->target, getpid());
	ck_assert_uint_eq(stream.shared->target_start, self.start);
	ck_assert_uint_eq(stream.family, getpid());
	end_stream();
}
END_TEST

START_TEST(a_stream_without_log_tells_none)
{
	static const struct pxt_stream_log none;

	make_stream(-1, POSIX_TRACE_LOOP);
	find_stream();
	ck_assert_mem_eq(&stream.shared->log, &none, sizeof(none));
	end_stream();
}
END_TEST

/* Not the directory entry decides, but the file and what is in it. */
static void assert_tells(int log, const char *path)
{
	const struct pxt_stream_log *told = &stream.shared->log;
	struct pxt_log_reader *reader;
	unsigned number;
	struct stat st;

	ck_assert_int_eq(fstat(log, &st), 0);
	ck_assert_uint_eq(told->device, st.st_dev);
	ck_assert_uint_eq(told->inode, st.st_ino);
	ck_assert_str_eq(told->path, path);

	ck_assert_int_eq(pxt_log_open(log, &reader), 0);
	ck_assert_mem_eq(told->uuid, pxt_log_reader_header(reader)->uuid,
			 sizeof(told->uuid));
	pxt_log_reader_close(reader);
	ck_assert_int_eq(pxt_stream_find_log(dir, told->uuid, &number), 0);
	ck_assert_uint_eq(number, stream.number);
}

START_TEST(a_stream_tells_where_its_log_is)
{
	char path[PATH_MAX] = "/tmp/posixtrace-test.XXXXXX";
	char real[PATH_MAX];
	int log = mkstemp(path);

	ck_assert_int_ge(log, 0);
	ck_assert_ptr_nonnull(realpath(path, real));
	make_stream(log, POSIX_TRACE_FLUSH);
	ck_assert_int_eq(unlink(path), 0);
	find_stream();
	assert_tells(log, real);
	end_stream();
	close(log);
}
END_TEST

START_TEST(a_log_without_name_is_told_too)
{
	int log = memfd_create("log", MFD_CLOEXEC);
	char path[PATH_MAX] = "", link[64];

	snprintf(link, sizeof(link), "/proc/self/fd/%d", log);
	ck_assert_int_gt(readlink(link, path, sizeof(path) - 1), 0);
	make_stream(log, POSIX_TRACE_FLUSH);
	find_stream();
	assert_tells(log, path);
	end_stream();
	close(log);
}
END_TEST

START_TEST(a_stream_tells_whether_a_stop_is_owing)
{
	make_stream(-1, POSIX_TRACE_LOOP);
	find_stream();
	for (int i = 0; i < 2; i++) {
		ck_assert_uint_eq(atomic_load(&stream.shared->window), 0);
		ck_assert_int_eq(posix_trace_start(trid), 0);
		ck_assert_uint_eq(atomic_load(&stream.shared->window), 1);
		ck_assert_int_eq(posix_trace_stop(trid), 0);
	}
	end_stream();
}
END_TEST

static unsigned log_writers(void)
{
	DIR *list = opendir("/proc/self/task");
	struct dirent *entry;
	unsigned count = 0;

	ck_assert_ptr_nonnull(list);
	while ((entry = readdir(list))) {
		char path[512], name[32] = "";
		FILE *file;

		snprintf(path, sizeof(path), "/proc/self/task/%s/comm",
			 entry->d_name);
		file = fopen(path, "re");
		if (!file)
			continue;
		count += fgets(name, sizeof(name), file) &&
			 !strcmp(name, "posixtrace-log\n");
		fclose(file);
	}
	closedir(list);
	return count;
}

START_TEST(a_thread_writes_the_log_of_streams_that_flush_themselves)
{
	static const struct {
		int policy;
		unsigned threads;
	} cases[] = {
		{ POSIX_TRACE_FLUSH, 1 },
		{ POSIX_TRACE_LOOP, 0 },
		{ POSIX_TRACE_UNTIL_FULL, 0 },
	};
	int log = memfd_create("log", MFD_CLOEXEC);

	for (int i = 0; i < 3; i++) {
		make_stream(log, cases[i].policy);
		/* A thread that begins has another name for a moment. */
		while (log_writers() < cases[i].threads)
			sched_yield();
		ck_assert_uint_eq(log_writers(), cases[i].threads);
		ck_assert_int_eq(posix_trace_shutdown(trid), 0);
		/* Joined threads are listed for a moment still. */
		while (log_writers())
			sched_yield();
	}
	close(log);
}
END_TEST

/* What it sees of the log who follows it. */
static unsigned count_followed(struct pxt_merge *merge)
{
	struct pxt_event event;
	unsigned count = 0;
	int err;

	while (!(err = pxt_merge_next(merge, &event)))
		count++;
	ck_assert_int_eq(err, ENODATA);
	return count;
}

/* A writer that stopped in the middle of a record may come with an older event;
 * when it is known that none will come, nothing else need be written. */
START_TEST(who_follows_gets_what_was_written_when_a_writer_stopped)
{
	const struct pxt_writer_self writer_self = {
		.pid = (uint32_t)getpid(),
		.tid = (uint32_t)getpid(),
		.owner = (uint32_t)getpid(),
	};
	int log = memfd_create("log", MFD_CLOEXEC);
	struct pxt_writer writer;
	struct pxt_merge *merge;
	trace_event_id_t type;
	off_t length;

	ck_assert_int_eq(posix_trace_eventid_open("event", &type), 0);
	make_stream(log, POSIX_TRACE_UNTIL_FULL);
	find_stream();
	ck_assert_int_eq(posix_trace_start(trid), 0);
	pxt_writer_init(&writer, &stream);
	pxt_writer_enter(&writer);
	pxt_writer_put(&writer, &writer_self, type, 0, NULL, 0);
	ck_assert_int_eq(pxt_log_open(log, &log_reader), 0);
	pxt_log_reader_follow(log_reader, true);
	ck_assert_int_eq(
		pxt_merge_create(pxt_log_reader_source(log_reader), &merge), 0);
	ck_assert_int_eq(posix_trace_drain_np(trid), 0);
	ck_assert_uint_eq(count_followed(merge), 2);

	pxt_writer_enter(&writer);
	posix_trace_event(type, NULL, 0);
	ck_assert_int_eq(posix_trace_drain_np(trid), 0);
	ck_assert_uint_eq(count_followed(merge), 0);

	pxt_writer_leave(&writer);
	ck_assert_int_eq(posix_trace_drain_np(trid), 0);
	ck_assert_uint_eq(count_followed(merge), 1);

	/* Once. */
	length = lseek(log, 0, SEEK_END);
	ck_assert_int_eq(posix_trace_drain_np(trid), 0);
	ck_assert_int_eq(lseek(log, 0, SEEK_END), length);

	pxt_writer_fini(&writer);
	pxt_merge_close(merge);
	pxt_log_reader_close(log_reader);
	end_stream();
	close(log);
}
END_TEST

static TCase *portrait(void)
{
	TCase *t = tcase_create("portrait");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, the_head_tells_stream_host_and_clock);
	tcase_add_test(t, the_process_tells_its_command_and_mappings);
	tcase_add_test(t, the_end_tells_the_status_and_names_are_kept);
	return t;
}

static TCase *under_way(void)
{
	TCase *t = tcase_create("under way");

	tcase_add_test(t, a_stream_tells_whose_it_is);
	tcase_add_test(t, a_stream_without_log_tells_none);
	tcase_add_test(t, a_stream_tells_where_its_log_is);
	tcase_add_test(t, a_log_without_name_is_told_too);
	tcase_add_test(t, a_stream_tells_whether_a_stop_is_owing);
	tcase_add_test(
		t, a_thread_writes_the_log_of_streams_that_flush_themselves);
	tcase_add_test(t,
		       who_follows_gets_what_was_written_when_a_writer_stopped);
	return t;
}

int main(void)
{
	Suite *s = suite_create("flusher");

	suite_add_tcase(s, portrait());
	suite_add_tcase(s, under_way());
	return run_suite(s);
}
