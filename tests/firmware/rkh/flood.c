/*
 * flood.c - a handler that comes while a record is on its way to streams, and
 * records many itself
 *
 *	flood COUNT [kill]	the same in a child; and both end by a signal
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <trace_np.h>

#include "line.h"

enum { FIRST = RKH_TE_USER, FLOOD };

static unsigned count;

static void flood(int number)
{
	(void)number;
	for (; count; count--) {
		RKH_TRC_USR_BEGIN(FLOOD)
		RKH_TUSR_UI32(1, count);
		RKH_TRC_USR_END();
	}
}

/* In the place of the library's function, to which it goes on: the record has a
 * number by now, and the next one has to wait. */
void posix_trace_event_at_np(trace_event_id_t event, const void *data,
			     size_t len, const void *address)
{
	void (*record)(trace_event_id_t, const void *, size_t, const void *);

	*(void **)&record = dlsym(RTLD_NEXT, "posix_trace_event_at_np");
	raise(SIGUSR1);
	record(event, data, len, address);
}

static void record(unsigned number)
{
	count = number;
	RKH_TRC_USR_BEGIN(FIRST)
	RKH_TUSR_UI32(1, number);
	RKH_TRC_USR_END();
}

int main(int argc, char **argv)
{
	const unsigned number = argc > 1 ? (unsigned)atoi(argv[1]) : 0;
	const struct sigaction action = { .sa_handler = flood };
	int status;
	pid_t child;

	sigaction(SIGUSR1, &action, NULL);
	RKH_TRC_OPEN();
	RKH_FILTER_OFF_EVENT(RKH_TRC_ALL_EVENTS);
	child = fork();
	record(number);
	if (child)
		assert(waitpid(child, &status, 0) == child);
	if (argc > 2)
		raise(SIGKILL);
	return 0;
}
