/*
 * c11_thread.c - threads of C11, which are those of POSIX to the C library
 */
#include <stdlib.h>
#include <unistd.h>

#include "wrap/thread/c11.h"
#include "wrap/thread/join.h"
#include "wrap/thread/start.h"

static int create(thrd_t *thread, const struct wrap_start *start)
{
	struct wrap_start *copy = wrap_start_copy(start);
	int result;

	if (!copy)
		return NEXT(thrd_create)(thread, start->c11, start->arg);
	result = NEXT(thrd_create)(thread, wrap_start_begin_c11, copy);
	if (result != thrd_success)
		free(copy);
	return result;
}

WRAPPER int thrd_create(thrd_t *thread, thrd_start_t routine, void *arg)
{
	const struct wrap_start start = { .c11 = routine, .arg = arg };
	struct wrap_thread_data data = { .start = (uintptr_t)routine };
	int result;

	if (!wrap_wants(WRAP_THREAD, CALLER))
		return NEXT(thrd_create)(thread, routine, arg);
	result = create(thread, &start);
	if (result != thrd_success) {
		RECORD_FAILURE(thread_fail, 0, WRAP_THREAD_CREATE,
			       wrap_c11_error(result), CALLER);
		return result;
	}
	data.thread = (uintptr_t)*thread;
	RECORD(thread_create, data, CALLER);
	return result;
}

WRAPPER int thrd_join(thrd_t thread, int *value)
{
	WRAP_JOIN(wrap_c11_error(result), thrd_join, thread, value);
}

WRAPPER int thrd_detach(thrd_t thread)
{
	int result;

	if (!wrap_wants(WRAP_THREAD, CALLER))
		return NEXT(thrd_detach)(thread);
	RECORD_OBJECT(thread_detach, thread, CALLER);
	result = NEXT(thrd_detach)(thread);
	if (result != thrd_success)
		RECORD_FAILURE(thread_fail, thread, WRAP_THREAD_DETACH,
			       wrap_c11_error(result), CALLER);
	return result;
}

/* Same event as pthread_exit(). */
WRAPPER void thrd_exit(int value)
{
	if (wrap_wants(WRAP_THREAD, CALLER) && getpid() == gettid())
		RECORD_OBJECT(thread_exit, pthread_self(), CALLER);
	NEXT(thrd_exit)(value);
	__builtin_unreachable();
}
