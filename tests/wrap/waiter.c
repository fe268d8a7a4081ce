/*
 * waiter.c - a program that waits for everything, and knows nothing of tracing
 *
 *	waiter
 *
 * Each thing happens in a fixed way, so that its events can be counted: where
 * a thread has to wait, others look until it does. What the functions give is
 * compared with what POSIX says, and so is errno. It prints "fine" and exits
 * with 42. A file waiter.out comes and goes in the current directory.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "wrap/expectation.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static const struct timespec past = { 1, 0 };
static const struct timespec no_time = { 1, -1 };
static int ready, go;

/* Mutexes */

static void *contend(void *arg)
{
	MUST(!pthread_mutex_lock(&mutex));
	MUST(!pthread_mutex_unlock(&mutex));
	return arg;
}

/* The C library's mark that somebody waits. */
static void see_waiter(void)
{
	while (__atomic_load_n(&mutex.__data.__lock, __ATOMIC_RELAXED) != 2)
		sched_yield();
}

static void wait_for_mutex(void)
{
	pthread_t thread;
	void *value;

	MUST(!pthread_mutex_lock(&mutex));
	MUST(!pthread_create(&thread, NULL, contend, &mutex));
	see_waiter();
	MUST(!pthread_mutex_unlock(&mutex));
	MUST(!pthread_join(thread, &value));
	MUST(value == &mutex);
}

static void make(pthread_mutex_t *made, int type)
{
	pthread_mutexattr_t attr;

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_settype(&attr, type);
	MUST(!pthread_mutex_init(made, &attr));
	pthread_mutexattr_destroy(&attr);
}

static void misuse_mutexes(void)
{
	pthread_mutex_t strict, again;

	make(&strict, PTHREAD_MUTEX_ERRORCHECK);
	MUST(pthread_mutex_unlock(&strict) == EPERM);
	MUST(!pthread_mutex_lock(&strict));
	MUST(pthread_mutex_lock(&strict) == EDEADLK);
	MUST(pthread_mutex_trylock(&strict) == EBUSY);
	MUST(!pthread_mutex_unlock(&strict));
	MUST(!pthread_mutex_destroy(&strict));

	make(&again, PTHREAD_MUTEX_RECURSIVE);
	MUST(!pthread_mutex_lock(&again));
	MUST(!pthread_mutex_trylock(&again));
	MUST(!pthread_mutex_unlock(&again));
	MUST(!pthread_mutex_unlock(&again));

	MUST(!pthread_mutex_lock(&mutex));
	MUST(pthread_mutex_timedlock(&mutex, &past) == ETIMEDOUT);
	MUST(pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &past) ==
	     ETIMEDOUT);
	MUST(pthread_mutex_clocklock(&mutex, 99, &past) == EINVAL);
	MUST(!pthread_mutex_unlock(&mutex));
}

static void lock_others(void)
{
	pthread_rwlock_t rwlock;
	pthread_spinlock_t spin;

	MUST(!pthread_rwlock_init(&rwlock, NULL));
	MUST(!pthread_rwlock_rdlock(&rwlock));
	MUST(!pthread_rwlock_tryrdlock(&rwlock));
	MUST(pthread_rwlock_trywrlock(&rwlock) == EBUSY);
	MUST(pthread_rwlock_timedwrlock(&rwlock, &past) == ETIMEDOUT);
	MUST(!pthread_rwlock_unlock(&rwlock));
	MUST(!pthread_rwlock_unlock(&rwlock));
	MUST(!pthread_rwlock_wrlock(&rwlock));
	MUST(pthread_rwlock_rdlock(&rwlock) == EDEADLK);
	MUST(pthread_rwlock_timedrdlock(&rwlock, &no_time) == EINVAL);
	MUST(!pthread_rwlock_unlock(&rwlock));
	MUST(!pthread_rwlock_destroy(&rwlock));

	MUST(!pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE));
	MUST(!pthread_spin_lock(&spin));
	MUST(pthread_spin_trylock(&spin) == EBUSY);
	MUST(!pthread_spin_unlock(&spin));
}

/* Once, and one inside of another */

static pthread_once_t outer_once = PTHREAD_ONCE_INIT;
static pthread_once_t inner_once = PTHREAD_ONCE_INIT;
static int times;

static void inner(void)
{
	times++;
}

static void outer(void)
{
	MUST(!pthread_once(&inner_once, inner));
	times += 10;
}

static void do_once(void)
{
	MUST(!pthread_once(&outer_once, outer));
	MUST(!pthread_once(&outer_once, outer));
	MUST(!pthread_once(&inner_once, inner));
	MUST(times == 11);
}

/* Conditions: the mutex is free when, and only when, the other one waits. */

static void unlock(void *arg)
{
	MUST(!pthread_mutex_unlock(arg));
}

static void *wait_for_go(void *arg)
{
	MUST(!pthread_mutex_lock(&mutex));
	pthread_cleanup_push(unlock, &mutex);
	__atomic_store_n(&ready, 1, __ATOMIC_RELAXED);
	while (!go)
		MUST(!pthread_cond_wait(&cond, &mutex));
	pthread_cleanup_pop(1);
	pthread_exit(arg);
}

static void see_ready(void)
{
	while (!__atomic_exchange_n(&ready, 0, __ATOMIC_RELAXED))
		sched_yield();
	MUST(!pthread_mutex_lock(&mutex));
	MUST(!pthread_mutex_unlock(&mutex));
}

static void wait_for_conditions(void)
{
	pthread_t thread;
	void *value;

	MUST(!pthread_create(&thread, NULL, wait_for_go, NULL));
	see_ready();
	MUST(!pthread_cancel(thread));
	MUST(!pthread_join(thread, &value));
	MUST(value == PTHREAD_CANCELED);

	MUST(!pthread_create(&thread, NULL, wait_for_go, &go));
	see_ready();
	MUST(!pthread_mutex_lock(&mutex));
	go = 1;
	MUST(!pthread_cond_signal(&cond));
	MUST(!pthread_mutex_unlock(&mutex));
	MUST(!pthread_join(thread, &value));
	MUST(value == &go);

	MUST(!pthread_mutex_lock(&mutex));
	MUST(pthread_cond_timedwait(&cond, &mutex, &past) == ETIMEDOUT);
	MUST(pthread_cond_clockwait(&cond, &mutex, CLOCK_MONOTONIC, &past) ==
	     ETIMEDOUT);
	MUST(!pthread_mutex_unlock(&mutex));
	MUST(!pthread_cond_broadcast(&cond));
}

/* Semaphores */

static void *wait_cancelled(void *sem)
{
	MUST(!pthread_cancel(pthread_self()));
	MUST(!sem_wait(sem));
	MUST(!"a cancellation point");
	return NULL;
}

static void *wait_for_post(void *sem)
{
	errno = NONSENSE;
	MUST(!sem_wait(sem));
	MUST(errno == NONSENSE);
	return NULL;
}

/* The C library counts those that wait in the upper half. */
static void wait_for_semaphore(void)
{
	pthread_t thread;
	sem_t sem;

	MUST(!sem_init(&sem, 0, 0));
	MUST(!pthread_create(&thread, NULL, wait_for_post, &sem));
	while (!(__atomic_load_n((unsigned long *)&sem, __ATOMIC_RELAXED) >>
		 32))
		sched_yield();
	MUST(!sem_post(&sem));
	MUST(!pthread_join(thread, NULL));
}

static void wait_for_semaphores(void)
{
	pthread_t thread;
	char name[64];
	void *value;
	sem_t sem, *named;

	MUST(!sem_init(&sem, 0, 1));
	errno = NONSENSE;
	MUST(!sem_wait(&sem));
	MUST(errno == NONSENSE);
	MUST(sem_trywait(&sem) == -1 && errno == EAGAIN);
	MUST(sem_timedwait(&sem, &past) == -1 && errno == ETIMEDOUT);
	MUST(sem_clockwait(&sem, 99, &past) == -1 && errno == EINVAL);
	MUST(!sem_post(&sem));
	MUST(!pthread_create(&thread, NULL, wait_cancelled, &sem));
	MUST(!pthread_join(thread, &value));
	MUST(value == PTHREAD_CANCELED);
	MUST(!sem_trywait(&sem));
	MUST(!sem_destroy(&sem));

	snprintf(name, sizeof(name), "/posixtrace-waiter-%d", (int)getpid());
	MUST(sem_open(name, 0) == SEM_FAILED && errno == ENOENT);
	named = sem_open(name, O_CREAT | O_EXCL, 0600, 3);
	MUST(named != SEM_FAILED);
	MUST(!sem_unlink(name));
	MUST(!sem_wait(named));
	MUST(!sem_close(named));
}

/* Barriers */

static pthread_barrier_t barrier;

static void *come(void *arg)
{
	int serial = pthread_barrier_wait(&barrier);

	MUST(!serial || serial == PTHREAD_BARRIER_SERIAL_THREAD);
	*(int *)arg += serial;
	return NULL;
}

static void meet(void)
{
	int other = 0, own = 0;
	pthread_t thread;

	MUST(pthread_barrier_init(&barrier, NULL, 0) == EINVAL);
	MUST(!pthread_barrier_init(&barrier, NULL, 2));
	MUST(!pthread_create(&thread, NULL, come, &other));
	come(&own);
	MUST(!pthread_join(thread, NULL));
	MUST(other + own == PTHREAD_BARRIER_SERIAL_THREAD);
	MUST(!pthread_barrier_destroy(&barrier));
}

/* What a thread is called, and where it may run */

static void name_thread(void)
{
	const struct sched_param none = { .sched_priority = 0 };
	cpu_set_t cpus;

	MUST(pthread_setname_np(pthread_self(), "sixteen and more") == ERANGE);
	MUST(!pthread_setname_np(pthread_self(), "waits"));
	MUST(!pthread_setschedparam(pthread_self(), SCHED_OTHER, &none));
	MUST(!pthread_getaffinity_np(pthread_self(), sizeof(cpus), &cpus));
	MUST(!pthread_setaffinity_np(pthread_self(), sizeof(cpus), &cpus));
}

/* Files */

static void *read_cancelled(void *fd)
{
	char byte;

	MUST(!pthread_cancel(pthread_self()));
	MUST(read(*(int *)fd, &byte, 1) == 1);
	MUST(!"a cancellation point");
	return NULL;
}

static void transfer(void)
{
	char to[8], name[] = "waiter.out";
	struct iovec pieces[] = { { to, 2 }, { to + 2, 6 } };
	struct stat about;
	pthread_t thread;
	int fd, pipes[2];
	void *value;

	umask(0);
	MUST(open("/none/such", O_RDONLY) == -1 && errno == ENOENT);
	errno = NONSENSE;
	fd = open(name, O_RDWR | O_CREAT | O_EXCL, 0640);
	MUST(fd >= 0 && !fstat(fd, &about));
	MUST((about.st_mode & 07777) == 0640);
	MUST(write(fd, "contents", 8) == 8);
	MUST(pwrite(fd, "C", 1, 0) == 1);
	MUST(pread(fd, to, 4, 4) == 4 && to[0] == 'e');
	MUST(!lseek(fd, 0, SEEK_SET) && readv(fd, pieces, 2) == 8);
	MUST(to[0] == 'C' && to[7] == 's');
	MUST(read(fd, to, sizeof(to)) == 0);
	MUST(!close(fd) && errno == NONSENSE);
	MUST(close(fd) == -1 && errno == EBADF);
	MUST(read(fd, to, 1) == -1 && errno == EBADF);
	MUST(!unlink(name));

	MUST(!pipe(pipes));
	MUST(!pthread_create(&thread, NULL, read_cancelled, &pipes[0]));
	MUST(!pthread_join(thread, &value));
	MUST(value == PTHREAD_CANCELED);
}

int main(void)
{
	errno = NONSENSE;
	wait_for_mutex();
	misuse_mutexes();
	lock_others();
	do_once();
	wait_for_conditions();
	MUST(errno == NONSENSE);
	wait_for_semaphore();
	wait_for_semaphores();
	meet();
	name_thread();
	transfer();
	puts("fine");
	return STATUS;
}
