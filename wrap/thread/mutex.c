/*
 * mutex.c - mutexes: waiting, ownership, release
 *
 * Locking a free mutex is one event; only if it is taken is there another one
 * before the wait. The first try is invisible to the program: if it fails, the
 * program's own call is made.
 *
 * The event of unlocking precedes the call: otherwise the next owner's event
 * could be earlier, or the mutex gone.
 */
#include <errno.h>
#include <pthread.h>

#include "wrap/calls/next.h"
#include "wrap/event/events.h"
#include "wrap/event/objects.h"

/* EOWNERDEAD also means that the caller owns the mutex. */
static bool is_had(int result)
{
	return !result || result == EOWNERDEAD;
}

static void tell_failure(const pthread_mutex_t *mutex, int call, int result,
			 const void *caller)
{
	const struct wrap_call_result failure = {
		.object = (uintptr_t)mutex,
		.result = result,
		.call = call,
	};

	RECORD(mutex_fail, failure, caller);
}

static int tell(pthread_mutex_t *mutex, int result, const void *caller)
{
	if (is_had(result))
		RECORD_OBJECT(mutex_lock, mutex, caller);
	else
		tell_failure(mutex, WRAP_MUTEX_LOCK, result, caller);
	return result;
}

/* The owner is the C library's at this moment, or 0. */
static void tell_wait(pthread_mutex_t *mutex, const void *caller)
{
	const struct wrap_wait_for wait = {
		.mutex = (uintptr_t)mutex,
		.owner = __atomic_load_n(&mutex->__data.__owner,
					 __ATOMIC_RELAXED),
	};

	RECORD(mutex_wait, wait, caller);
}

/* True if the first try failed because the mutex was taken. */
static __attribute__((noinline)) bool is_busy(pthread_mutex_t *mutex,
					      int result, const void *caller)
{
	if (result == EBUSY) {
		tell_wait(mutex, caller);
		return true;
	}
	tell(mutex, result, caller);
	return false;
}

/* True if the mutex was taken and the program's call is to be made. The common
 * way, a free mutex, contains no call. */
static inline __attribute__((always_inline)) bool
has_to_wait(pthread_mutex_t *mutex, int *result, const void *caller)
{
	*result = NEXT(pthread_mutex_trylock)(mutex);
	if (__builtin_expect(*result, 0))
		return is_busy(mutex, *result, caller);
	RECORD_OBJECT(mutex_lock, mutex, caller);
	return false;
}

WRAPPER int pthread_mutex_lock(pthread_mutex_t *mutex)
{
	int result;

	if (!wrap_wants(WRAP_MUTEX, CALLER))
		return NEXT(pthread_mutex_lock)(mutex);
	if (!has_to_wait(mutex, &result, CALLER))
		return result;
	return tell(mutex, NEXT(pthread_mutex_lock)(mutex), CALLER);
}

WRAPPER int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
	int result = NEXT(pthread_mutex_trylock)(mutex);

	if (!wrap_wants(WRAP_MUTEX, CALLER))
		return result;
	if (result != EBUSY)
		return tell(mutex, result, CALLER);
	RECORD_OBJECT(mutex_busy, mutex, CALLER);
	return result;
}

WRAPPER int pthread_mutex_timedlock(pthread_mutex_t *restrict mutex,
				    const struct timespec *restrict until)
{
	int result;

	if (!wrap_wants(WRAP_MUTEX, CALLER))
		return NEXT(pthread_mutex_timedlock)(mutex, until);
	if (!has_to_wait(mutex, &result, CALLER))
		return result;
	return tell(mutex, NEXT(pthread_mutex_timedlock)(mutex, until), CALLER);
}

/* Invalid clocks are refused even if the mutex is free. */
WRAPPER int pthread_mutex_clocklock(pthread_mutex_t *restrict mutex,
				    clockid_t clock,
				    const struct timespec *restrict until)
{
	int result;

	if (!wrap_wants(WRAP_MUTEX, CALLER) ||
	    (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC))
		return NEXT(pthread_mutex_clocklock)(mutex, clock, until);
	if (!has_to_wait(mutex, &result, CALLER))
		return result;
	return tell(mutex, NEXT(pthread_mutex_clocklock)(mutex, clock, until),
		    CALLER);
}

WRAPPER int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
	int result;

	if (!wrap_wants(WRAP_MUTEX, CALLER))
		return NEXT(pthread_mutex_unlock)(mutex);
	RECORD_OBJECT(mutex_unlock, mutex, CALLER);
	result = NEXT(pthread_mutex_unlock)(mutex);
	if (__builtin_expect(result, 0))
		tell_failure(mutex, WRAP_MUTEX_UNLOCK, result, CALLER);
	return result;
}

static void describe(struct wrap_mutex_init *init,
		     const pthread_mutexattr_t *attr)
{
	int value;

	if (attr && !pthread_mutexattr_gettype(attr, &value))
		init->kind = value;
	if (attr && !pthread_mutexattr_getprotocol(attr, &value))
		init->inheritance = value == PTHREAD_PRIO_INHERIT;
}

static void enter(const pthread_mutex_t *mutex,
		  const struct wrap_mutex_init *init)
{
	static const char *const types[] = {
		[PTHREAD_MUTEX_NORMAL] = "normal",
		[PTHREAD_MUTEX_RECURSIVE] = "recursive",
		[PTHREAD_MUTEX_ERRORCHECK] = "errorcheck",
		[PTHREAD_MUTEX_ADAPTIVE_NP] = "adaptive",
	};
	const bool known =
		(unsigned)init->kind < sizeof(types) / sizeof(types[0]);

	WRAP_OBJECT("mutex", mutex, NULL,
		    { "type", .text = known ? types[init->kind] : NULL,
		      .number = init->kind },
		    { "inheritance", .number = init->inheritance });
}

WRAPPER int pthread_mutex_init(pthread_mutex_t *mutex,
			       const pthread_mutexattr_t *attr)
{
	struct wrap_mutex_init init = { .mutex = (uintptr_t)mutex };
	int result = NEXT(pthread_mutex_init)(mutex, attr);

	if (!wrap_wants(WRAP_MUTEX, CALLER))
		return result;
	if (result) {
		tell_failure(mutex, WRAP_MUTEX_INIT, result, CALLER);
	} else {
		describe(&init, attr);
		enter(mutex, &init);
		RECORD(mutex_init, init, CALLER);
	}
	return result;
}

WRAPPER int pthread_mutex_destroy(pthread_mutex_t *mutex)
{
	int result = NEXT(pthread_mutex_destroy)(mutex);

	if (!wrap_wants(WRAP_MUTEX, CALLER))
		return result;
	if (result) {
		tell_failure(mutex, WRAP_MUTEX_DESTROY, result, CALLER);
	} else {
		RECORD_OBJECT(mutex_destroy, mutex, CALLER);
		wrap_object_end("mutex", (uintptr_t)mutex);
	}
	return result;
}
