/*
 * thread.c - threads: created, cancelled, detached, ended
 *
 * If there is no memory for a start function of ours, the thread begins in the
 * program's, and has no end event.
 */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "wrap/calls/next.h"
#include "wrap/event/events.h"
#include "wrap/thread/start.h"

static int create(pthread_t *thread, const pthread_attr_t *attr,
		  const struct wrap_start *start)
{
	struct wrap_start *copy = wrap_start_copy(start);
	int result;

	if (!copy)
		return NEXT(pthread_create)(thread, attr, start->routine,
					    start->arg);
	result = NEXT(pthread_create)(thread, attr, wrap_start_begin, copy);
	if (result)
		free(copy);
	return result;
}

WRAPPER int pthread_create(pthread_t *restrict thread,
			   const pthread_attr_t *restrict attr,
			   void *(*routine)(void *arg), void *restrict arg)
{
	const struct wrap_start start = { .routine = routine, .arg = arg };
	struct wrap_thread_data data = { .start = (uintptr_t)routine };
	int result;

	if (!wrap_wants(WRAP_THREAD, CALLER))
		return NEXT(pthread_create)(thread, attr, routine, arg);
	result = create(thread, attr, &start);
	if (result) {
		RECORD_FAILURE(thread_fail, 0, WRAP_THREAD_CREATE, result,
			       CALLER);
		return result;
	}
	data.thread = (uintptr_t)*thread;
	RECORD(thread_create, data, CALLER);
	return 0;
}

WRAPPER int pthread_cancel(pthread_t thread)
{
	int result;

	if (!wrap_wants(WRAP_THREAD, CALLER))
		return NEXT(pthread_cancel)(thread);
	RECORD_OBJECT(thread_cancel, thread, CALLER);
	result = NEXT(pthread_cancel)(thread);
	if (result)
		RECORD_FAILURE(thread_fail, thread, WRAP_THREAD_CANCEL, result,
			       CALLER);
	return result;
}

WRAPPER int pthread_detach(pthread_t thread)
{
	int result;

	if (!wrap_wants(WRAP_THREAD, CALLER))
		return NEXT(pthread_detach)(thread);
	RECORD_OBJECT(thread_detach, thread, CALLER);
	result = NEXT(pthread_detach)(thread);
	if (result)
		RECORD_FAILURE(thread_fail, thread, WRAP_THREAD_DETACH, result,
			       CALLER);
	return result;
}

/* Other threads end in the start function of ours. */
WRAPPER void pthread_exit(void *value)
{
	if (wrap_wants(WRAP_THREAD, CALLER) && getpid() == gettid())
		RECORD_OBJECT(thread_exit, pthread_self(), CALLER);
	NEXT(pthread_exit)(value);
	__builtin_unreachable();
}
