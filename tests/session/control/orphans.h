/*
 * orphans.h - streams whose controller was killed, and what their logs have
 *
 * The controller is the program heir.
 */
#ifndef TESTS_SESSION_CONTROL_ORPHANS_H
#define TESTS_SESSION_CONTROL_ORPHANS_H

#include "session/heir_log.h"

enum {
	EVENTS = SANITIZED ? 2000 : 10000, /* of several chunks */
	FEW = 100,
	MANY = 60000, /* more than a stream takes */
	ATTEMPTS = SANITIZED ? 10 : 40,
};

/* A test that failed may leave its stream to the next. */
static inline void remove_streams(void)
{
	char name[200];

	remove_files();
	for (int n = 0; n < TRACE_SYS_MAX; n++) {
		snprintf(name, sizeof(name), "%s/stream-%d",
			 getenv("POSIXTRACE_DIR"), n);
		unlink(name);
		snprintf(name, sizeof(name), "%s/left-%d",
			 getenv("POSIXTRACE_DIR"), n);
		unlink(name);
	}
}

/* A controller of itself, killed when it has recorded events. */
static inline pid_t kill_controller(char *const argv[])
{
	struct heir heir = launch(argv);

	listen_to(&heir);
	ck_assert_int_eq(kill(heir.pid, SIGKILL), 0);
	ck_assert_int_eq(end_of(heir.pid), SIGKILL);
	close(heir.in);
	close(heir.out);
	return heir.pid;
}

static inline pid_t kill_logging(int events)
{
	return kill_controller(HEIR("trace", "0", path, "events", "e",
				    text_of(events), "say", "await"));
}

/* Some events are in the log, and the others will not come there by
 * themselves. */
static inline pid_t kill_lazy(int events)
{
	return kill_controller(HEIR("lazy", "trace", "0", path, "events", "f",
				    text_of(FEW), "flush", "events", "e",
				    text_of(events), "say", "await"));
}

static inline pid_t kill_flight_recorder(int events)
{
	return kill_controller(HEIR("orphan", "runs", "trace", "0", "-",
				    "events", "e", text_of(events), "say",
				    "await"));
}

static inline int open_fd(const char *which, int flags)
{
	int fd = open(which, flags | O_CLOEXEC, 0600);

	ck_assert_int_ge(fd, 0);
	return fd;
}

static inline off_t size_of(int fd)
{
	struct stat st;

	ck_assert_int_eq(fstat(fd, &st), 0);
	return st.st_size;
}

/* A copy of the log so far, with the other path. */
static inline int copy_log(void)
{
	int from = open_fd(path, O_RDONLY);
	int to = open_fd(other_path, O_RDWR | O_CREAT | O_EXCL);
	char bytes[65536];
	ssize_t len;

	while ((len = read(from, bytes, sizeof(bytes))) > 0)
		ck_assert_int_eq(write(to, bytes, (size_t)len), len);
	close(from);
	return to;
}

static inline int describe(int number)
{
	struct posix_trace_orphan_np orphan;

	return posix_trace_get_orphan_np(number, &orphan);
}

static inline int recover(int number, int fd)
{
	struct posix_trace_recovered_np result;

	return posix_trace_recover_np(number, fd, &result);
}

static inline void assert_complete(trace_id_t trid, pid_t pid, uint32_t events)
{
	assert_log_next_is(trid, POSIX_TRACE_START);
	assert_log_has(trid, pid, "e", 0, events);
	assert_ends_with_stop(trid);
}

static inline void assert_lazy_complete(const char *which, pid_t pid)
{
	trace_id_t trid = open_copy(which);

	assert_log_next_is(trid, POSIX_TRACE_START);
	assert_log_has(trid, pid, "f", 0, FEW);
	assert_log_has(trid, pid, "e", 0, EVENTS);
	assert_ends_with_stop(trid);
}

/* One that begins somewhere, and ends so. */
static inline void assert_has_the_last(trace_id_t trid, uint32_t events)
{
	struct got got;
	uint32_t next;

	do
		ck_assert(read_log(trid, &got));
	while (!is_user(&got));
	next = got.mark.number;
	ck_assert_uint_lt(next, events);
	for (; is_user(&got); next++) {
		ck_assert_uint_eq(got.mark.number, next);
		ck_assert(read_log(trid, &got));
	}
	ck_assert_uint_eq(next, events);
	ck_assert_uint_eq(got.info.posix_event_id, POSIX_TRACE_STOP);
	ck_assert(!read_log(trid, &got));
	assert_ok(posix_trace_close(trid));
}

#endif
