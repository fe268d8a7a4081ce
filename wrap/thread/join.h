/*
 * join.h - waiting for a thread: a span, after which the thread is gone
 */
#ifndef WRAP_THREAD_JOIN_H
#define WRAP_THREAD_JOIN_H

#include <errno.h>
#include <pthread.h>

#include "wrap/calls/next.h"
#include "wrap/event/events.h"
#include "wrap/event/objects.h"

struct wrap_join {
	struct wrap_result data;
	const void *caller;
};

/* Runs for a cancelled thread, too. */
static inline void wrap_join_end(void *arg)
{
	const struct wrap_join *join = arg;

	RECORD(thread_joined, join->data, join->caller);
	if (!join->data.result)
		wrap_object_end("thread", join->data.object);
}

/* The body of a wrapper. failure: the error number as a function of result. */
#define WRAP_JOIN(failure, name, thread, ...)                       \
	do {                                                        \
		struct wrap_join join = {                           \
			.data = { (uintptr_t)(thread), ECANCELED }, \
			.caller = CALLER,                           \
		};                                                  \
		int result;                                         \
                                                                    \
		if (!wrap_wants(WRAP_THREAD, CALLER))               \
			return NEXT(name)(thread, __VA_ARGS__);     \
		RECORD(thread_join, join.data.object, CALLER);      \
		pthread_cleanup_push(wrap_join_end, &join);         \
		result = NEXT(name)(thread, __VA_ARGS__);           \
		join.data.result = (failure);                       \
		pthread_cleanup_pop(1);                             \
		return result;                                      \
	} while (0)

#endif
