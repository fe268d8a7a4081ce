/*
 * follow.c - following a growing trace, until the user quits
 */
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

#include "common/monotonic_clock.h"
#include "source/follow.h"

enum { MOMENT_MS = 50, NS_PER_MS = 1000000 };

static const int signals[] = { SIGINT, SIGTERM, SIGHUP };

enum { SIGNALS = sizeof(signals) / sizeof(*signals) };

static struct sigaction before[SIGNALS];
static int64_t deadline; /* 0: none */

static volatile sig_atomic_t enough;
static bool ending;
static int reader = -1;
static int input = -1;

static void stop(int signo)
{
	(void)signo;
	enough = 1;
}

/* A second signal ends the program, whatever it waits for. */
void follow_begin(void)
{
	struct sigaction action = {
		.sa_handler = stop,
		.sa_flags = (int)SA_RESETHAND,
	};

	sigemptyset(&action.sa_mask);
	for (unsigned i = 0; i < SIGNALS; i++) {
		sigaction(signals[i], NULL, &before[i]);
		/* nohup(1) has it ignored. */
		if (signals[i] != SIGHUP || before[i].sa_handler != SIG_IGN)
			sigaction(signals[i], &action, NULL);
	}
}

void follow_leave(void)
{
	for (unsigned i = 0; i < SIGNALS; i++)
		sigaction(signals[i], &before[i], NULL);
}

void follow_until(int64_t ns)
{
	deadline = ns;
}

/* Shortens a time to wait by the deadline. */
static int time_left(unsigned ms)
{
	const int64_t left = deadline ? deadline - now_ns() : INT64_MAX;

	if (left <= 0)
		enough = 1;
	return left / NS_PER_MS < ms ? (int)(left / NS_PER_MS) + 1 : (int)ms;
}

void follow_reader(void)
{
	reader = STDOUT_FILENO;
	signal(SIGPIPE, SIG_IGN);
}

/* A pipe without reader, or a terminal that is gone. */
bool follow_pause_on(int fd, short events, unsigned ms)
{
	struct pollfd fds[] = {
		{ .fd = reader },
		{ .fd = fd, .events = events },
		{ .fd = input, .events = POLLIN },
	};
	const int left = time_left(ms);

	if (enough || poll(fds, 3, left) <= 0)
		return false;
	if (fds[0].revents & (POLLERR | POLLHUP))
		enough = 1;
	return fds[1].revents;
}

void follow_input(int fd)
{
	input = fd;
}

void follow_end(void)
{
	enough = 1;
}

bool follow_is_wanted(void)
{
	return !enough;
}

bool follow_pause(unsigned ms)
{
	follow_pause_on(-1, 0, ms);
	return !enough;
}

bool follow_wait(struct source *source)
{
	if (ending || (source_is_complete(source) && !source_goes_on(source)))
		return false;
	follow_pause_on(source_descriptor(source), POLLIN, MOMENT_MS);
	ending = enough;
	source_follow(source, !ending);
	return true;
}
