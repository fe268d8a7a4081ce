/*
 * patience.c - interrupting a wait for a disk, or a reader
 */
#include <poll.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "common/command.h"
#include "common/monotonic_clock.h"
#include "common/talk.h"
#include "common/thread.h"
#include "record/patience.h"

enum { PATIENCE_MS = 1000 };

static int64_t now_ms(void)
{
	return now_ns() / 1000000;
}

/* Signals are left pending for now: the caller may not have to wait, and then
 * handles them. */
static bool ends_soon(const struct patience *patience)
{
	const int64_t limit = now_ms() + PATIENCE_MS;
	struct pollfd done = { .fd = patience->done, .events = POLLIN };
	int64_t left;

	while ((left = limit - now_ms()) > 0)
		if (poll(&done, 1, (int)left) > 0)
			return true;
	return false;
}

static void drop_signals(const struct patience *patience)
{
	int signal;

	while (watch_or(patience->watch, patience->done, 0, &signal) ==
	       WATCH_SIGNAL)
		;
}

/* A request to save, of a flight recorder, is no order to give up. */
static bool ends_programs(int signal)
{
	return signal == SIGINT || signal == SIGQUIT || signal == SIGTERM ||
	       signal == SIGHUP;
}

static void *look_after(void *argument)
{
	const struct patience *patience = argument;
	int signal;

	if (ends_soon(patience))
		return NULL;
	if (patience->again)
		drop_signals(patience);
	talk("waiting for %s; %s", patience->whom, patience->way_out);
	for (;;)
		switch (watch_or(patience->watch, patience->done, -1,
				 &signal)) {
		case WATCH_TIME:
			break;
		case WATCH_ENDED:
			return NULL;
		case WATCH_SIGNAL:
			if (ends_programs(signal))
				_exit(EXIT_SIGNALLED + signal);
		}
}

void patience_begin(struct patience *patience, struct watch *watch,
		    const char *whom, const char *way_out, bool again)
{
	*patience = (struct patience){
		.watch = watch,
		.whom = whom,
		.way_out = way_out,
		.again = again,
	};
	patience->done = eventfd(0, EFD_CLOEXEC);
	if (patience->done >= 0)
		patience->has_thread =
			!thread_start(&patience->thread, look_after, patience);
}

void patience_end(struct patience *patience)
{
	if (patience->has_thread) {
		eventfd_write(patience->done, 1);
		pthread_join(patience->thread, NULL);
	}
	if (patience->done >= 0)
		close(patience->done);
	patience->done = -1;
}
