/* thread_join.c - threads that are waited for */
#include <errno.h>
#include <pthread.h>

#include "wrap/event/events.h"
#include "wrap/thread/join.h"

WRAPPER int pthread_join(pthread_t thread, void **value)
{
	WRAP_JOIN(result, pthread_join, thread, value);
}

WRAPPER int pthread_timedjoin_np(pthread_t thread, void **value,
				 const struct timespec *until)
{
	WRAP_JOIN(result, pthread_timedjoin_np, thread, value, until);
}

WRAPPER int pthread_clockjoin_np(pthread_t thread, void **value,
				 clockid_t clock, const struct timespec *until)
{
	WRAP_JOIN(result, pthread_clockjoin_np, thread, value, clock, until);
}

WRAPPER int pthread_tryjoin_np(pthread_t thread, void **value)
{
	struct wrap_join joining = {
		.data = { (uintptr_t)thread, 0 },
		.caller = CALLER,
	};
	const int result = NEXT(pthread_tryjoin_np)(thread, value);

	if (!wrap_wants(WRAP_THREAD, CALLER))
		return result;
	if (!result)
		wrap_join_end(&joining);
	else if (result == EBUSY)
		RECORD_OBJECT(thread_busy, thread, CALLER);
	else
		RECORD_FAILURE(thread_fail, thread, WRAP_THREAD_JOIN, result,
			       CALLER);
	return result;
}
