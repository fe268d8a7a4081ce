/*
 * follow.c - wait for more of a log that grows, until the user has enough
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

/* A second one ends the program, whatever it waits for. */
void follow_begin(void)
{
	struct sigaction action = {
		.sa_handler = stop,
		.sa_flags = (int)SA_RESETHAND,
	};

	sigemptyset(&action.sa_mask);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	if (!is_ignored(SIGHUP)) /* nohup(1) */
		sigaction(SIGHUP, &action, NULL);
}

void follow_reader(void)
{
	reader = STDOUT_FILENO;
	signal(SIGPIPE, SIG_IGN);
}

/* A pipe that nobody reads any more, or a terminal that is gone. */
bool follow_pause(unsigned ms)
{
	struct pollfd fd = { .fd = reader };

	if (enough)
		return false;
	if (poll(&fd, 1, (int)ms) > 0 && fd.revents & (POLLERR | POLLHUP))
		enough = 1;
	return !enough;
}

bool follow_wait(struct source *source)
{
	if (ending || (source_is_complete(source) && !source_goes_on(source)))
		return false;
	ending = !follow_pause(MOMENT_MS);
	source_follow(source, !ending);
	return true;
}
