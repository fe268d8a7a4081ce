/*
 * c11_mutex.c - mutexes of C11, with the events of those of POSIX
 *
 * A lock is tried first, as in mutex.c. The C library's mtx_t is a
 * pthread_mutex_t, so its owner can be read.
 */
#include <pthread.h>

#include "wrap/calls/next.h"
#include "wrap/event/events.h"
#include "wrap/event/objects.h"
#include "wrap/thread/c11.h"

static void tell_failure(const mtx_t *mutex, int call, int result,
			 const void *caller)
{
	const struct wrap_call_result failure = {
		.object = (uintptr_t)mutex,
		.result = wrap_c11_error(result),
		.call = call,
	};

	RECORD(mutex_fail, failure, caller);
}

static int tell(mtx_t *mutex, int result, const void *caller)
{
	if (result == thrd_success)
		RECORD_OBJECT(mutex_lock, mutex, caller);
	else
		tell_failure(mutex, WRAP_MUTEX_LOCK, result, caller);
	return result;
}

static void tell_wait(mtx_t *mutex, const void *caller)
{
	const pthread_mutex_t *same = (const pthread_mutex_t *)mutex;
	const struct wrap_wait_for wait = {
		.mutex = (uintptr_t)mutex,
		.owner = __atomic_load_n(&same->__data.__owner,
					 __ATOMIC_RELAXED),
	};

	RECORD(mutex_wait, wait, caller);
}

/* True if the mutex is taken and the caller must wait. */
static bool has_to_wait(mtx_t *mutex, int *result, const void *caller)
{
	*result = NEXT(mtx_trylock)(mutex);
	if (*result == thrd_busy) {
		tell_wait(mutex, caller);
		return true;
	}
	tell(mutex, *result, caller);
	return false;
}

WRAPPER int mtx_lock(mtx_t *mutex)
{
	int result;

	if (!wrap_wants(WRAP_MUTEX, CALLER))
		return NEXT(mtx_lock)(mutex);
	if (!has_to_wait(mutex, &result, CALLER))
		return result;
	return tell(mutex, NEXT(mtx_lock)(mutex), CALLER);
}

WRAPPER int mtx_timedlock(mtx_t *restrict mutex,
			  const struct timespec *restrict until)
{
	int result;

	if (!wrap_wants(WRAP_MUTEX, CALLER))
		return NEXT(mtx_timedlock)(mutex, until);
	if (!has_to_wait(mutex, &result, CALLER))
		return result;
	return tell(mutex, NEXT(mtx_timedlock)(mutex, until), CALLER);
}

WRAPPER int mtx_trylock(mtx_t *mutex)
{
	const int result = NEXT(mtx_trylock)(mutex);

	if (!wrap_wants(WRAP_MUTEX, CALLER))
		return result;
	if (result != thrd_busy)
		return tell(mutex, result, CALLER);
	RECORD_OBJECT(mutex_busy, mutex, CALLER);
	return result;
}

WRAPPER int mtx_unlock(mtx_t *mutex)
{
	int result;

	if (!wrap_wants(WRAP_MUTEX, CALLER))
		return NEXT(mtx_unlock)(mutex);
	RECORD_OBJECT(mutex_unlock, mutex, CALLER);
	result = NEXT(mtx_unlock)(mutex);
	if (result != thrd_success)
		tell_failure(mutex, WRAP_MUTEX_UNLOCK, result, CALLER);
	return result;
}

WRAPPER int mtx_init(mtx_t *mutex, int type)
{
	const int kind = type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE :
						PTHREAD_MUTEX_NORMAL;
	const struct wrap_mutex_init init = {
		.mutex = (uintptr_t)mutex,
		.kind = kind,
	};
	const int result = NEXT(mtx_init)(mutex, type);

	if (!wrap_wants(WRAP_MUTEX, CALLER))
		return result;
	if (result != thrd_success) {
		tell_failure(mutex, WRAP_MUTEX_INIT, result, CALLER);
		return result;
	}
	WRAP_OBJECT("mutex", mutex, NULL,
		    { "type", .text = kind ? "recursive" : "normal" });
	RECORD(mutex_init, init, CALLER);
	return result;
}

WRAPPER void mtx_destroy(mtx_t *mutex)
{
	if (wrap_wants(WRAP_MUTEX, CALLER)) {
		RECORD_OBJECT(mutex_destroy, mutex, CALLER);
		wrap_object_end("mutex", (uintptr_t)mutex);
	}
	NEXT(mtx_destroy)(mutex);
}
