/*
 * timer.c - timers: created, set, expired, deleted
 *
 * The new setting is recorded after the call, when the kernel has read it.
 * Functions that the C library calls on expiry are spans; signals belong to
 * another group.
 */
#include <errno.h>
#include <signal.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "wrap/event/objects.h"
#include "wrap/event/times.h"
#include "wrap/file/descriptor.h"
#include "wrap/time/expiry.h"

/* Timers of POSIX */

static int tell_failure(uint64_t timer, int call, const void *caller)
{
	RECORD_FAILURE(timer_fail, timer, call, errno, caller);
	return -1;
}

static int tell_fd_failure(int fd, int call, const void *caller)
{
	RECORD_FD_FAILURE(timerfd_fail, fd, call, errno, caller);
	return -1;
}

static void tell_create(timer_t timer, clockid_t clock,
			const struct sigevent *event, const void *caller)
{
	struct wrap_timer_create data = {
		.timer = (uintptr_t)timer,
		.clock = clock,
		.notify = event ? event->sigev_notify : SIGEV_SIGNAL,
		.signal = event ? event->sigev_signo : SIGALRM,
	};

	if (data.notify == SIGEV_THREAD)
		data.function = (uintptr_t)event->sigev_notify_function;
	WRAP_OBJECT("timer", data.timer, NULL, { "clock", .number = clock });
	RECORD(timer_create, data, caller);
}

WRAPPER int timer_create(clockid_t clock, struct sigevent *restrict event,
			 timer_t *restrict timer)
{
	struct sigevent ours;
	int result;

	if (!wrap_wants(WRAP_TIMER, CALLER))
		return NEXT(timer_create)(clock, event, timer);
	if (event && event->sigev_notify == SIGEV_THREAD &&
	    wrap_expiry_get(event, &ours))
		result = NEXT(timer_create)(clock, &ours, timer);
	else
		result = NEXT(timer_create)(clock, event, timer);
	if (result)
		return tell_failure(0, WRAP_TIMER_CREATE, CALLER);
	tell_create(*timer, clock, event, CALLER);
	return 0;
}

WRAPPER int timer_delete(timer_t timer)
{
	int result;

	if (!wrap_wants(WRAP_TIMER, CALLER))
		return NEXT(timer_delete)(timer);
	RECORD_OBJECT(timer_delete, timer, CALLER);
	wrap_object_end("timer", (uintptr_t)timer);
	result = NEXT(timer_delete)(timer);
	if (result)
		tell_failure((uintptr_t)timer, WRAP_TIMER_DELETE, CALLER);
	return result;
}

WRAPPER int timer_settime(timer_t timer, int flags,
			  const struct itimerspec *restrict time,
			  struct itimerspec *restrict old)
{
	struct wrap_timer_set data = {
		.timer = (uintptr_t)timer,
		.flags = flags,
	};
	const int result = NEXT(timer_settime)(timer, flags, time, old);

	if (!wrap_wants(WRAP_TIMER, CALLER))
		return result;
	if (result)
		return tell_failure(data.timer, WRAP_TIMER_SETTIME, CALLER);
	data.first = wrap_timespec_ns(&time->it_value);
	data.interval = wrap_timespec_ns(&time->it_interval);
	RECORD(timer_settime, data, CALLER);
	return 0;
}

/* Timers with descriptors */

WRAPPER int timerfd_create(int clock, int flags)
{
	const int fd = NEXT(timerfd_create)(clock, flags);
	const struct wrap_timerfd_create data = { fd, clock, flags };

	if (!wrap_wants(WRAP_TIMER, CALLER))
		return fd;
	if (fd < 0)
		return tell_fd_failure(fd, WRAP_TIMERFD_CREATE, CALLER);
	wrap_descriptor_renew(fd);
	WRAP_OBJECT("timerfd", fd, NULL, { "clock", .number = clock });
	RECORD(timerfd_create, data, CALLER);
	return fd;
}

WRAPPER int timerfd_settime(int fd, int flags, const struct itimerspec *time,
			    struct itimerspec *old)
{
	struct wrap_timerfd_set data = { .fd = fd, .flags = flags };
	const int result = NEXT(timerfd_settime)(fd, flags, time, old);

	if (!wrap_wants(WRAP_TIMER, CALLER))
		return result;
	if (result)
		return tell_fd_failure(fd, WRAP_TIMERFD_SETTIME, CALLER);
	data.first = wrap_timespec_ns(&time->it_value);
	data.interval = wrap_timespec_ns(&time->it_interval);
	RECORD(timerfd_settime, data, CALLER);
	return 0;
}

/* Interval timers of the process */

static void tell_interval(int which, int64_t first, int64_t interval,
			  const void *caller)
{
	const struct wrap_timer_interval data = {
		.which = which,
		.first = first,
		.interval = interval,
	};

	RECORD(timer_interval, data, caller);
}

WRAPPER int setitimer(__itimer_which_t which,
		      const struct itimerval *restrict time,
		      struct itimerval *restrict old)
{
	const int result = NEXT(setitimer)(which, time, old);

	if (!wrap_wants(WRAP_TIMER, CALLER))
		return result;
	if (result)
		return tell_failure(0, WRAP_TIMER_INTERVAL, CALLER);
	if (time)
		tell_interval((int)which, wrap_timeval_ns(&time->it_value),
			      wrap_timeval_ns(&time->it_interval), CALLER);
	return result;
}

WRAPPER unsigned alarm(unsigned s)
{
	if (wrap_wants(WRAP_TIMER, CALLER))
		tell_interval(ITIMER_REAL, wrap_sum_ns(s, 0), 0, CALLER);
	return NEXT(alarm)(s);
}

WRAPPER useconds_t ualarm(useconds_t first, useconds_t interval)
{
	if (wrap_wants(WRAP_TIMER, CALLER))
		tell_interval(ITIMER_REAL, first * INT64_C(1000),
			      interval * INT64_C(1000), CALLER);
	return NEXT(ualarm)(first, interval);
}
