/*
 * program.c - a program that does as good as nothing
 *
 *	startup-LIBRARY			call the library once, and end
 *	startup-LIBRARY linked		end at once
 *	startup-LIBRARY idle		sit and wait, twice, for a line
 *	startup-traced busy		record with 100 threads
 *	startup-traced attach PID N	attach to PID, N times: microseconds
 *	startup-traced create N		create N streams, one after another:
 *					microseconds of a processor
 *
 * Built three times: with no library (neither macro), with a trivial one
 * (WITH_TRIVIAL), and with ours (WITH_TRACE).
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef WITH_TRIVIAL
#include "trivial.h"
#endif

#ifdef WITH_TRACE
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

#include <trace.h>

enum { THREADS = 100, STACK = 64 << 10 };

static trace_event_id_t event;

static void open_event(void)
{
	if (!event && posix_trace_eventid_open("startup_event", &event))
		abort();
}

static void use_library(void)
{
	open_event();
	posix_trace_event(event, "12345678", 8);
}
#elif defined(WITH_TRIVIAL)
static void use_library(void)
{
	startup_trivial();
}
#else
static void use_library(void)
{
}
#endif

static void tell_and_wait(void)
{
	char byte = 0;

	if (write(STDOUT_FILENO, &byte, 1) != 1 ||
	    read(STDIN_FILENO, &byte, 1) != 1)
		exit(EXIT_FAILURE);
}

static int idle(void)
{
	use_library();
	tell_and_wait();
	use_library();
	tell_and_wait();
	return EXIT_SUCCESS;
}

#ifdef WITH_TRACE
static void *record(void *arg)
{
	const struct timespec pause = { 0, 10000000 };

	for (;;) {
		use_library();
		if (arg)
			nanosleep(&pause, NULL);
	}
	return NULL;
}

static int busy(void)
{
	pthread_attr_t attr;
	pthread_t thread;

	open_event();
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK);
	/* The first one has no pause. */
	for (int i = 0; i < THREADS; i++)
		if (pthread_create(&thread, &attr, record, i ? &attr : NULL))
			abort();
	tell_and_wait();
	return EXIT_SUCCESS;
}

static int64_t ns_of(const struct timespec *time)
{
	return (int64_t)time->tv_sec * 1000000000 + time->tv_nsec;
}

/* Until the first event of the target is there. */
static int find_first(trace_id_t trid, struct timespec *time)
{
	struct posix_trace_event_info info;
	int unavailable;
	char data[64];
	size_t len;

	do {
		int err = posix_trace_getnext_event(
			trid, &info, data, sizeof(data), &len, &unavailable);

		if (err || unavailable)
			return -1;
	} while (len != 8);
	*time = info.posix_timestamp;
	return 0;
}

static int attach_once(pid_t pid)
{
	struct timespec begin, first;
	trace_id_t trid;

	clock_gettime(CLOCK_REALTIME, &begin);
	if (posix_trace_create(pid, NULL, &trid) || posix_trace_start(trid) ||
	    find_first(trid, &first) || posix_trace_shutdown(trid))
		return -1;
	printf("%.3f\n", (double)(ns_of(&first) - ns_of(&begin)) / 1e3);
	return 0;
}

static int attach(pid_t pid, int times)
{
	while (times--)
		if (attach_once(pid))
			return EXIT_FAILURE;
	return EXIT_SUCCESS;
}

static int64_t processor_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return ns_of(&now);
}

static int create(int times)
{
	trace_id_t trid;

	open_event();
	while (times--) {
		const int64_t begin = processor_ns();

		if (posix_trace_create(0, NULL, &trid))
			return EXIT_FAILURE;
		printf("%.3f\n", (double)(processor_ns() - begin) / 1e3);
		posix_trace_shutdown(trid);
	}
	return EXIT_SUCCESS;
}
#endif

int main(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], "linked"))
		return EXIT_SUCCESS;
	if (argc == 2 && !strcmp(argv[1], "idle"))
		return idle();
#ifdef WITH_TRACE
	if (argc == 2 && !strcmp(argv[1], "busy"))
		return busy();
	if (argc == 4 && !strcmp(argv[1], "attach"))
		return attach(atoi(argv[2]), atoi(argv[3]));
	if (argc == 3 && !strcmp(argv[1], "create"))
		return create(atoi(argv[2]));
#endif
	use_library();
	return EXIT_SUCCESS;
}
