/* Numbers of processes that are given to others, for real: in a namespace where
 * the test says which number comes next. */
#include <dirent.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/vfs.h>

#include "build_programs.h"
#include "tracing.h"

#define PIDFS_MAGIC 0x50494446

enum { NUMBER = 3000, ROUNDS = SANITIZED ? 20 : 100 };

static const char *heir;

static bool write_number(const char *path, int number)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	bool done = fd >= 0 && dprintf(fd, "%d", number) > 0;

	close(fd);
	return done;
}

/* The next child will have the number. */
static void must_be_next(int number)
{
	if (!write_number("/proc/sys/kernel/ns_last_pid", number - 1))
		leave(98);
}

static long long start_of(pid_t pid)
{
	char path[32], text[1024];
	long long start = 0;
	ssize_t len;
	char *at;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	len = read(fd, text, sizeof(text) - 1);
	close(fd);
	must(len > 0);
	text[len] = '\0';
	at = strrchr(text, ')');
	for (int field = 2; at && field < 22; field++)
		at = strchr(at + 1, ' ');
	must(at && sscanf(at, "%lld", &start) == 1);
	return start;
}

/* Children: they record, say so, and wait to be killed. */

static _Noreturn void record_and_wait(int ready)
{
	record(type_of("step"), 0, 0);
	must(write(ready, "r", 1) == 1);
	for (;;)
		pause();
}

static pid_t start_child(void)
{
	int ready[2];
	pid_t child;
	char byte;

	must(!pipe(ready));
	must_be_next(NUMBER);
	child = fork();
	if (!child)
		record_and_wait(ready[1]);
	must(child == NUMBER && read(ready[0], &byte, 1) == 1);
	close(ready[0]);
	close(ready[1]);
	return child;
}

/* An older kernel does not tell one process of a tick from another. */
static bool kernel_tells(void)
{
	const int fd = (int)syscall(SYS_pidfd_open, getpid(), 0);
	struct statfs fs;
	bool tells = fd >= 0 && !fstatfs(fd, &fs) && fs.f_type == PIDFS_MAGIC;

	close(fd);
	return tells;
}

static void end_child(pid_t child)
{
	kill(child, SIGKILL);
	must(waitpid(child, NULL, 0) == child);
	if (!kernel_tells())
		nap_ms(20);
}

/* The first child had recorded its events before there was a stream. */
static unsigned count_events(trace_id_t trid)
{
	unsigned count = 0;
	struct got got;

	while (try_next(trid, &got))
		count += is_user(&got);
	return count;
}

static trace_id_t trace(pid_t pid, int inheritance)
{
	trace_attr_t attr = attr_of(0, 0);
	trace_id_t trid;

	must(!posix_trace_attr_setinherited(&attr, inheritance));
	must(!posix_trace_create(pid, &attr, &trid));
	must(!posix_trace_start(trid));
	return trid;
}

static void tell(unsigned same_tick)
{
	printf("%u of %d in the same tick\n", same_tick, ROUNDS);
	if (!same_tick && kernel_tells())
		puts("SKIPPED: successors within a tick: too slow");
	fflush(stdout);
}

/* The successor comes as quickly as can be, while the stream is there. */
static int follow_each_other(void)
{
	unsigned strange = 0, same_tick = 0;

	for (int i = 0; i < ROUNDS; i++) {
		pid_t child = start_child();
		long long start = start_of(child);
		trace_id_t trid = trace(child, POSIX_TRACE_CLOSE_FOR_CHILD);

		end_child(child);
		child = start_child();
		same_tick += start_of(child) == start;
		strange += count_events(trid);
		must(!posix_trace_shutdown(trid));

		/* It can be traced itself. */
		must(has_file(child));
		trid = trace(child, POSIX_TRACE_CLOSE_FOR_CHILD);
		must(!posix_trace_shutdown(trid));
		end_child(child);
	}
	tell(same_tick);
	return strange != 0;
}

/* A program that does not know the library: only its number is known. */
static pid_t start_stranger(void)
{
	pid_t child;

	must_be_next(NUMBER);
	child = fork();
	if (!child) {
		execl("/bin/sh", "sh", "-c", "\"$0\" event step 7; exit 0",
		      heir, (char *)NULL);
		leave(99);
	}
	must(child == NUMBER);
	return child;
}

static int leave_heirs(void)
{
	unsigned strange = 0, same_tick = 0;

	for (int i = 0; i < ROUNDS; i++) {
		pid_t child = start_child();
		long long start = start_of(child);
		trace_id_t trid = trace(child, POSIX_TRACE_INHERITED);

		end_child(child);
		child = start_stranger();
		same_tick += start_of(child) == start;
		must(waitpid(child, NULL, 0) == child);
		strange += count_events(trid);
		must(!posix_trace_shutdown(trid));
	}
	tell(same_tick);
	return strange != 0;
}

/* The successor lives; its predecessor's file is gone with the next stream. */
static int leave_files(void)
{
	pid_t child = start_child();
	trace_id_t trid;

	must(has_file(child));
	end_child(child);
	nap_ms(30);
	must_be_next(NUMBER);
	child = fork();
	while (!child)
		pause();
	must(child == NUMBER && has_file(child));
	trid = trace(0, POSIX_TRACE_CLOSE_FOR_CHILD);
	must(!posix_trace_shutdown(trid));
	must(!has_file(child));
	end_child(child);
	return 0;
}

/* As the first process of a namespace. */
static _Noreturn void be_first(int (*check)(void))
{
	if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) ||
	    mount("proc", "/proc", "proc", 0, NULL) ||
	    !write_number("/proc/sys/kernel/ns_last_pid", NUMBER))
		leave(77);
	leave(check());
}

static void check_in_namespace(int (*check)(void))
{
	int status;
	pid_t child;

	child = fork();
	if (!child) {
		if (unshare(CLONE_NEWPID | CLONE_NEWNS))
			leave(77);
		child = fork();
		if (!child)
			be_first(check);
		if (waitpid(child, &status, 0) != child || !WIFEXITED(status))
			leave(97);
		leave(WEXITSTATUS(status));
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	if (WIFEXITED(status) && WEXITSTATUS(status) == 77) {
		skipped("numbers that are given to others: no namespaces to "
			"be had");
		return;
	}
	ck_assert_int_eq(status, 0);
}

START_TEST(a_process_does_not_record_into_its_predecessors_stream)
{
	check_in_namespace(follow_each_other);
}
END_TEST

START_TEST(nobody_inherits_from_a_predecessor_of_his_parent)
{
	check_in_namespace(leave_heirs);
}
END_TEST

START_TEST(the_file_of_a_predecessor_goes)
{
	check_in_namespace(leave_files);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("process_numbers");
	TCase *t = tcase_create("process_numbers");

	tcase_set_timeout(t, 60);
	tcase_add_test(t,
		       a_process_does_not_record_into_its_predecessors_stream);
	tcase_add_test(t, nobody_inherits_from_a_predecessor_of_his_parent);
	tcase_add_test(t, the_file_of_a_predecessor_goes);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	heir = built("tests/session/heir");
	return run_suite(suite());
}
