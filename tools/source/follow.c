/*
 * follow.c - following a growing trace, until the user quits
 */
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

#include "source/follow.h"

enum { MOMENT_MS = 50 };

static volatile sig_atomic_t enough;
static bool ending;
static int reader = -1;
static int input = -1;

static void stop(int signo)
{
	(void)signo;
	enough = 1;
}

static bool is_ignored(int signal)
{
	struct sigaction action;

	return !sigaction(signal, NULL, &action) &&
	       action.sa_handler == SIG_IGN;
}

/* A second signal ends the program, whatever it waits for. */
void follow_begin(void)
{
	struct sigaction action = {
		.sa_handler = stop,
		.sa_flags = (int)SA_RESETHAND,
	};

	sigemptyset(&action.sa_mask);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	if (!is_ignored(SIGHUP)) /* set by nohup(1) */
		sigaction(SIGHUP, &action, NULL);
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

	if (enough || poll(fds, 3, (int)ms) <= 0)
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
