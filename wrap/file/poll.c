/*
 * poll.c - waiting for some of many descriptors, by poll() and select()
 *
 * The descriptor sets are memory of the program, which the kernel may refuse:
 * they are read after a successful call, to find the first ready descriptor.
 */
#undef _FORTIFY_SOURCE

#include <errno.h>
#include <poll.h>
#include <sys/select.h>

#include "wrap/calls/next.h"
#include "wrap/event/span.h"
#include "wrap/event/times.h"

static void begin(enum wrap_event wait, unsigned long count, int64_t timeout,
		  const void *caller)
{
	const struct wrap_poll_wait data = {
		.count = count > UINT32_MAX ? UINT32_MAX : (uint32_t)count,
		.timeout = timeout,
	};

	wrap_record(wait, &data, sizeof(data), caller);
}

static void finish(struct wrap_poll *data, struct wrap_span *span, int result)
{
	data->result = result;
	data->error = result < 0 ? errno : 0;
	if (result > 0)
		span->len = sizeof(*data);
}

static void find_polled(struct wrap_poll *data, const struct pollfd *fds,
			nfds_t count)
{
	for (nfds_t i = 0; data->result > 0 && i < count; i++)
		if (fds[i].revents) {
			data->fd = fds[i].fd;
			data->events = (uint16_t)fds[i].revents;
			return;
		}
}

/* behind: members that follow the result. */
#define POLL(kind, count, timeout, behind, name, ...)                    \
	do {                                                             \
		struct wrap_poll data = { -1, ECANCELED, -1, 0 };        \
		struct wrap_span span = WRAP_SPAN(kind##_return, data);  \
		int result;                                              \
                                                                         \
		if (!wrap_wants(WRAP_EVENT, CALLER))                     \
			return NEXT(name)(__VA_ARGS__);                  \
		span.len = offsetof(struct wrap_poll, fd);               \
		begin(WRAP_EVENT_##kind##_wait, count, timeout, CALLER); \
		WRAP_DURING(&span, result = NEXT(name)(__VA_ARGS__);     \
			    finish(&data, &span, result); behind);       \
		return result;                                           \
	} while (0)

WRAPPER int poll(struct pollfd *fds, nfds_t count, int timeout)
{
	POLL(poll, count, wrap_ms_ns(timeout), find_polled(&data, fds, count),
	     poll, fds, count, timeout);
}

WRAPPER int ppoll(struct pollfd *fds, nfds_t count,
		  const struct timespec *timeout, const sigset_t *signals)
{
	POLL(poll, count, wrap_timespec_ns(timeout),
	     find_polled(&data, fds, count), ppoll, fds, count, timeout,
	     signals);
}

/* Called by programs compiled with _FORTIFY_SOURCE. */

int __poll_chk(struct pollfd *fds, nfds_t count, int timeout, size_t room);
int __ppoll_chk(struct pollfd *fds, nfds_t count,
		const struct timespec *timeout, const sigset_t *signals,
		size_t room);

WRAPPER int __poll_chk(struct pollfd *fds, nfds_t count, int timeout,
		       size_t room)
{
	POLL(poll, count, wrap_ms_ns(timeout), find_polled(&data, fds, count),
	     __poll_chk, fds, count, timeout, room);
}

WRAPPER int __ppoll_chk(struct pollfd *fds, nfds_t count,
			const struct timespec *timeout, const sigset_t *signals,
			size_t room)
{
	POLL(poll, count, wrap_timespec_ns(timeout),
	     find_polled(&data, fds, count), __ppoll_chk, fds, count, timeout,
	     signals, room);
}

/* Descriptor sets, which may be larger than FD_SETSIZE. */

enum { READABLE = POLLIN, WRITABLE = POLLOUT, EXCEPTIONAL = POLLPRI };

static bool is_set(const fd_set *set, int fd)
{
	const fd_mask *word = (const fd_mask *)(const void *)set;

	return set && (unsigned long)word[fd / NFDBITS] >> fd % NFDBITS & 1;
}

static void find_selected(struct wrap_poll *data, int count, const fd_set *in,
			  const fd_set *out, const fd_set *except)
{
	for (int fd = 0; data->result > 0 && fd < count; fd++) {
		data->events = (is_set(in, fd) ? READABLE : 0) |
			       (is_set(out, fd) ? WRITABLE : 0) |
			       (is_set(except, fd) ? EXCEPTIONAL : 0);
		if (data->events) {
			data->fd = fd;
			return;
		}
	}
}

/* Highest descriptor number of a set. */
#define HIGHEST(count) ((unsigned long)((count) < 0 ? 0 : (count)))

WRAPPER int select(int count, fd_set *restrict in, fd_set *restrict out,
		   fd_set *restrict except, struct timeval *restrict timeout)
{
	POLL(select, HIGHEST(count), wrap_timeval_ns(timeout),
	     find_selected(&data, count, in, out, except), select, count, in,
	     out, except, timeout);
}

WRAPPER int pselect(int count, fd_set *restrict in, fd_set *restrict out,
		    fd_set *restrict except,
		    const struct timespec *restrict timeout,
		    const sigset_t *restrict signals)
{
	POLL(select, HIGHEST(count), wrap_timespec_ns(timeout),
	     find_selected(&data, count, in, out, except), pselect, count, in,
	     out, except, timeout, signals);
}
