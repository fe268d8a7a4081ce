/*
 * thread.c - threads: made, begun, ended, waited for
 *
 * A thread begins in a function of ours, which tells of its end however it
 * comes. What that needs to know is in memory of the program's allocator: where
 * there is none, the thread begins where the program said, and no event tells.
 */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include "wrap/events.h"
#include "wrap/next.h"
#include "wrap/objects.h"

struct start {
	void *(*routine)(void *arg);
	void *arg;
};

static void end(void *routine)
{
	RECORD_OBJECT(thread_exit, pthread_self(), routine);
}

static void *begin(void *arg)
{
	struct start *given = arg;
	const struct start start = *given;
	const struct wrap_thread_data data = {
		.thread = (uintptr_t)pthread_self(),
		.start = (uintptr_t)start.routine,
	};
	void *result;

	free(given);
	WRAP_OBJECT("thread", data.thread, NULL,
		    { "start", .number = (int64_t)data.start, .hex = true });
	RECORD(thread_start, data, (const void *)data.start);
	pthread_cleanup_push(end, (void *)data.start);
	result = start.routine(start.arg);
	pthread_cleanup_pop(1);
	return result;
}

static int create(pthread_t *thread, const pthread_attr_t *attr,
		  struct start *start)
{
	const int saved_errno = errno;
	struct start *copy = malloc(sizeof(*copy));
	int result;

	errno = saved_errno;
	if (!copy)
		return NEXT(pthread_create)(thread, attr, start->routine,
					    start->arg);
	*copy = *start;
	result = NEXT(pthread_create)(thread, attr, begin, copy);
	if (result)
		free(copy);
	return result;
}

WRAPPER int pthread_create(pthread_t *restrict thread,
			   const pthread_attr_t *restrict attr,
			   void *(*routine)(void *arg), void *restrict arg)
{
	struct start start = { routine, arg };
	struct wrap_thread_data data = { .start = (uintptr_t)routine };
	int result;

	if (!wrap_wants(WRAP_THREAD, CALLER))
		return NEXT(pthread_create)(thread, attr, routine, arg);
	result = create(thread, attr, &start);
	if (result)
		return result;
	data.thread = (uintptr_t)*thread;
	RECORD(thread_create, data, CALLER);
	return 0;
}

struct joining {
	struct wrap_result data;
	const void *caller;
};

static void joined(void *arg)
{
	const struct joining *joining = arg;

	RECORD(thread_joined, joining->data, joining->caller);
	if (!joining->data.result)
		wrap_object_end("thread", joining->data.object);
}

WRAPPER int pthread_join(pthread_t thread, void **value)
{
	struct joining joining = {
		.data = { (uintptr_t)thread, ECANCELED },
		.caller = CALLER,
	};

	if (!wrap_wants(WRAP_THREAD, CALLER))
		return NEXT(pthread_join)(thread, value);
	RECORD(thread_join, joining.data.object, joining.caller);
	pthread_cleanup_push(joined, &joining);
	joining.data.result = NEXT(pthread_join)(thread, value);
	pthread_cleanup_pop(1);
	return joining.data.result;
}

WRAPPER int pthread_cancel(pthread_t thread)
{
	if (wrap_wants(WRAP_THREAD, CALLER))
		RECORD_OBJECT(thread_cancel, thread, CALLER);
	return NEXT(pthread_cancel)(thread);
}
