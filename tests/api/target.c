/*
 * target.c - a traced program that does what a test tells it to
 *
 * It records the event "begin" first of all. Then it takes commands, one a
 * line, from its standard input, and answers each with a line that is the
 * result, a number:
 *
 *	open NAME		the type
 *	event NAME NUMBER	record it once; 0
 *	storm NAME THREADS	threads record that until "quiet"; 0
 *	quiet			end the threads; how many events each made at
 *				least
 *	ring NAME		from now on a handler of SIGALRM records that; 0
 *	babble BYTES		have so many to write when the process ends,
 *				behind all destructors; 0
 *	times COUNT		record "time", with the time as its data,
 *				until COUNT of them; 0
 *	pid			the process ID
 *	exec PROGRAM NAME	become that program
 *
 * Threads number their events. What each has published so far stands in the
 * memory of descriptor 3, if that is open: test and target share it.
 */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <trace.h>

#include "target.h"

static struct published *published;
static struct published own;
static _Atomic bool quiet;
static pthread_t thread[TARGET_THREADS];
static unsigned threads;
static trace_event_id_t storming;

static trace_event_id_t type_of(const char *name)
{
	trace_event_id_t type = 0;

	posix_trace_eventid_open(name, &type);
	return type;
}

static void record(trace_event_id_t type, uint32_t who, uint32_t number)
{
	const uint32_t mark[2] = { who, number };

	posix_trace_event(type, mark, sizeof(mark));
}

/* At most so many wait in memory for a log that is slow. */
static void breathe(uint32_t number)
{
	const struct timespec moment = { .tv_nsec = 1000000 };

	if (number % 500 == 0)
		nanosleep(&moment, NULL);
}

static void *storm(void *argument)
{
	const uint32_t who = (uint32_t)(uintptr_t)argument;

	for (uint32_t i = 0; !quiet; i++) {
		record(storming, who, i);
		atomic_store(&published->count[who], i + 1);
		breathe(i);
	}
	return NULL;
}

static long begin_storm(const char *name, unsigned count)
{
	quiet = false;
	storming = type_of(name);
	for (threads = 0; threads < count && threads < TARGET_THREADS;
	     threads++)
		if (pthread_create(&thread[threads], NULL, storm,
				   (void *)(uintptr_t)threads))
			return 1;
	return 0;
}

static long end_storm(void)
{
	long least = 0;

	quiet = true;
	for (unsigned i = 0; i < threads; i++) {
		pthread_join(thread[i], NULL);
		if (!i || published->count[i] < least)
			least = published->count[i];
	}
	threads = 0;
	return least;
}

static void on_alarm(int number)
{
	const uint32_t i = published->count[0];

	(void)number;
	record(storming, 0, i);
	atomic_store(&published->count[0], i + 1);
}

static long ring(const char *name)
{
	const struct sigaction action = {
		.sa_handler = on_alarm,
		.sa_flags = SA_RESTART,
	};

	storming = type_of(name);
	return sigaction(SIGALRM, &action, NULL);
}

static long babble(size_t bytes)
{
	FILE *late = fdopen(dup(1), "w");
	char *buffer = malloc(bytes + 1);

	if (!late || !buffer || setvbuf(late, buffer, _IOFBF, bytes + 1))
		return 1;
	while (bytes--)
		putc('.', late);
	return 0;
}

static long tell_times(long count)
{
	const trace_event_id_t type = type_of("time");
	struct timespec now;

	for (long i = 0; i < count; i++) {
		int64_t ns;

		clock_gettime(CLOCK_REALTIME, &now);
		ns = (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
		posix_trace_event(type, &ns, sizeof(ns));
		breathe((uint32_t)i);
	}
	return 0;
}

static long obey(char *line)
{
	char *word = strtok(line, " \n");
	char *name = strtok(NULL, " \n");
	char *rest = strtok(NULL, " \n");

	if (!word)
		return -1;
	if (!strcmp(word, "open") && name)
		return (long)type_of(name);
	if (!strcmp(word, "event") && rest) {
		record(type_of(name), 0, (uint32_t)strtoul(rest, NULL, 10));
		return 0;
	}
	if (!strcmp(word, "storm") && rest)
		return begin_storm(name, (unsigned)strtoul(rest, NULL, 10));
	if (!strcmp(word, "quiet"))
		return end_storm();
	if (!strcmp(word, "ring") && name)
		return ring(name);
	if (!strcmp(word, "babble") && name)
		return babble(strtoul(name, NULL, 10));
	if (!strcmp(word, "times") && name)
		return tell_times(strtol(name, NULL, 10));
	if (!strcmp(word, "pid"))
		return getpid();
	if (!strcmp(word, "exec") && name)
		execl(name, name, rest, (char *)NULL);
	return -1;
}

static void share_memory(void)
{
	void *memory = mmap(NULL, sizeof(*published), PROT_READ | PROT_WRITE,
			    MAP_SHARED, TARGET_FD, 0);

	published = memory == MAP_FAILED ? &own : memory;
}

int main(int argc, char **argv)
{
	char line[1024];

	(void)argv;
	record(type_of("begin"), 0, (uint32_t)argc);
	share_memory();
	while (fgets(line, sizeof(line), stdin)) {
		printf("%ld\n", obey(line));
		if (fflush(stdout))
			return EXIT_FAILURE;
	}
	return EXIT_SUCCESS;
}
