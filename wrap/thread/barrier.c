/* barrier.c - threads that wait until all have come */
#include <pthread.h>

#include "wrap/calls/next.h"
#include "wrap/event/events.h"
#include "wrap/event/objects.h"

/* The barrier may be gone afterwards: only its address is used. */
WRAPPER int pthread_barrier_wait(pthread_barrier_t *barrier)
{
	struct wrap_barrier_leave leave = { .barrier = (uintptr_t)barrier };
	int result;

	if (!wrap_wants(WRAP_BARRIER, CALLER))
		return NEXT(pthread_barrier_wait)(barrier);
	RECORD_OBJECT(barrier_wait, barrier, CALLER);
	result = NEXT(pthread_barrier_wait)(barrier);
	leave.serial = result == PTHREAD_BARRIER_SERIAL_THREAD;
	RECORD(barrier_leave, leave, CALLER);
	return result;
}

WRAPPER int pthread_barrier_init(pthread_barrier_t *restrict barrier,
				 const pthread_barrierattr_t *restrict attr,
				 unsigned count)
{
	const struct wrap_barrier_init init = { (uintptr_t)barrier, count };
	int result = NEXT(pthread_barrier_init)(barrier, attr, count);

	if (!wrap_wants(WRAP_BARRIER, CALLER))
		return result;
	if (result) {
		RECORD_FAILURE(barrier_fail, barrier, WRAP_BARRIER_INIT, result,
			       CALLER);
	} else {
		WRAP_OBJECT("barrier", barrier, NULL,
			    { "count", .number = count });
		RECORD(barrier_init, init, CALLER);
	}
	return result;
}

WRAPPER int pthread_barrier_destroy(pthread_barrier_t *barrier)
{
	int result = NEXT(pthread_barrier_destroy)(barrier);

	if (!wrap_wants(WRAP_BARRIER, CALLER))
		return result;
	if (result) {
		RECORD_FAILURE(barrier_fail, barrier, WRAP_BARRIER_DESTROY,
			       result, CALLER);
	} else {
		RECORD_OBJECT(barrier_destroy, barrier, CALLER);
		wrap_object_end("barrier", (uintptr_t)barrier);
	}
	return result;
}
