/*
 * poller.c - a program that waits for one of many, and knows nothing of tracing
 *
 *	poller
 *
 * Each thing happens in a fixed way, so that its events can be counted. What
 * the functions give is compared with what their manuals say, and so is errno.
 * It prints "fine" and exits with 42.
 */
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <unistd.h>

#include "wrap/expectation.h"

enum { NO_FD = 1 << 20, COOKIE = 0x1234 };

/* No address of anything, as far as the compiler knows. */
static void *volatile nowhere = (void *)16;
static volatile nfds_t many = UINT32_MAX;

static const struct timespec soon = { 0, 1000000 };

static int counter, empty;

static void count(void)
{
	eventfd_t value = 0;

	errno = NONSENSE;
	counter = eventfd(3, EFD_CLOEXEC | EFD_NONBLOCK);
	empty = eventfd(0, EFD_NONBLOCK);
	MUST(counter >= 0 && empty >= 0);
	MUST(!eventfd_write(counter, 4));
	MUST(!eventfd_read(counter, &value) && value == 7);
	MUST(errno == NONSENSE);
	MUST(eventfd_read(counter, &value) == -1 && errno == EAGAIN);
	MUST(value == 7);
	MUST(eventfd_write(counter, UINT64_MAX) == -1 && errno == EINVAL);
	MUST(eventfd(0, 99) == -1 && errno == EINVAL);
	MUST(!eventfd_write(counter, 1));
}

static void poll_them(void)
{
	struct pollfd fds[] = {
		{ .fd = -1, .events = POLLIN },
		{ .fd = empty, .events = POLLIN },
		{ .fd = counter, .events = POLLIN },
	};

	errno = NONSENSE;
	MUST(poll(fds, 3, -1) == 1 && fds[2].revents == POLLIN);
	MUST(poll(fds, 2, 1) == 0);
	MUST(ppoll(fds, 3, NULL, NULL) == 1);
	MUST(ppoll(fds, 2, &soon, NULL) == 0);
	MUST(errno == NONSENSE);
	MUST(poll(nowhere, 1, 0) == -1 && errno == EFAULT);
	MUST(poll(fds, many, 0) == -1 && errno == EINVAL);
}

static void select_them(void)
{
	struct timeval none = { 0, 0 };
	fd_set in, out;

	FD_ZERO(&in);
	FD_ZERO(&out);
	FD_SET(empty, &in);
	FD_SET(counter, &in);
	FD_SET(counter, &out);
	errno = NONSENSE;
	MUST(select(empty + 1, &in, &out, NULL, NULL) == 2);
	MUST(!FD_ISSET(empty, &in) && FD_ISSET(counter, &in));
	FD_ZERO(&in);
	FD_SET(empty, &in);
	MUST(select(empty + 1, &in, NULL, NULL, &none) == 0);
	MUST(pselect(0, NULL, NULL, NULL, &soon, NULL) == 0);
	MUST(errno == NONSENSE);
	MUST(select(-1, NULL, NULL, NULL, &none) == -1 && errno == EINVAL);
	MUST(select(1, nowhere, NULL, NULL, NULL) == -1 && errno == EFAULT);
}

static void epoll_them(void)
{
	struct epoll_event event = { .events = EPOLLIN, .data.u64 = COOKIE };
	struct epoll_event got[4];
	int epoll = epoll_create1(EPOLL_CLOEXEC), other = epoll_create(1);

	MUST(epoll >= 0 && other >= 0 && !close(other));
	errno = NONSENSE;
	MUST(!epoll_ctl(epoll, EPOLL_CTL_ADD, counter, &event));
	MUST(epoll_wait(epoll, got, 4, -1) == 1);
	MUST(got[0].data.u64 == COOKIE && got[0].events == EPOLLIN);
	MUST(epoll_pwait(epoll, got, 4, 7, NULL) == 1);
	MUST(!epoll_ctl(epoll, EPOLL_CTL_DEL, counter, nowhere));
	MUST(epoll_wait(epoll, got, 4, 0) == 0);
	MUST(errno == NONSENSE);
	MUST(epoll_ctl(epoll, EPOLL_CTL_ADD, counter, nowhere) == -1 &&
	     errno == EFAULT);
	MUST(epoll_ctl(NO_FD, EPOLL_CTL_DEL, 0, NULL) == -1 && errno == EBADF);
	MUST(epoll_wait(NO_FD, nowhere, 1, 0) == -1 && errno == EBADF);
	MUST(epoll_wait(epoll, got, 0, 0) == -1 && errno == EINVAL);
	MUST(!close(epoll));
}

static void *wait_cancelled(void *arg)
{
	struct pollfd fd = { .fd = empty, .events = POLLIN };

	MUST(!pthread_cancel(pthread_self()));
	MUST(poll(&fd, 1, -1) == 1);
	MUST(!"a cancellation point");
	return arg;
}

static void be_cancelled(void)
{
	pthread_t thread;
	void *value;

	MUST(!pthread_create(&thread, NULL, wait_cancelled, NULL));
	MUST(!pthread_join(thread, &value));
	MUST(value == PTHREAD_CANCELED);
}

int main(void)
{
	count();
	poll_them();
	select_them();
	epoll_them();
	be_cancelled();
	puts("fine");
	return STATUS;
}
