/*
 * address_limit.c - a program for tests of the command: what it gets of its
 *limit
 *
 *	address_limit [-w] THREADS EVENTS
 *
 * So many threads record so many events each, all at one time, and then again
 * when all of them have; then it maps as much as it may, and says how many MiB
 * that is. -w: before all that it waits for a line.
 */
#include <err.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <trace.h>

enum { STACK = 64 << 10, MIB = 1 << 20 };

static trace_event_id_t work;
static pthread_barrier_t all;
static int events;

static void record(int n)
{
	for (int i = 0; i < n; i++)
		posix_trace_event(work, &i, sizeof(i));
}

static void *run(void *nothing)
{
	record(1);
	pthread_barrier_wait(&all);
	record(events - 1);
	pthread_barrier_wait(&all);
	return nothing;
}

static void start(size_t threads, pthread_t *thread)
{
	pthread_attr_t attr;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK);
	pthread_barrier_init(&all, NULL, (unsigned)threads);
	for (size_t i = 0; i < threads; i++)
		if (pthread_create(&thread[i], &attr, run, NULL))
			errx(1, "thread %zu cannot be made", i);
	pthread_attr_destroy(&attr);
}

/* Address space, not memory. */
static size_t room(void)
{
	size_t n = 0;

	while (n < 1 << 16 && mmap(NULL, MIB, PROT_NONE,
				   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
				   -1, 0) != MAP_FAILED)
		n++;
	return n;
}

int main(int argc, char **argv)
{
	const int waits = argc > 1 && !strcmp(argv[1], "-w");
	pthread_t *thread;
	size_t threads;

	if (argc != waits + 3)
		errx(1, "usage: address_limit [-w] THREADS EVENTS");
	threads = strtoul(argv[waits + 1], NULL, 10);
	events = atoi(argv[waits + 2]);
	thread = calloc(threads, sizeof(*thread));
	if (!thread || posix_trace_eventid_open("work", &work))
		errx(1, "no memory, or no name");
	puts("ready");
	fflush(stdout);
	if (waits)
		getchar();
	start(threads, thread);
	for (size_t i = 0; i < threads; i++)
		pthread_join(thread[i], NULL);
	printf("%zu MiB\n", room());
	free(thread);
	return 0;
}
