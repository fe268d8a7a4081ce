/*
 * sleeper.c - a program that waits for times, and knows nothing of tracing
 *
 *	sleeper
 *
 * Each thing happens in a fixed way, so that its events can be counted. What
 * the functions give is compared with what POSIX says, and so is errno. It
 * prints "fine" and exits with 42.
 */
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "wrap/expectation.h"

enum { VALUE = 4711, NO_FD = 1 << 20 };

/* No address of anything, as far as the compiler knows. */
static void *volatile nowhere = (void *)16;
static const struct timespec soon = { 0, 1000000 };
static const struct timespec long_ago = { 1, 0 };
static const struct itimerspec now = { { 0, 0 }, { 0, 1 } };

static void sleep_a_bit(void)
{
	struct timespec no_time = { 0, -1 };

	errno = NONSENSE;
	MUST(!nanosleep(&soon, NULL));
	MUST(!clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &long_ago, NULL));
	MUST(!usleep(500) && !sleep(0) && !thrd_sleep(&soon, NULL));
	MUST(errno == NONSENSE);
	MUST(clock_nanosleep(99, 0, &soon, NULL) == EINVAL);
	MUST(errno == NONSENSE);
	MUST(nanosleep(&no_time, NULL) == -1 && errno == EINVAL);
	MUST(nanosleep(nowhere, NULL) == -1 && errno == EFAULT);
}

static void *sleep_cancelled(void *arg)
{
	MUST(!pthread_cancel(pthread_self()));
	MUST(sleep(100) == 0);
	MUST(!"a cancellation point");
	return arg;
}

static void be_cancelled(void)
{
	pthread_t thread;
	void *value;

	MUST(!pthread_create(&thread, NULL, sleep_cancelled, NULL));
	MUST(!pthread_join(thread, &value));
	MUST(value == PTHREAD_CANCELED);
}

static sem_t expired;
static pthread_key_t key;

/* When all is done that the thread was made for. */
static void tell_expired(void *sem)
{
	MUST(!sem_post(sem));
}

static void expire(union sigval value)
{
	MUST(value.sival_int == VALUE);
	MUST(!pthread_setspecific(key, &expired));
}

/* Twice: the second one has the same function. */
static void be_called(void)
{
	struct sigevent event = {
		.sigev_notify = SIGEV_THREAD,
		.sigev_notify_function = expire,
		.sigev_value.sival_int = VALUE,
	};
	timer_t timer;

	MUST(!sem_init(&expired, 0, 0));
	MUST(!pthread_key_create(&key, tell_expired));
	for (int i = 0; i < 2; i++) {
		MUST(!timer_create(CLOCK_MONOTONIC, &event, &timer));
		MUST(event.sigev_notify_function == expire);
		MUST(!timer_settime(timer, 0, &now, NULL));
		MUST(!sem_wait(&expired) && !timer_delete(timer));
	}
}

static void be_signalled(void)
{
	struct sigevent event = {
		.sigev_notify = SIGEV_SIGNAL,
		.sigev_signo = SIGUSR1,
		.sigev_value.sival_int = VALUE,
	};
	siginfo_t info;
	sigset_t set;
	timer_t timer;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	MUST(!pthread_sigmask(SIG_BLOCK, &set, NULL));
	MUST(!timer_create(CLOCK_REALTIME, &event, &timer));
	MUST(!timer_settime(timer, TIMER_ABSTIME, &now, NULL));
	MUST(sigwaitinfo(&set, &info) == SIGUSR1 &&
	     info.si_value.sival_int == VALUE);
	MUST(timer_settime(timer, 0, nowhere, NULL) == -1 && errno == EFAULT);
	MUST(!timer_delete(timer));
	MUST(timer_create(99, &event, &timer) == -1 && errno == EINVAL);
}

static void read_it(void)
{
	int fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
	uint64_t times;

	MUST(fd >= 0 && !timerfd_settime(fd, 0, &now, NULL));
	MUST(read(fd, &times, sizeof(times)) == sizeof(times) && times == 1);
	MUST(timerfd_settime(fd, 0, nowhere, NULL) == -1 && errno == EFAULT);
	MUST(timerfd_settime(NO_FD, 0, &now, NULL) == -1 && errno == EBADF);
	MUST(timerfd_create(99, 0) == -1 && errno == EINVAL);
	MUST(!close(fd));
}

static void be_alarmed(void)
{
	struct itimerval time = { { 7, 500000 }, { 1000, 0 } }, old;

	MUST(alarm(1000) == 0 && alarm(0) > 900);
	MUST(!setitimer(ITIMER_REAL, &time, NULL));
	time.it_value.tv_sec = 0;
	MUST(!setitimer(ITIMER_REAL, &time, &old));
	MUST(old.it_interval.tv_sec == 7 && old.it_value.tv_sec > 900);
	MUST(setitimer(ITIMER_REAL, nowhere, NULL) == -1 && errno == EFAULT);
}

int main(void)
{
	sleep_a_bit();
	be_cancelled();
	be_called();
	be_signalled();
	read_it();
	be_alarmed();
	puts("fine");
	return STATUS;
}
