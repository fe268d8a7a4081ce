/* thread_set.c - names, processors and priorities of threads */
#include <pthread.h>
#include <sched.h>
#include <string.h>

#include "wrap/calls/next.h"
#include "wrap/event/events.h"
#include "wrap/event/objects.h"

/* The kernel's limit, which the C library has checked. */
enum { NAME_ROOM = 16 };

static int tell_failure(pthread_t thread, int call, int result,
			const void *caller)
{
	RECORD_FAILURE(thread_fail, thread, call, result, caller);
	return result;
}

WRAPPER int pthread_setname_np(pthread_t thread, const char *name)
{
	struct {
		uint64_t thread;
		char name[NAME_ROOM];
	} data = { .thread = (uintptr_t)thread };
	int result = NEXT(pthread_setname_np)(thread, name);
	size_t len;

	if (!wrap_wants(WRAP_THREAD, CALLER))
		return result;
	if (result)
		return tell_failure(thread, WRAP_THREAD_NAME, result, CALLER);
	len = strnlen(name, sizeof(data.name) - 1);
	memcpy(data.name, name, len);
	wrap_object_name("thread", data.thread, data.name);
	RECORD_BYTES(thread_name, &data,
		     offsetof(__typeof__(data), name) + len + 1, CALLER);
	return 0;
}

static void tell_priority(pthread_t thread, int policy, int priority,
			  const void *caller)
{
	const struct wrap_priority data = {
		.thread = (uintptr_t)thread,
		.policy = policy,
		.priority = priority,
	};

	RECORD(thread_priority, data, caller);
}

WRAPPER int pthread_setschedparam(pthread_t thread, int policy,
				  const struct sched_param *param)
{
	int result = NEXT(pthread_setschedparam)(thread, policy, param);

	if (!wrap_wants(WRAP_THREAD, CALLER))
		return result;
	if (result)
		return tell_failure(thread, WRAP_THREAD_PRIORITY, result,
				    CALLER);
	tell_priority(thread, policy, param->sched_priority, CALLER);
	return 0;
}

/* -1: the policy is unchanged. */
WRAPPER int pthread_setschedprio(pthread_t thread, int priority)
{
	int result = NEXT(pthread_setschedprio)(thread, priority);

	if (!wrap_wants(WRAP_THREAD, CALLER))
		return result;
	if (result)
		return tell_failure(thread, WRAP_THREAD_PRIORITY, result,
				    CALLER);
	tell_priority(thread, -1, priority, CALLER);
	return 0;
}

/* First 64 processors only. */
WRAPPER int pthread_setaffinity_np(pthread_t thread, size_t size,
				   const cpu_set_t *cpus)
{
	struct wrap_affinity data = { .thread = (uintptr_t)thread };
	int result = NEXT(pthread_setaffinity_np)(thread, size, cpus);

	if (!wrap_wants(WRAP_THREAD, CALLER))
		return result;
	if (result)
		return tell_failure(thread, WRAP_THREAD_AFFINITY, result,
				    CALLER);
	memcpy(&data.cpus, cpus,
	       size < sizeof(data.cpus) ? size : sizeof(data.cpus));
	RECORD(thread_affinity, data, CALLER);
	return 0;
}
