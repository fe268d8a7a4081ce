/*
 * hanger.c - a program that hangs
 *
 *	hanger WAY [COUNT]
 *
 *	ring	COUNT threads (2), each of which has a lock and wants the next
 *	self	a thread wants a lock that it has
 *	rwlock	two threads that read a lock want to write it
 *	join	two threads wait for each other's end
 *	cond	a thread waits for what never happens
 *	file	a thread reads what nobody writes
 *	memory	a thread asks for memory twice in a line
 *
 * It knows nothing of tracing, and hangs until it is killed, or its parent is.
 */
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

enum { MOST = 8 };

static pthread_mutex_t lock[MOST];
static void *volatile kept[2];
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t ready;
static pthread_t thread[MOST];
static unsigned count = 2;

static void *want_next(void *arg)
{
	const uintptr_t own = (uintptr_t)arg;

	pthread_mutex_lock(&lock[own]); /* one */
	pthread_barrier_wait(&ready);
	pthread_mutex_lock(&lock[(own + 1) % count]); /* the next */
	return arg;
}

static void *want_own(void *arg)
{
	pthread_mutex_lock(&lock[0]);
	pthread_mutex_lock(&lock[0]); /* once more */
	return arg;
}

static void *want_to_write(void *arg)
{
	pthread_rwlock_rdlock(&table);
	pthread_barrier_wait(&ready);
	pthread_rwlock_wrlock(&table);
	return arg;
}

/* The threads are known behind the barrier, which their maker passes, too. */
static void *want_end(void *arg)
{
	pthread_barrier_wait(&ready);
	pthread_join(thread[1 - (uintptr_t)arg], NULL);
	return arg;
}

static void *want_news(void *arg)
{
	pthread_mutex_lock(&lock[0]);
	for (;;)
		pthread_cond_wait(&never, &lock[0]);
	return arg;
}

static void *want_data(void *arg)
{
	int fds[2];
	char byte;

	if (pipe(fds) || read(fds[0], &byte, 1) != 1)
		abort();
	return arg;
}

static void *want_memory(void *arg)
{
	kept[0] = malloc(10), kept[1] = malloc(20); /* in a line */
	for (;;)
		pause();
	return arg;
}

static const struct way {
	const char *name;
	void *(*routine)(void *arg);
	unsigned threads; /* 0: as many as are wanted */
	unsigned others;  /* that meet them at the barrier */
} ways[] = {
	{ "ring", want_next, 0, 0 },	   { "self", want_own, 1, 0 },
	{ "rwlock", want_to_write, 2, 0 }, { "join", want_end, 2, 1 },
	{ "cond", want_news, 1, 0 },	   { "file", want_data, 1, 0 },
	{ "memory", want_memory, 1, 0 },
};

static const struct way *find_way(const char *name)
{
	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++)
		if (!strcmp(ways[i].name, name))
			return &ways[i];
	_exit(2);
}

static void hang(const struct way *way)
{
	if (way->threads)
		count = way->threads;
	pthread_barrier_init(&ready, NULL, count + way->others);
	for (uintptr_t i = 0; i < count; i++) {
		pthread_mutex_init(&lock[i], NULL);
		if (pthread_create(&thread[i], NULL, way->routine, (void *)i))
			_exit(1);
	}
	if (way->others)
		pthread_barrier_wait(&ready);
}

int main(int argc, char **argv)
{
	const struct way *way = find_way(argc > 1 ? argv[1] : "");

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (argc > 2)
		count = (unsigned)atoi(argv[2]);
	if (count < 1 || count > MOST)
		_exit(2);
	hang(way);
	for (;;)
		pause();
}
