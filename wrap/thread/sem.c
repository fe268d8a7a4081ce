/*
 * sem.c - semaphores, named and unnamed
 *
 * A semaphore is tried first, as in mutex.c; but sem_wait() is a cancellation
 * point even without a wait, and a failed try changes errno.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <string.h>

#include "wrap/calls/next.h"
#include "wrap/event/events.h"
#include "wrap/event/objects.h"
#include "wrap/event/peek.h"

struct wait {
	struct wrap_call_result data;
	const void *caller;
};

/* Runs for a cancelled thread, too. */
static void end(void *arg)
{
	const struct wait *wait = arg;

	if (wait->data.result)
		RECORD(sem_fail, wait->data, wait->caller);
	else
		RECORD(sem_take, wait->data.object, wait->caller);
}

static int tell_failure(const sem_t *sem, int call, const void *caller)
{
	const struct wrap_call_result failure = {
		.object = (uintptr_t)sem,
		.result = errno,
		.call = call,
	};

	RECORD(sem_fail, failure, caller);
	return -1;
}

static bool is_had(sem_t *sem, const void *caller)
{
	const int saved_errno = errno;

	pthread_testcancel();
	if (!NEXT(sem_trywait)(sem)) {
		RECORD_OBJECT(sem_take, sem, caller);
		return true;
	}
	errno = saved_errno;
	return false;
}

static struct wait begin(sem_t *sem, const void *caller)
{
	RECORD_OBJECT(sem_wait, sem, caller);
	return (struct wait){
		.data = { (uintptr_t)sem, ECANCELED, WRAP_SEM_WAIT },
		.caller = caller,
	};
}

#define WAIT(wait, answer, call)                             \
	do {                                                 \
		pthread_cleanup_push(end, wait);             \
		*(answer) = (call);                          \
		(wait)->data.result = *(answer) ? errno : 0; \
		pthread_cleanup_pop(1);                      \
	} while (0)

WRAPPER int sem_wait(sem_t *sem)
{
	struct wait wait;
	int result;

	if (!wrap_wants(WRAP_SEM, CALLER))
		return NEXT(sem_wait)(sem);
	if (is_had(sem, CALLER))
		return 0;
	wait = begin(sem, CALLER);
	WAIT(&wait, &result, NEXT(sem_wait)(sem));
	return result;
}

/* Timeouts must be valid even if the semaphore is free. */
static bool is_time(const struct timespec *until)
{
	return until->tv_nsec >= 0 && until->tv_nsec < 1000000000;
}

WRAPPER int sem_timedwait(sem_t *restrict sem,
			  const struct timespec *restrict until)
{
	struct wait wait;
	int result;

	if (!wrap_wants(WRAP_SEM, CALLER))
		return NEXT(sem_timedwait)(sem, until);
	if (is_time(until) && is_had(sem, CALLER))
		return 0;
	wait = begin(sem, CALLER);
	WAIT(&wait, &result, NEXT(sem_timedwait)(sem, until));
	return result;
}

WRAPPER int sem_clockwait(sem_t *restrict sem, clockid_t clock,
			  const struct timespec *restrict until)
{
	struct wait wait;
	int result;

	if (!wrap_wants(WRAP_SEM, CALLER))
		return NEXT(sem_clockwait)(sem, clock, until);
	if (is_time(until) &&
	    (clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC) &&
	    is_had(sem, CALLER))
		return 0;
	wait = begin(sem, CALLER);
	WAIT(&wait, &result, NEXT(sem_clockwait)(sem, clock, until));
	return result;
}

/* The address of errno in this thread: the C library's function that finds it
 * takes half as long as an event that is filtered out. */
static __thread int *errno_place;

static int last_error(void)
{
	if (__builtin_expect(!errno_place, 0))
		errno_place = &errno;
	return *errno_place;
}

WRAPPER int sem_trywait(sem_t *sem)
{
	int result = NEXT(sem_trywait)(sem);

	if (!wrap_wants(WRAP_SEM, CALLER))
		return result;
	if (result && __builtin_expect(last_error() != EAGAIN, 0))
		return tell_failure(sem, WRAP_SEM_WAIT, CALLER);
	if (result)
		RECORD_OBJECT(sem_busy, sem, CALLER);
	else
		RECORD_OBJECT(sem_take, sem, CALLER);
	return result;
}

/* The event precedes the call: the taker's event follows it, and the semaphore
 * may be gone afterwards. */
WRAPPER int sem_post(sem_t *sem)
{
	int result;

	if (!wrap_wants(WRAP_SEM, CALLER))
		return NEXT(sem_post)(sem);
	RECORD_OBJECT(sem_post, sem, CALLER);
	result = NEXT(sem_post)(sem);
	if (__builtin_expect(result, 0))
		tell_failure(sem, WRAP_SEM_POST, CALLER);
	return result;
}

WRAPPER int sem_init(sem_t *sem, int shared, unsigned value)
{
	const struct wrap_sem_init init = { (uintptr_t)sem, value };
	int result = NEXT(sem_init)(sem, shared, value);

	if (!wrap_wants(WRAP_SEM, CALLER))
		return result;
	if (result) {
		tell_failure(sem, WRAP_SEM_INIT, CALLER);
	} else {
		WRAP_OBJECT("sem", sem, NULL, { "value", .number = value },
			    { "shared", .number = !!shared });
		RECORD(sem_init, init, CALLER);
	}
	return result;
}

WRAPPER int sem_destroy(sem_t *sem)
{
	int result = NEXT(sem_destroy)(sem);

	if (!wrap_wants(WRAP_SEM, CALLER))
		return result;
	if (result) {
		tell_failure(sem, WRAP_SEM_DESTROY, CALLER);
	} else {
		RECORD_OBJECT(sem_destroy, sem, CALLER);
		wrap_object_end("sem", (uintptr_t)sem);
	}
	return result;
}

/* Names are at most as long as file names. */
static void tell_open(const sem_t *sem, const char *name, const void *caller)
{
	struct {
		uint64_t sem;
		char name[NAME_MAX + 1];
	} data = { .sem = (uintptr_t)sem };
	const size_t len = strnlen(name, sizeof(data.name) - 1);

	memcpy(data.name, name, len);
	wrap_object("sem", data.sem, data.name, NULL);
	RECORD_BYTES(sem_open, &data,
		     offsetof(__typeof__(data), name) + len + 1, caller);
}

static void tell_unopened(const char *name, const void *caller)
{
	struct {
		struct wrap_call_result failure;
		char name[NAME_MAX + 1];
	} data = { .failure = { 0, errno, WRAP_SEM_OPEN } };

	RECORD_PART(sem_fail, data, name,
		    wrap_peek_text(data.name, sizeof(data.name), name), caller);
}

WRAPPER sem_t *sem_open(const char *name, int flags, ...)
{
	unsigned value = 0;
	mode_t mode = 0;
	va_list rest;
	sem_t *sem;

	if (flags & O_CREAT) {
		va_start(rest, flags);
		mode = va_arg(rest, mode_t);
		value = va_arg(rest, unsigned);
		va_end(rest);
	}
	sem = NEXT(sem_open)(name, flags, mode, value);
	if (!wrap_wants(WRAP_SEM, CALLER))
		return sem;
	if (sem == SEM_FAILED)
		tell_unopened(name, CALLER);
	else
		tell_open(sem, name, CALLER);
	return sem;
}

WRAPPER int sem_close(sem_t *sem)
{
	int result = NEXT(sem_close)(sem);

	if (!wrap_wants(WRAP_SEM, CALLER))
		return result;
	if (result)
		return tell_failure(sem, WRAP_SEM_CLOSE, CALLER);
	RECORD_OBJECT(sem_close, sem, CALLER);
	return 0;
}
