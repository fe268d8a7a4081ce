/*
 * once.c - functions that run once
 *
 * Most calls find the routine done, and have no event. The caller that runs it
 * is known when the C library calls our routine, which finds the program's in a
 * variable of the thread. The routine may use other once controls, be
 * cancelled, and throw an exception.
 */
#include <pthread.h>
#include <threads.h>

#include "wrap/calls/next.h"
#include "wrap/event/events.h"

struct call {
	const void *control;
	void (*routine)(void);
	const void *caller;
};

/* An exception of the routine leaves this variable set; it is read only after
 * being set again. */
static __thread const struct call *innermost;

static void end(void *arg)
{
	const struct call *call = arg;

	RECORD_OBJECT(once_end, call->control, call->caller);
}

static void begin(void)
{
	struct call call = *innermost;

	RECORD_OBJECT(once_begin, call.control, call.caller);
	pthread_cleanup_push(end, &call);
	call.routine();
	pthread_cleanup_pop(1);
}

WRAPPER int pthread_once(pthread_once_t *control, void (*routine)(void))
{
	const struct call call = { control, routine, CALLER };
	const struct call *outer = innermost;
	int result;

	if (!wrap_wants(WRAP_MUTEX, CALLER))
		return NEXT(pthread_once)(control, routine);
	innermost = &call;
	result = NEXT(pthread_once)(control, begin);
	innermost = outer;
	return result;
}

WRAPPER void call_once(once_flag *control, void (*routine)(void))
{
	const struct call call = { control, routine, CALLER };
	const struct call *outer = innermost;

	if (!wrap_wants(WRAP_MUTEX, CALLER)) {
		NEXT(call_once)(control, routine);
		return;
	}
	innermost = &call;
	NEXT(call_once)(control, begin);
	innermost = outer;
}
