/*
 * server.c - a program that does the same each time, or something else
 *
 * Its argument has a letter for each change:
 *
 *	s	requests are slow
 *	n	there is a new event
 *	t	a thread is missing
 *	e	there are more errors, and a new one
 *	o	requests are done in another order
 *	m	an event is missing
 *	k	a lock is kept
 */
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>
#include <time.h>

#include <trace_np.h>

enum { REQUESTS = 12, SLOW_NS = 100000000 };

static const char *changes = "";
static pthread_mutex_t lock[REQUESTS];

static bool has(char change)
{
	return strchr(changes, change);
}

static void begin(int id)
{
	POSIX_TRACE_RECORD_NP("request_begin",
			      "[[begin(request)]]; int32_t id [[key]]", id);
}

static void end(int id, int error)
{
	POSIX_TRACE_RECORD_NP("request_end",
			      "[[end(request)]]; int32_t id [[key]];"
			      "int32_t error [[errno]]",
			      id, error);
}

static void check(int id)
{
	POSIX_TRACE_RECORD_NP("check", "int32_t id", id);
}

/* One error in all of them, or one in each third. */
static int error_of(int id)
{
	if (has('e') && id % 3 == 1)
		return EIO;
	return id == REQUESTS / 2 ? ENOENT : 0;
}

static void serve(int id)
{
	static const struct timespec slow = { .tv_nsec = SLOW_NS };

	if (has('o'))
		check(id);
	begin(id);
	pthread_mutex_lock(&lock[id]);
	if (!has('o') && !(has('m') && id == REQUESTS / 2))
		check(id);
	if (has('s'))
		nanosleep(&slow, NULL);
	if (!has('k') || id != REQUESTS / 2)
		pthread_mutex_unlock(&lock[id]);
	end(id, error_of(id));
	if (has('n'))
		POSIX_TRACE_RECORD_NP("retry", "int32_t id", id);
}

static void *tick(void *name)
{
	pthread_setname_np(pthread_self(), name);
	for (int i = 0; i < REQUESTS; i++)
		POSIX_TRACE_RECORD_NP("tick", "int32_t i", i);
	return NULL;
}

static void run(char *name)
{
	pthread_t thread;

	if (!pthread_create(&thread, NULL, tick, name))
		pthread_join(thread, NULL);
}

int main(int argc, char **argv)
{
	static char timer[] = "timer", cleaner[] = "cleaner";

	if (argc > 1)
		changes = argv[1];
	for (int id = 0; id < REQUESTS; id++)
		pthread_mutex_init(&lock[id], NULL);
	for (int id = 0; id < REQUESTS; id++)
		serve(id);
	run(timer);
	if (!has('t'))
		run(cleaner);
	return 0;
}
