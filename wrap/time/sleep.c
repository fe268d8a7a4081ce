/*
 * sleep.c - threads that sleep
 *
 * Durations are read before the kernel sees them, as in times.h.
 */
#undef _FORTIFY_SOURCE

#include <errno.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "wrap/calls/next.h"
#include "wrap/event/span.h"
#include "wrap/event/times.h"

static void begin(int64_t duration, clockid_t clock, int flags,
		  const void *caller)
{
	const struct wrap_sleep data = {
		.duration = duration,
		.clock = clock,
		.flags = flags,
	};

	RECORD(sleep, data, caller);
}

/* failure: the value to record, as a function of result. */
#define SLEEP(type, duration, clock, flags, failure, name, ...)      \
	do {                                                         \
		int32_t data = ECANCELED;                            \
		struct wrap_span span = WRAP_SPAN(sleep_end, data);  \
		type result;                                         \
                                                                     \
		if (!wrap_wants(WRAP_TIMER, CALLER))                 \
			return NEXT(name)(__VA_ARGS__);              \
		begin(duration, clock, flags, CALLER);               \
		WRAP_DURING(&span, result = NEXT(name)(__VA_ARGS__); \
			    data = (failure));                       \
		return result;                                       \
	} while (0)

WRAPPER int nanosleep(const struct timespec *duration, struct timespec *left)
{
	SLEEP(int, wrap_timespec_ns(duration), CLOCK_REALTIME, 0,
	      result ? errno : 0, nanosleep, duration, left);
}

WRAPPER int clock_nanosleep(clockid_t clock, int flags,
			    const struct timespec *duration,
			    struct timespec *left)
{
	SLEEP(int, wrap_timespec_ns(duration), clock, flags, result,
	      clock_nanosleep, clock, flags, duration, left);
}

WRAPPER int usleep(useconds_t us)
{
	SLEEP(int, wrap_sum_ns(0, us * INT64_C(1000)), CLOCK_REALTIME, 0,
	      result ? errno : 0, usleep, us);
}

/* A remainder means that the sleep was interrupted. */
WRAPPER unsigned sleep(unsigned s)
{
	SLEEP(unsigned, wrap_sum_ns(s, 0), CLOCK_REALTIME, 0,
	      result ? EINTR : 0, sleep, s);
}

WRAPPER int thrd_sleep(const struct timespec *duration, struct timespec *left)
{
	SLEEP(int, wrap_timespec_ns(duration), CLOCK_REALTIME, 0,
	      result == -1 ? EINTR :
	      result	   ? EINVAL :
			     0,
	      thrd_sleep, duration, left);
}
