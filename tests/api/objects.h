/*
 * objects.h - what the tests of the functions on objects have in common
 *
 * A stream with a log, and the names that events have of the objects they use.
 */
#ifndef TESTS_API_OBJECTS_H
#define TESTS_API_OBJECTS_H

#include "tracing.h"

static trace_id_t stream;
static trace_event_id_t type;
static int file;

static inline void setup(void)
{
	file = make_file();
	type = type_of("used");
	stream = create_logged_for(0, file, 0, 0);
	assert_ok(posix_trace_start(stream));
}

static inline void teardown(void)
{
	close(file);
}

static inline void use(uint64_t address)
{
	posix_trace_event(type, &address, sizeof(address));
}

static inline trace_id_t finished_log(void)
{
	assert_ok(posix_trace_shutdown(stream));
	return open_log(file);
}

static struct posix_trace_object_np object;

/* What an event's time says was there. */
static inline const char *name_at(trace_id_t trid, pid_t pid, uint64_t address,
				  const struct timespec *when)
{
	if (posix_trace_get_object_np(trid, 0, pid, address, "jar", when,
				      &object))
		return NULL;
	ck_assert_str_eq(object.kind, "jar");
	return object.name;
}

/* The next event that is the program's. */
static inline void next(trace_id_t log, struct got *got)
{
	int none = 0;

	do {
		assert_ok(posix_trace_getnext_event(log, &got->info, got->data,
						    ROOM, &got->len, &none));
		ck_assert_int_eq(none, 0);
	} while (!is_user(got));
}

/* The name of what that event uses, or NULL. */
static inline const char *next_name(trace_id_t log)
{
	struct got got;
	uint64_t address;

	next(log, &got);
	memcpy(&address, got.data, sizeof(address));
	return name_at(log, got.info.posix_pid, address,
		       &got.info.posix_timestamp);
}

static inline void assert_next(trace_id_t log, const char *wanted)
{
	const char *const name = next_name(log);

	ck_assert_ptr_nonnull(name);
	ck_assert_str_eq(name, wanted);
}

#endif
