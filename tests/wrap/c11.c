/*
 * c11.c - a program with the threads of C11, and knows nothing of tracing
 *
 *	c11
 *
 * Each thing happens in a fixed way, so that its events can be counted. What
 * the functions give is compared with what C11 says. What POSIX has not, but
 * this C library, is here, too. It prints "fine" in a thread that outlives the
 * first one, and exits with 42.
 */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>

#include "wrap/expectation.h"

enum { VALUE = 4711 };

static const struct timespec past = { 1, 0 };
static const struct timespec far = { 1L << 33, 0 };
static mtx_t mutex;
static cnd_t cond;
static int ready, go;

/* Mutexes */

static int contend(void *arg)
{
	MUST(mtx_lock(&mutex) == thrd_success);
	MUST(mtx_unlock(&mutex) == thrd_success);
	return *(int *)arg;
}

/* The C library's mark that somebody waits. */
static void see_waiter(void)
{
	while (__atomic_load_n((int *)&mutex, __ATOMIC_RELAXED) != 2)
		thrd_yield();
}

static void wait_for_mutex(void)
{
	int value = VALUE, got;
	thrd_t thread;

	MUST(mtx_init(&mutex, mtx_timed) == thrd_success);
	MUST(mtx_lock(&mutex) == thrd_success);
	MUST(mtx_trylock(&mutex) == thrd_busy);
	MUST(mtx_timedlock(&mutex, &past) == thrd_timedout);
	MUST(thrd_create(&thread, contend, &value) == thrd_success);
	see_waiter();
	MUST(mtx_unlock(&mutex) == thrd_success);
	MUST(thrd_join(thread, &got) == thrd_success && got == VALUE);
}

static void lock_again(void)
{
	mtx_t again;

	MUST(mtx_init(&again, mtx_plain | mtx_recursive) == thrd_success);
	MUST(mtx_lock(&again) == thrd_success);
	MUST(mtx_trylock(&again) == thrd_success);
	MUST(mtx_unlock(&again) == thrd_success);
	MUST(mtx_unlock(&again) == thrd_success);
	MUST(mtx_unlock(&again) == thrd_error);
	mtx_destroy(&again);
}

/* Conditions */

static int wait_for_go(void *arg)
{
	MUST(mtx_lock(&mutex) == thrd_success);
	ready = 1;
	while (!go)
		MUST(cnd_wait(&cond, &mutex) == thrd_success);
	MUST(mtx_unlock(&mutex) == thrd_success);
	thrd_exit(*(int *)arg);
}

static void wait_for_condition(void)
{
	int value = VALUE, got;
	thrd_t thread;

	MUST(cnd_init(&cond) == thrd_success);
	MUST(mtx_lock(&mutex) == thrd_success);
	MUST(cnd_timedwait(&cond, &mutex, &past) == thrd_timedout);
	MUST(thrd_create(&thread, wait_for_go, &value) == thrd_success);
	while (!ready) {
		MUST(mtx_unlock(&mutex) == thrd_success);
		thrd_yield();
		MUST(mtx_lock(&mutex) == thrd_success);
	}
	go = 1;
	MUST(cnd_signal(&cond) == thrd_success);
	MUST(mtx_unlock(&mutex) == thrd_success);
	MUST(thrd_join(thread, &got) == thrd_success && got == VALUE);
	MUST(cnd_broadcast(&cond) == thrd_success);
	cnd_destroy(&cond);
}

/* Once */

static once_flag once = ONCE_FLAG_INIT;
static int times;

static void count(void)
{
	times++;
}

static void do_once(void)
{
	call_once(&once, count);
	call_once(&once, count);
	MUST(times == 1);
}

/* Threads that are waited for in other ways, or by nobody */

static sem_t leave;

static void *wait_to_leave(void *arg)
{
	MUST(!sem_wait(&leave));
	return arg;
}

static void join_otherwise(void)
{
	pthread_t thread;
	void *value;

	MUST(!sem_init(&leave, 0, 0));
	MUST(!pthread_create(&thread, NULL, wait_to_leave, &leave));
	MUST(pthread_tryjoin_np(thread, &value) == EBUSY);
	MUST(pthread_timedjoin_np(thread, &value, &past) == ETIMEDOUT);
	MUST(pthread_clockjoin_np(thread, &value, 99, &past) == EINVAL);
	MUST(!sem_post(&leave));
	MUST(!pthread_timedjoin_np(thread, &value, &far) && value == &leave);

	MUST(!pthread_create(&thread, NULL, wait_to_leave, &leave));
	MUST(!sem_post(&leave));
	while (pthread_tryjoin_np(thread, &value) == EBUSY)
		sched_yield();
	MUST(value == &leave);
}

/* The first thread is seen to have gone by its own stack. */
static pthread_t first;

static int outlive(void *arg)
{
	MUST(!pthread_join(first, NULL));
	puts("fine");
	exit(*(int *)arg);
}

int main(void)
{
	static int status = STATUS;
	thrd_t thread;

	wait_for_mutex();
	lock_again();
	wait_for_condition();
	do_once();
	join_otherwise();
	mtx_destroy(&mutex);
	first = pthread_self();
	MUST(thrd_create(&thread, outlive, &status) == thrd_success);
	MUST(thrd_detach(thread) == thrd_success);
	MUST(thrd_detach(thread) == thrd_error);
	pthread_exit(NULL);
}
