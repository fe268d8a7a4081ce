/*
 * c11_cond.c - conditions of C11, with the events of those of POSIX
 */
#include "wrap/calls/next.h"
#include "wrap/event/objects.h"
#include "wrap/event/span.h"
#include "wrap/thread/c11.h"

static void begin(const cnd_t *cond, const mtx_t *mutex, const void *caller)
{
	const struct wrap_cond_data data = {
		.cond = (uintptr_t)cond,
		.mutex = (uintptr_t)mutex,
	};

	RECORD(cond_wait, data, caller);
}

#define WAIT(name, ...)                                              \
	do {                                                         \
		struct wrap_cond_result data = {                     \
			.cond = (uintptr_t)cond,                     \
			.mutex = (uintptr_t)mutex,                   \
			.result = ECANCELED,                         \
		};                                                   \
		struct wrap_span span = WRAP_SPAN(cond_wake, data);  \
		int result;                                          \
                                                                     \
		if (!wrap_wants(WRAP_COND, CALLER))                  \
			return NEXT(name)(__VA_ARGS__);              \
		begin(cond, mutex, CALLER);                          \
		WRAP_DURING(&span, result = NEXT(name)(__VA_ARGS__); \
			    data.result = wrap_c11_error(result));   \
		return result;                                       \
	} while (0)

WRAPPER int cnd_wait(cnd_t *cond, mtx_t *mutex)
{
	WAIT(cnd_wait, cond, mutex);
}

WRAPPER int cnd_timedwait(cnd_t *restrict cond, mtx_t *restrict mutex,
			  const struct timespec *restrict until)
{
	WAIT(cnd_timedwait, cond, mutex, until);
}

/* The event precedes the call: a woken thread's event follows it. */
WRAPPER int cnd_signal(cnd_t *cond)
{
	if (wrap_wants(WRAP_COND, CALLER))
		RECORD_OBJECT(cond_signal, cond, CALLER);
	return NEXT(cnd_signal)(cond);
}

WRAPPER int cnd_broadcast(cnd_t *cond)
{
	if (wrap_wants(WRAP_COND, CALLER))
		RECORD_OBJECT(cond_broadcast, cond, CALLER);
	return NEXT(cnd_broadcast)(cond);
}

WRAPPER int cnd_init(cnd_t *cond)
{
	const int result = NEXT(cnd_init)(cond);

	if (result == thrd_success && wrap_wants(WRAP_COND, CALLER)) {
		wrap_object("cond", (uintptr_t)cond, NULL, NULL);
		RECORD_OBJECT(cond_init, cond, CALLER);
	}
	return result;
}

WRAPPER void cnd_destroy(cnd_t *cond)
{
	if (wrap_wants(WRAP_COND, CALLER)) {
		RECORD_OBJECT(cond_destroy, cond, CALLER);
		wrap_object_end("cond", (uintptr_t)cond);
	}
	NEXT(cnd_destroy)(cond);
}
