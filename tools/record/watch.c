/*
 * watch.c - waiting for the end of a process, signals, and time
 */
#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "record/watch.h"

enum { POLL_MS = 20 }; /* polling interval on kernels without pidfd */

/* nohup(1) ignores SIGHUP, which stays so. */
static bool hangs_up(void)
{
	struct sigaction action;

	return sigaction(SIGHUP, NULL, &action) || action.sa_handler != SIG_IGN;
}

int watch_init(struct watch *watch)
{
	sigset_t blocked;
	sigset_t read;

	sigemptyset(&read);
	sigaddset(&read, SIGINT);
	sigaddset(&read, SIGQUIT);
	sigaddset(&read, SIGTERM);
	if (hangs_up())
		sigaddset(&read, SIGHUP);

	blocked = read;
	sigaddset(&blocked, SIGPIPE);
	sigprocmask(SIG_BLOCK, &blocked, &watch->mask);

	watch->read = read;
	watch->signals = signalfd(-1, &read, SFD_CLOEXEC | SFD_NONBLOCK);
	return watch->signals < 0 ? errno : 0;
}

int watch_add(struct watch *watch, const sigset_t *signals)
{
	sigorset(&watch->read, &watch->read, signals);
	sigprocmask(SIG_BLOCK, signals, NULL);
	return signalfd(watch->signals, &watch->read, 0) < 0 ? errno : 0;
}

void watch_fini(struct watch *watch)
{
	if (watch->signals >= 0)
		close(watch->signals);
	watch->signals = -1;
}

static bool take_signal(struct watch *watch, int *signal)
{
	struct signalfd_siginfo info;

	if (read(watch->signals, &info, sizeof(info)) != sizeof(info))
		return false;
	*signal = (int)info.ssi_signo;
	return true;
}

static bool one_has_ended(struct target *const *targets, size_t count)
{
	bool any = false;

	for (size_t i = 0; i < count; i++)
		if (!targets[i]->ended)
			any |= target_has_ended(targets[i]);
	return any;
}

enum watch_news watch_next(struct watch *watch, struct target *const *targets,
			   size_t count, int ms, int *signal)
{
	struct pollfd fds[TARGETS_MAX + 1] = {
		{ .fd = watch->signals, .events = POLLIN },
	};

	for (size_t i = 0; i < count; i++) {
		const struct target *target = targets[i];

		fds[i + 1] = (struct pollfd){
			.fd = target->ended ? -1 : target->pidfd,
			.events = POLLIN,
		};
		if (!target->ended && target->pidfd < 0 && ms > POLL_MS)
			ms = POLL_MS;
	}
	poll(fds, count + 1, ms);

	/* Signals come first: one that also ended the process is reported in
	 * time. */
	if (take_signal(watch, signal))
		return WATCH_SIGNAL;
	return one_has_ended(targets, count) ? WATCH_ENDED : WATCH_TIME;
}

enum watch_news watch_or(struct watch *watch, int fd, int ms, int *signal)
{
	struct pollfd fds[] = {
		{ .fd = watch->signals, .events = POLLIN },
		{ .fd = fd, .events = POLLIN },
	};

	poll(fds, 2, ms);
	if (fds[1].revents)
		return WATCH_ENDED;
	return take_signal(watch, signal) ? WATCH_SIGNAL : WATCH_TIME;
}
