/*
 * tracing.h - what the tests of the public functions have in common
 *
 * Streams are asked for with the policies there are; events carry a mark, so
 * that each of them can be told from every other.
 */
#ifndef TESTS_TRACING_H
#define TESTS_TRACING_H

#include <check.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <trace_np.h>

#include "run.h"
#include "sanitizers.h"

#define assert_ok(call) ck_assert_int_eq(call, 0)
#define assert_invalid(call) ck_assert_int_eq(call, EINVAL)
#define ARRAY_LEN(array) (sizeof(array) / sizeof((array)[0]))

enum {
	NS_PER_MS = 1000000,
	NS_PER_S = 1000000000,
	CLOCK_TOLERANCE_NS = 100000, /* INF-05 */
	ROOM = 4096,		     /* for the data of an event */
};

/* The data of most events. */
struct mark {
	uint32_t who;
	uint32_t number;
};

/* An event as it was read. */
struct got {
	struct posix_trace_event_info info;
	size_t len;
	union {
		unsigned char data[ROOM];
		struct mark mark;
		int number;
		int64_t ns;
	};
};

static inline int64_t ns_of(struct timespec time)
{
	return (int64_t)time.tv_sec * NS_PER_S + time.tv_nsec;
}

static inline int64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return ns_of(now);
}

static inline struct timespec in_ms(int64_t ms)
{
	int64_t ns = now_ns() + ms * NS_PER_MS;

	return (struct timespec){ .tv_sec = ns / NS_PER_S,
				  .tv_nsec = ns % NS_PER_S };
}

static inline void nap_ms(long ms)
{
	struct timespec left = { .tv_sec = ms / 1000,
				 .tv_nsec = ms % 1000 * NS_PER_MS };

	while (nanosleep(&left, &left) && errno == EINTR)
		;
}

static inline trace_event_id_t type_of(const char *name)
{
	trace_event_id_t type;

	assert_ok(posix_trace_eventid_open(name, &type));
	return type;
}

static inline void record(trace_event_id_t type, uint32_t who, uint32_t number)
{
	const struct mark mark = { .who = who, .number = number };

	posix_trace_event(type, &mark, sizeof(mark));
}

/* Attributes for a stream of this size; 0: the default. The caller need not
 * destroy them: they own no memory (ATR-39). With PACKED_LOGS in the
 * environment the stream's log is compressed, see session/check-packed.sh. */
static inline trace_attr_t attr_of(size_t size, size_t max_data)
{
	trace_attr_t attr;

	assert_ok(posix_trace_attr_init(&attr));
	assert_ok(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_APPEND));
	if (getenv("PACKED_LOGS"))
		assert_ok(posix_trace_attr_setlogcompression_np(
			&attr, POSIX_TRACE_LOG_ZSTD_NP));
	if (size)
		assert_ok(posix_trace_attr_setstreamsize(&attr, size));
	if (max_data)
		assert_ok(posix_trace_attr_setmaxdatasize(&attr, max_data));
	return attr;
}

static inline trace_id_t create_for(pid_t pid, size_t size, size_t max_data)
{
	trace_attr_t attr = attr_of(size, max_data);
	trace_id_t trid;

	assert_ok(posix_trace_create(pid, &attr, &trid));
	return trid;
}

static inline trace_id_t create_logged_for(pid_t pid, int fd, size_t size,
					   size_t max_data)
{
	trace_attr_t attr = attr_of(size, max_data);
	trace_id_t trid;

	assert_ok(posix_trace_create_withlog(pid, &attr, fd, &trid));
	return trid;
}

/* A stream of this process that loops, and runs. */
static inline trace_id_t start_stream(size_t size)
{
	trace_id_t trid = create_for(0, size, 0);

	assert_ok(posix_trace_start(trid));
	return trid;
}

/* An empty file without a name. */
static inline int make_file(void)
{
	int fd = memfd_create("log", MFD_CLOEXEC);

	ck_assert_int_ge(fd, 0);
	return fd;
}

/* No file of ours may grow beyond this one: as good as a full disk. */
static inline void forbid_growth(int fd)
{
	struct rlimit limit;
	struct stat st;

	ck_assert_int_eq(fstat(fd, &st), 0);
	ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &limit), 0);
	limit.rlim_cur = (rlim_t)st.st_size;
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
	signal(SIGXFSZ, SIG_IGN);
}

static inline void allow_growth(void)
{
	struct rlimit limit;

	ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &limit), 0);
	limit.rlim_cur = limit.rlim_max;
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static inline trace_id_t open_log(int fd)
{
	trace_id_t trid;

	assert_ok(posix_trace_open(fd, &trid));
	return trid;
}

/* The log of a stream of this process, without events. */
static inline trace_id_t open_empty_log(void)
{
	int fd = make_file();
	trace_id_t log = create_logged_for(0, fd, 0, 0);

	assert_ok(posix_trace_shutdown(log));
	return open_log(fd);
}

/* Is there an event? Then it is read. */
static inline bool try_next(trace_id_t trid, struct got *got)
{
	int unavailable = -1;

	assert_ok(posix_trace_trygetnext_event(trid, &got->info, got->data,
					       sizeof(got->data), &got->len,
					       &unavailable));
	ck_assert_int_ne(unavailable, -1);
	return !unavailable;
}

static inline bool log_next(trace_id_t trid, struct got *got)
{
	int unavailable = -1;

	assert_ok(posix_trace_getnext_event(trid, &got->info, got->data,
					    sizeof(got->data), &got->len,
					    &unavailable));
	ck_assert_int_ne(unavailable, -1);
	return !unavailable;
}

/* Wait for an event; ten seconds are for ever. */
static inline void await_next(trace_id_t trid, struct got *got)
{
	struct timespec limit = in_ms(10000);
	int unavailable = -1;

	assert_ok(posix_trace_timedgetnext_event(trid, &got->info, got->data,
						 sizeof(got->data), &got->len,
						 &unavailable, &limit));
	ck_assert_int_eq(unavailable, 0);
}

static inline bool is_user(const struct got *got)
{
	return got->info.posix_event_id > POSIX_TRACE_UNNAMED_USEREVENT;
}

static inline void assert_next_is(trace_id_t trid, trace_event_id_t type,
				  struct got *got)
{
	ck_assert(try_next(trid, got));
	ck_assert_uint_eq(got->info.posix_event_id, type);
}

static inline void assert_mark(const struct got *got, uint32_t who,
			       uint32_t number)
{
	ck_assert_uint_eq(got->len, sizeof(got->mark));
	ck_assert_uint_eq(got->mark.who, who);
	ck_assert_uint_eq(got->mark.number, number);
}

static inline void assert_next_mark(trace_id_t trid, trace_event_id_t type,
				    uint32_t who, uint32_t number)
{
	struct got got;

	assert_next_is(trid, type, &got);
	assert_mark(&got, who, number);
}

/* In a stream, or in a log, the type has this name. */
static inline void assert_name(trace_id_t trid, trace_event_id_t type,
			       const char *name)
{
	char got[TRACE_EVENT_NAME_MAX + 1];

	assert_ok(posix_trace_eventid_get_name(trid, type, got));
	ck_assert_str_eq(got, name);
}

static inline void assert_empty(trace_id_t trid)
{
	struct got got;

	ck_assert(!try_next(trid, &got));
}

/* Throw everything away that is there. */
static inline unsigned drain(trace_id_t trid)
{
	struct got got;
	unsigned count = 0;

	while (try_next(trid, &got))
		count++;
	return count;
}

/* The log's own thread may write the last flush's mark at any time, and a full
 * log throws the mark away, or events for it: that is an overrun, too. */
static inline void leave_out_marks_of_flushes(trace_id_t trid)
{
	trace_event_set_t marks;

	assert_ok(posix_trace_eventset_empty(&marks));
	assert_ok(posix_trace_eventset_add(POSIX_TRACE_FLUSH_START, &marks));
	assert_ok(posix_trace_eventset_add(POSIX_TRACE_FLUSH_STOP, &marks));
	assert_ok(
		posix_trace_set_filter(trid, &marks, POSIX_TRACE_SET_EVENTSET));
}

static inline struct posix_trace_status_info status_of(trace_id_t trid)
{
	struct posix_trace_status_info status;

	assert_ok(posix_trace_get_status(trid, &status));
	return status;
}

static inline void assert_state(trace_id_t trid, int status, int full)
{
	struct posix_trace_status_info info = status_of(trid);

	ck_assert_int_eq(info.posix_stream_status, status);
	ck_assert_int_eq(info.posix_stream_full_status, full);
}

/* The child's verdict: it has no test of its own to fail. */
static inline void assert_exits_0(pid_t child)
{
	int status;

	ck_assert_int_gt(child, 0);
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_msg(WIFEXITED(status) && !WEXITSTATUS(status),
		      "the child ended with wait status %#x", status);
}

/* End a child, and nothing else: whatever watches the end of a process would
 * take the parent's threads and memory for the child's. */
static inline _Noreturn void leave(int status)
{
	for (;;)
		syscall(SYS_exit_group, status);
}

/* An assertion of a child. */
#define must(done) must_at(done, __FILE__, __LINE__)

static inline void must_at(bool done, const char *file, int line)
{
	if (done)
		return;
	fprintf(stderr, "%s:%d: went wrong\n", file, line);
	leave(99);
}

/* Has the process a file in the runtime directory? */
static inline bool has_file(pid_t pid)
{
	DIR *list = opendir(getenv("POSIXTRACE_DIR"));
	struct dirent *entry;
	char wanted[20];
	bool has = false;

	snprintf(wanted, sizeof(wanted), "%d-", (int)pid);
	while (list && (entry = readdir(list)))
		has |= !strncmp(entry->d_name, wanted, strlen(wanted));
	if (list)
		closedir(list);
	return has;
}

#endif
