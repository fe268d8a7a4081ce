/*
 * heir_log.h - logs of the program heir: where they are, and what is in them
 */
#ifndef TESTS_SESSION_HEIR_LOG_H
#define TESTS_SESSION_HEIR_LOG_H

#include <trace_np.h>

#include "heir.h"

static char dir[] = "/tmp/heirs.XXXXXX";
static char path[100], other_path[100];

static inline void make_dir(void)
{
	strcpy(strrchr(dir, '.'), ".XXXXXX");
	if (!mkdtemp(dir))
		abort();
	snprintf(path, sizeof(path), "%s/log", dir);
	snprintf(other_path, sizeof(other_path), "%s/other", dir);
}

static inline void remove_files(void)
{
	unlink(path);
	unlink(other_path);
}

static inline void remove_dir(void)
{
	remove_files();
	rmdir(dir);
}

static inline char *text_of(long number)
{
	static char text[4][24];
	static unsigned next;
	char *made = text[next++ % ARRAY_LEN(text)];

	snprintf(made, sizeof(text[0]), "%ld", number);
	return made;
}

/* The descriptor belongs to the log from now on. */
static inline trace_id_t open_path(const char *which, int flags)
{
	int fd = open(which, flags | O_CLOEXEC);

	ck_assert_int_ge(fd, 0);
	return open_log(fd);
}

/* Who opens a copy cannot do anything for the log. */
static inline trace_id_t open_copy(const char *which)
{
	char bytes[65536];
	int from = open(which, O_RDONLY | O_CLOEXEC);
	int to = make_file();
	ssize_t len;

	ck_assert_int_ge(from, 0);
	while ((len = read(from, bytes, sizeof(bytes))) > 0)
		ck_assert_int_eq(write(to, bytes, (size_t)len), len);
	ck_assert_int_eq(len, 0);
	close(from);
	return open_log(to);
}

static inline void assert_log_next_is(trace_id_t trid, trace_event_id_t type)
{
	struct got got;

	ck_assert(read_log(trid, &got));
	ck_assert_uint_eq(got.info.posix_event_id, type);
}

static inline void assert_log_has(trace_id_t trid, pid_t pid, const char *name,
				  uint32_t first, uint32_t end)
{
	struct got got;

	for (uint32_t i = first; i < end; i++) {
		ck_assert(read_log(trid, &got));
		assert_named(trid, &got, pid, name, i);
	}
}

/* That was the last event, and nothing is missing. */
static inline void assert_whole(trace_id_t trid)
{
	struct posix_trace_damage_np damage;
	struct got got;

	ck_assert(!read_log(trid, &got));
	assert_ok(posix_trace_get_damage_np(trid, &damage));
	ck_assert_msg(!damage.count, "%u damaged places: %s", damage.count,
		      damage.what);
	ck_assert_int_eq(status_of(trid).posix_stream_overrun_status,
			 POSIX_TRACE_NO_OVERRUN);
	ck_assert_int_eq(status_of(trid).posix_log_overrun_status,
			 POSIX_TRACE_NO_OVERRUN);
	assert_ok(posix_trace_close(trid));
}

static inline void assert_ends_with_stop(trace_id_t trid)
{
	assert_log_next_is(trid, POSIX_TRACE_STOP);
	assert_whole(trid);
}

#endif
