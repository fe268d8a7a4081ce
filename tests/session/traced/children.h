/*
 * children.h - streams of parents, and bells by which children are told
 */
#ifndef TESTS_SESSION_TRACED_CHILDREN_H
#define TESTS_SESSION_TRACED_CHILDREN_H

#include "session/heir.h"

enum {
	BIG = 4 << 20,
	STACK = 256 << 10,
	MANY = SANITIZED ? 300 : 2000,
	KIN = 3,
};

static trace_event_id_t type;

static inline void setup(void)
{
	type = type_of("parents");
}

static inline trace_id_t start_closed(size_t size)
{
	trace_id_t trid = start_stream(size);
	struct got got;

	assert_next_is(trid, POSIX_TRACE_START, &got);
	return trid;
}

/* Pipes between a parent and its children, either way. */
struct bell {
	int fd[2];
};

static inline struct bell make_bell(void)
{
	struct bell bell;

	ck_assert_int_eq(pipe2(bell.fd, O_CLOEXEC), 0);
	return bell;
}

static inline void ring(const struct bell *bell)
{
	ck_assert_int_eq(write(bell->fd[1], "r", 1), 1);
}

static inline void hear(const struct bell *bell)
{
	char byte;

	ck_assert_int_eq(read(bell->fd[0], &byte, 1), 1);
}

static inline void write_many(uint32_t who)
{
	for (uint32_t i = 0; i < MANY; i++)
		record(type, who, i);
}

static inline void *write_in_thread(void *argument)
{
	write_many((uint32_t)(uintptr_t)argument);
	return NULL;
}

#endif
