/*
 * epoll.c - waiting for some of many descriptors, by epoll_wait()
 *
 * The program chooses the data that it registers with a descriptor, so that the
 * data need not identify it: the event has the first one as a plain number.
 */
#include <errno.h>
#include <sys/epoll.h>

#include "wrap/event/objects.h"
#include "wrap/event/peek.h"
#include "wrap/event/span.h"
#include "wrap/event/times.h"
#include "wrap/file/descriptor.h"

/* Older headers have no prototype. */
int epoll_pwait2(int epoll, struct epoll_event *events, int count,
		 const struct timespec *timeout, const sigset_t *signals);

static int tell_created(int fd, int flags, const void *caller)
{
	const struct wrap_fd_value data = { fd, flags };

	if (fd < 0) {
		RECORD_FD_FAILURE(epoll_fail, fd, WRAP_EPOLL_CREATE, errno,
				  caller);
		return fd;
	}
	wrap_descriptor_renew(fd);
	wrap_object("epoll", (uint64_t)fd, NULL, NULL);
	RECORD(epoll_create, data, caller);
	return fd;
}

WRAPPER int epoll_create(int size)
{
	const int fd = NEXT(epoll_create)(size);

	if (!wrap_wants(WRAP_EVENT, CALLER))
		return fd;
	return tell_created(fd, 0, CALLER);
}

WRAPPER int epoll_create1(int flags)
{
	const int fd = NEXT(epoll_create1)(flags);

	if (!wrap_wants(WRAP_EVENT, CALLER))
		return fd;
	return tell_created(fd, flags, CALLER);
}

static int tell_refused(const struct wrap_epoll_ctl *asked,
			const struct epoll_event *event, const void *caller)
{
	struct wrap_epoll_failure data = {
		.epoll = asked->epoll,
		.error = errno,
		.call = WRAP_EPOLL_CTL,
		.operation = asked->operation,
		.fd = asked->fd,
	};
	struct epoll_event given = { 0 };

	if (asked->operation != EPOLL_CTL_DEL &&
	    wrap_peek(&given, event, sizeof(given)))
		data.events = given.events;
	RECORD(epoll_fail, data, caller);
	return -1;
}

/* The kernel ignores the event argument of EPOLL_CTL_DEL. */
WRAPPER int epoll_ctl(int epoll, int operation, int fd,
		      struct epoll_event *event)
{
	struct wrap_epoll_ctl data = {
		.epoll = epoll,
		.operation = operation,
		.fd = fd,
	};
	const int result = NEXT(epoll_ctl)(epoll, operation, fd, event);

	if (!wrap_wants(WRAP_EVENT, CALLER))
		return result;
	if (result)
		return tell_refused(&data, event, CALLER);
	if (operation != EPOLL_CTL_DEL)
		data.events = event->events;
	RECORD(epoll_ctl, data, CALLER);
	return 0;
}

static void begin(int epoll, int count, int64_t timeout, const void *caller)
{
	const struct wrap_epoll_wait data = {
		.epoll = epoll,
		.count = count,
		.timeout = timeout,
	};

	RECORD(epoll_wait, data, caller);
}

static void finish(struct wrap_epoll *data, struct wrap_span *span, int result,
		   const struct epoll_event *events)
{
	data->result = result;
	data->error = result < 0 ? errno : 0;
	if (result <= 0)
		return;
	span->len = sizeof(*data);
	data->events = events->events;
	data->data = events->data.u64;
}

#define WAIT(timeout, name, ...)                                         \
	do {                                                             \
		struct wrap_epoll data = { epoll, -1, ECANCELED, 0, 0 }; \
		struct wrap_span span = WRAP_SPAN(epoll_return, data);   \
		int result;                                              \
                                                                         \
		if (!wrap_wants(WRAP_EVENT, CALLER))                     \
			return NEXT(name)(__VA_ARGS__);                  \
		span.len = offsetof(struct wrap_epoll, events);          \
		begin(epoll, count, timeout, CALLER);                    \
		WRAP_DURING(&span, result = NEXT(name)(__VA_ARGS__);     \
			    finish(&data, &span, result, events));       \
		return result;                                           \
	} while (0)

WRAPPER int epoll_wait(int epoll, struct epoll_event *events, int count,
		       int timeout)
{
	WAIT(wrap_ms_ns(timeout), epoll_wait, epoll, events, count, timeout);
}

WRAPPER int epoll_pwait(int epoll, struct epoll_event *events, int count,
			int timeout, const sigset_t *signals)
{
	WAIT(wrap_ms_ns(timeout), epoll_pwait, epoll, events, count, timeout,
	     signals);
}

WRAPPER int epoll_pwait2(int epoll, struct epoll_event *events, int count,
			 const struct timespec *timeout,
			 const sigset_t *signals)
{
	WAIT(wrap_timespec_ns(timeout), epoll_pwait2, epoll, events, count,
	     timeout, signals);
}
