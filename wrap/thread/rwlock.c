/*
 * rwlock.c - locks of readers and writers
 *
 * A lock is tried first, as in mutex.c, and waited for only if taken.
 */
#include <errno.h>
#include <pthread.h>

#include "wrap/calls/next.h"
#include "wrap/event/events.h"
#include "wrap/event/objects.h"

/* access: the requested access, or -1. */
static int tell_failure(const pthread_rwlock_t *rwlock, int32_t access,
			int call, int result, const void *caller)
{
	const struct wrap_access_result failure = {
		.rwlock = (uintptr_t)rwlock,
		.access = access,
		.result = result,
		.call = call,
	};

	RECORD(rwlock_fail, failure, caller);
	return result;
}

static int tell(pthread_rwlock_t *rwlock, enum wrap_access access, int result,
		const void *caller)
{
	const struct wrap_access_data had = {
		.rwlock = (uintptr_t)rwlock,
		.access = access,
	};

	if (result)
		return tell_failure(rwlock, access, WRAP_MUTEX_LOCK, result,
				    caller);
	RECORD(rwlock_lock, had, caller);
	return 0;
}

static bool has_to_wait(pthread_rwlock_t *rwlock, enum wrap_access access,
			int *result, const void *caller)
{
	const struct wrap_access_data wait = {
		.rwlock = (uintptr_t)rwlock,
		.access = access,
	};

	*result = access == WRAP_READ ? NEXT(pthread_rwlock_tryrdlock)(rwlock) :
					NEXT(pthread_rwlock_trywrlock)(rwlock);
	if (*result == EBUSY || *result == EAGAIN) {
		RECORD(rwlock_wait, wait, caller);
		return true;
	}
	tell(rwlock, access, *result, caller);
	return false;
}

/* Timeouts must be valid even if the lock is free. */
static bool is_time(const struct timespec *until)
{
	return until->tv_nsec >= 0 && until->tv_nsec < 1000000000;
}

static bool is_clock(clockid_t clock)
{
	return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC;
}

WRAPPER int pthread_rwlock_rdlock(pthread_rwlock_t *rwlock)
{
	int result;

	if (!wrap_wants(WRAP_MUTEX, CALLER))
		return NEXT(pthread_rwlock_rdlock)(rwlock);
	if (!has_to_wait(rwlock, WRAP_READ, &result, CALLER))
		return result;
	return tell(rwlock, WRAP_READ, NEXT(pthread_rwlock_rdlock)(rwlock),
		    CALLER);
}

WRAPPER int pthread_rwlock_wrlock(pthread_rwlock_t *rwlock)
{
	int result;

	if (!wrap_wants(WRAP_MUTEX, CALLER))
		return NEXT(pthread_rwlock_wrlock)(rwlock);
	if (!has_to_wait(rwlock, WRAP_WRITE, &result, CALLER))
		return result;
	return tell(rwlock, WRAP_WRITE, NEXT(pthread_rwlock_wrlock)(rwlock),
		    CALLER);
}

static void tell_try(pthread_rwlock_t *rwlock, enum wrap_access access,
		     int result, const void *caller)
{
	const struct wrap_access_data busy = {
		.rwlock = (uintptr_t)rwlock,
		.access = access,
	};

	if (result == EBUSY)
		RECORD(rwlock_busy, busy, caller);
	else
		tell(rwlock, access, result, caller);
}

WRAPPER int pthread_rwlock_tryrdlock(pthread_rwlock_t *rwlock)
{
	int result = NEXT(pthread_rwlock_tryrdlock)(rwlock);

	if (wrap_wants(WRAP_MUTEX, CALLER))
		tell_try(rwlock, WRAP_READ, result, CALLER);
	return result;
}

WRAPPER int pthread_rwlock_trywrlock(pthread_rwlock_t *rwlock)
{
	int result = NEXT(pthread_rwlock_trywrlock)(rwlock);

	if (wrap_wants(WRAP_MUTEX, CALLER))
		tell_try(rwlock, WRAP_WRITE, result, CALLER);
	return result;
}

WRAPPER int pthread_rwlock_timedrdlock(pthread_rwlock_t *restrict rwlock,
				       const struct timespec *restrict until)
{
	int result;

	if (!wrap_wants(WRAP_MUTEX, CALLER) || !is_time(until))
		return NEXT(pthread_rwlock_timedrdlock)(rwlock, until);
	if (!has_to_wait(rwlock, WRAP_READ, &result, CALLER))
		return result;
	result = NEXT(pthread_rwlock_timedrdlock)(rwlock, until);
	return tell(rwlock, WRAP_READ, result, CALLER);
}

WRAPPER int pthread_rwlock_timedwrlock(pthread_rwlock_t *restrict rwlock,
				       const struct timespec *restrict until)
{
	int result;

	if (!wrap_wants(WRAP_MUTEX, CALLER) || !is_time(until))
		return NEXT(pthread_rwlock_timedwrlock)(rwlock, until);
	if (!has_to_wait(rwlock, WRAP_WRITE, &result, CALLER))
		return result;
	result = NEXT(pthread_rwlock_timedwrlock)(rwlock, until);
	return tell(rwlock, WRAP_WRITE, result, CALLER);
}

WRAPPER int pthread_rwlock_clockrdlock(pthread_rwlock_t *restrict rwlock,
				       clockid_t clock,
				       const struct timespec *restrict until)
{
	int result;

	if (!wrap_wants(WRAP_MUTEX, CALLER) || !is_clock(clock) ||
	    !is_time(until))
		return NEXT(pthread_rwlock_clockrdlock)(rwlock, clock, until);
	if (!has_to_wait(rwlock, WRAP_READ, &result, CALLER))
		return result;
	result = NEXT(pthread_rwlock_clockrdlock)(rwlock, clock, until);
	return tell(rwlock, WRAP_READ, result, CALLER);
}

WRAPPER int pthread_rwlock_clockwrlock(pthread_rwlock_t *restrict rwlock,
				       clockid_t clock,
				       const struct timespec *restrict until)
{
	int result;

	if (!wrap_wants(WRAP_MUTEX, CALLER) || !is_clock(clock) ||
	    !is_time(until))
		return NEXT(pthread_rwlock_clockwrlock)(rwlock, clock, until);
	if (!has_to_wait(rwlock, WRAP_WRITE, &result, CALLER))
		return result;
	result = NEXT(pthread_rwlock_clockwrlock)(rwlock, clock, until);
	return tell(rwlock, WRAP_WRITE, result, CALLER);
}

WRAPPER int pthread_rwlock_unlock(pthread_rwlock_t *rwlock)
{
	int result;

	if (!wrap_wants(WRAP_MUTEX, CALLER))
		return NEXT(pthread_rwlock_unlock)(rwlock);
	RECORD_OBJECT(rwlock_unlock, rwlock, CALLER);
	result = NEXT(pthread_rwlock_unlock)(rwlock);
	if (__builtin_expect(result, 0))
		tell_failure(rwlock, -1, WRAP_MUTEX_UNLOCK, result, CALLER);
	return result;
}

WRAPPER int pthread_rwlock_init(pthread_rwlock_t *restrict rwlock,
				const pthread_rwlockattr_t *restrict attr)
{
	int result = NEXT(pthread_rwlock_init)(rwlock, attr);

	if (!wrap_wants(WRAP_MUTEX, CALLER))
		return result;
	if (result) {
		tell_failure(rwlock, -1, WRAP_MUTEX_INIT, result, CALLER);
	} else {
		wrap_object("rwlock", (uintptr_t)rwlock, NULL, NULL);
		RECORD_OBJECT(rwlock_init, rwlock, CALLER);
	}
	return result;
}

WRAPPER int pthread_rwlock_destroy(pthread_rwlock_t *rwlock)
{
	int result = NEXT(pthread_rwlock_destroy)(rwlock);

	if (!wrap_wants(WRAP_MUTEX, CALLER))
		return result;
	if (result) {
		tell_failure(rwlock, -1, WRAP_MUTEX_DESTROY, result, CALLER);
	} else {
		RECORD_OBJECT(rwlock_destroy, rwlock, CALLER);
		wrap_object_end("rwlock", (uintptr_t)rwlock);
	}
	return result;
}
