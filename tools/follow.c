/*
 * follow.c - wait for more of a log that grows, until the user has enough
 */
#include <signal.h>
#include <stddef.h>
#include <time.h>

#include "follow.h"

enum { MOMENT_NS = 50000000 };

static volatile sig_atomic_t enough;

static void stop(int signo)
{
	(void)signo;
	enough = 1;
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
}

bool follow_wait(struct source *source)
{
	const struct timespec moment = { .tv_nsec = MOMENT_NS };

	if (enough || source_is_complete(source))
		return false;
	nanosleep(&moment, NULL);
	return !enough;
}
