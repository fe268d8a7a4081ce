/*
 * calls.c - a program that calls the C library, for tracers of such calls
 *
 *	calls NUMBER FILE
 *
 * So many calls make a turn, and the fastest of some turns counts, in which
 * nothing else had the processor. What was measured goes to the file.
 */
#include <err.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "wrap/calls.h"

enum { TURNS = 10 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int zeroes;

static void lock(void)
{
	pthread_mutex_lock(&mutex);
	pthread_mutex_unlock(&mutex);
}

static void read_byte(void)
{
	char byte;

	if (pread(zeroes, &byte, 1, 0) != 1)
		err(EXIT_FAILURE, "pread");
}

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static double turn(void (*call)(void), unsigned n)
{
	const double begin = now();

	for (unsigned i = 0; i < n; i++)
		call();
	return (now() - begin) / n;
}

static double measure(void (*call)(void), unsigned n)
{
	double fastest = turn(call, n);

	for (unsigned i = 1; i < TURNS; i++)
		fastest = fmin(fastest, turn(call, n));
	return fastest;
}

int main(int argc, char **argv)
{
	struct calls calls;
	unsigned n;
	int fd;

	if (argc != 3)
		return EXIT_FAILURE;
	n = (unsigned)atoi(argv[1]);
	zeroes = open("/dev/zero", O_RDONLY | O_CLOEXEC);
	fd = open(argv[2], O_WRONLY | O_CLOEXEC);
	if (!n || zeroes < 0 || fd < 0)
		err(EXIT_FAILURE, "%s", argv[2]);
	calls.locks = measure(lock, n);
	calls.reads = measure(read_byte, n);
	if (write(fd, &calls, sizeof(calls)) != sizeof(calls))
		err(EXIT_FAILURE, "%s", argv[2]);
	return EXIT_SUCCESS;
}
