/*
 * event.h - what the tests of posix_trace_event() have in common
 *
 * Marks of a program and of its signal handlers, which come while it records.
 */
#ifndef TESTS_API_EVENT_H
#define TESTS_API_EVENT_H

#include <limits.h>
#include <sys/time.h>

#include "tracing.h"

enum {
	MAIN = 1,
	HANDLER = 2,
	MANY = SANITIZED ? 5000 : 50000,
	THREADS = 8,
	BIG = 16 << 20, /* a stream in which all of that has room */
};

static trace_event_id_t type, other;

static inline void setup(void)
{
	type = type_of("event");
	other = type_of("other");
}

static inline trace_event_id_t type_numbered(int i)
{
	char name[TRACE_EVENT_NAME_MAX + 1];

	snprintf(name, sizeof(name), "numbered %0200d", i);
	return type_of(name);
}

static inline void *write_many(void *argument)
{
	const uint32_t who = (uint32_t)(uintptr_t)argument;

	for (uint32_t i = 0; i < MANY / THREADS; i++)
		record(type, who, i);
	return NULL;
}

static inline void handle(int number, void (*handler)(int), int flags)
{
	struct sigaction action = { .sa_flags = flags };

	action.sa_handler = handler;
	sigemptyset(&action.sa_mask);
	ck_assert_int_eq(sigaction(number, &action, NULL), 0);
}

static inline void storm(long us)
{
	const struct itimerval timer = {
		.it_interval = { .tv_usec = us },
		.it_value = { .tv_usec = us },
	};

	ck_assert_int_eq(setitimer(ITIMER_REAL, &timer, NULL), 0);
}

/* Read both rows, each gapless. */
static inline void assert_rows(trace_id_t trid, uint32_t mains,
			       uint32_t handlers)
{
	uint32_t next[HANDLER + 1] = { 0 };
	struct got got;

	while (try_next(trid, &got)) {
		if (!is_user(&got))
			continue;
		ck_assert(got.mark.who == MAIN || got.mark.who == HANDLER);
		assert_mark(&got, got.mark.who, next[got.mark.who]++);
		ck_assert_uint_eq(got.info.posix_event_id,
				  got.mark.who == MAIN ? type : other);
	}
	ck_assert_uint_eq(next[MAIN], mains);
	ck_assert_uint_eq(next[HANDLER], handlers);
}

#endif
