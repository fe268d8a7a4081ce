/*
 * cond.c - waiting for condition variables
 *
 * The C library unlocks and locks the mutex internally, without events of the
 * mutex. Between cond_wait and cond_wake the thread does not hold it. A thread
 * that is cancelled also wakes with the mutex locked.
 */
#include <errno.h>
#include <pthread.h>

#include "wrap/calls/next.h"
#include "wrap/event/events.h"
#include "wrap/event/objects.h"

struct wait {
	struct wrap_cond_result data;
	const void *caller;
};

static struct wait begin(const pthread_cond_t *cond,
			 const pthread_mutex_t *mutex, const void *caller)
{
	const struct wrap_cond_data data = {
		.cond = (uintptr_t)cond,
		.mutex = (uintptr_t)mutex,
	};

	RECORD(cond_wait, data, caller);
	return (struct wait){
		.data = { data.cond, data.mutex, ECANCELED },
		.caller = caller,
	};
}

/* Runs for a cancelled thread, too. */
static void end(void *arg)
{
	const struct wait *wait = arg;

	RECORD(cond_wake, wait->data, wait->caller);
}

#define WAIT(wait, call)                         \
	do {                                     \
		pthread_cleanup_push(end, wait); \
		(wait)->data.result = (call);    \
		pthread_cleanup_pop(1);          \
	} while (0)

WRAPPER int pthread_cond_wait(pthread_cond_t *restrict cond,
			      pthread_mutex_t *restrict mutex)
{
	struct wait wait;

	if (!wrap_wants(WRAP_COND, CALLER))
		return NEXT(pthread_cond_wait)(cond, mutex);
	wait = begin(cond, mutex, CALLER);
	WAIT(&wait, NEXT(pthread_cond_wait)(cond, mutex));
	return wait.data.result;
}

WRAPPER int pthread_cond_timedwait(pthread_cond_t *restrict cond,
				   pthread_mutex_t *restrict mutex,
				   const struct timespec *restrict until)
{
	struct wait wait;

	if (!wrap_wants(WRAP_COND, CALLER))
		return NEXT(pthread_cond_timedwait)(cond, mutex, until);
	wait = begin(cond, mutex, CALLER);
	WAIT(&wait, NEXT(pthread_cond_timedwait)(cond, mutex, until));
	return wait.data.result;
}

WRAPPER int pthread_cond_clockwait(pthread_cond_t *restrict cond,
				   pthread_mutex_t *restrict mutex,
				   clockid_t clock,
				   const struct timespec *restrict until)
{
	struct wait wait;

	if (!wrap_wants(WRAP_COND, CALLER))
		return NEXT(pthread_cond_clockwait)(cond, mutex, clock, until);
	wait = begin(cond, mutex, CALLER);
	WAIT(&wait, NEXT(pthread_cond_clockwait)(cond, mutex, clock, until));
	return wait.data.result;
}

/* The event precedes the call: a woken thread's event follows it. */
WRAPPER int pthread_cond_signal(pthread_cond_t *cond)
{
	if (wrap_wants(WRAP_COND, CALLER))
		RECORD_OBJECT(cond_signal, cond, CALLER);
	return NEXT(pthread_cond_signal)(cond);
}

WRAPPER int pthread_cond_broadcast(pthread_cond_t *cond)
{
	if (wrap_wants(WRAP_COND, CALLER))
		RECORD_OBJECT(cond_broadcast, cond, CALLER);
	return NEXT(pthread_cond_broadcast)(cond);
}

WRAPPER int pthread_cond_init(pthread_cond_t *restrict cond,
			      const pthread_condattr_t *restrict attr)
{
	int result = NEXT(pthread_cond_init)(cond, attr);

	if (!wrap_wants(WRAP_COND, CALLER))
		return result;
	if (result) {
		RECORD_FAILURE(cond_fail, cond, WRAP_COND_INIT, result, CALLER);
	} else {
		wrap_object("cond", (uintptr_t)cond, NULL, NULL);
		RECORD_OBJECT(cond_init, cond, CALLER);
	}
	return result;
}

WRAPPER int pthread_cond_destroy(pthread_cond_t *cond)
{
	int result = NEXT(pthread_cond_destroy)(cond);

	if (!wrap_wants(WRAP_COND, CALLER))
		return result;
	if (result) {
		RECORD_FAILURE(cond_fail, cond, WRAP_COND_DESTROY, result,
			       CALLER);
	} else {
		RECORD_OBJECT(cond_destroy, cond, CALLER);
		wrap_object_end("cond", (uintptr_t)cond);
	}
	return result;
}
