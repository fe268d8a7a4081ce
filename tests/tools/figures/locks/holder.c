/*
 * holder.c - a program whose main thread keeps a lock that another one wants
 *
 *	holder [forever]
 *
 * It has it for a millisecond at least while the other one waits, again and
 * again, or once and then for good. It knows nothing of tracing.
 */
#include <pthread.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t wanted = PTHREAD_MUTEX_INITIALIZER;

static void *want(void *arg)
{
	pthread_mutex_lock(&wanted);
	pthread_mutex_unlock(&wanted);
	return arg;
}

/* The C library's mark that somebody waits; its event came before. */
static void see_waiter(void)
{
	while (__atomic_load_n(&wanted.__data.__lock, __ATOMIC_RELAXED) != 2)
		sched_yield();
}

/* Somebody who comes, and waits. */
static pthread_t have_wanted(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, want, NULL))
		_exit(1);
	see_waiter();
	return thread;
}

static void keep_for_a_while(void)
{
	const struct timespec while_long = { .tv_nsec = 1000000 };
	pthread_t thread;

	pthread_mutex_lock(&wanted); /* for a while */
	thread = have_wanted();
	nanosleep(&while_long, NULL);
	pthread_mutex_unlock(&wanted);
	pthread_join(thread, NULL);
}

int main(int argc, char **argv)
{
	(void)argv;
	do {
		keep_for_a_while();
	} while (argc > 1);
	pthread_mutex_lock(&wanted); /* for good */
	have_wanted();
	_exit(0);
}
