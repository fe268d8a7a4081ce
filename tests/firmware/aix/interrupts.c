/*
 * interrupts.c - hooks of threads, of handlers that interrupt these, and of
 * children; each is one of a row of numbers, which the log must have as a whole
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sys/trcctl.h>
#include <sys/trcmacros.h>

enum { HOOKS = 3000, THREADS = 2, INTERRUPTS = 100 };

/* Handlers of several threads may run at once. */
static _Atomic int begun, interrupts;
static char bytes[1000];

/* Each interrupt has a type of its own, which it opens. */
static void interrupt(int signal)
{
	const long n = begun++;
	const int saved = errno;

	(void)signal;
	if (n >= INTERRUPTS)
		return;
	errno = 17;
	TRCHKL2(0x40000000 + (n << 20), n, trc_ishookon(0, HKWD_USER1));
	TRCGEN(4, HKWD_USER2, n, n, bytes);
	if (errno != 17)
		_exit(3);
	interrupts++;
	errno = saved;
}

static void *work(void *number)
{
	const long thread = (long)number;

	for (long i = 0; i < HOOKS; i++) {
		errno = 5;
		TRCHKL3T(HKWD_USER1 | thread, i, thread, ~i);
		TRCGEN(0, HKWD_USER2, i, i % sizeof(bytes), bytes);
		if (errno != 5)
			_exit(4);
	}
	return NULL;
}

static void work_in_threads(void)
{
	pthread_t thread[THREADS];

	for (long i = 0; i < THREADS; i++)
		if (pthread_create(&thread[i], NULL, work, (void *)i))
			_exit(5);
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
}

static void wait_for_interrupts(void)
{
	for (long i = 0; interrupts < INTERRUPTS; i++) {
		TRCHKL1(HKWD_USER3, i);
		usleep(100);
	}
}

static void work_in_child(void)
{
	const pid_t child = fork();
	int status;

	if (!child) {
		work((void *)2);
		_exit(0);
	}
	if (waitpid(child, &status, 0) < 0 || status)
		_exit(6);
}

/* Sessions come and go meanwhile. */
static void start_and_stop(void)
{
	char flags[] = "-ag -o /dev/null", more[] = "-aglo spare";

	for (int i = 0; i < 5; i++) {
		if (trcstart(flags) != -1 || trcstart(more) != 1)
			_exit(7);
		if (trcoff(1) || trcon(1) || trcstop(1))
			_exit(8);
	}
}

int main(void)
{
	const struct itimerval often = { { 0, 1000 }, { 0, 1000 } };
	struct sigaction action;

	memset(&action, 0, sizeof(action));
	action.sa_handler = interrupt;
	action.sa_flags = SA_RESTART;
	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &often, NULL);
	work_in_threads();
	work_in_child();
	start_and_stop();
	wait_for_interrupts();
	printf("%d interrupts\n", (int)interrupts);
	return 0;
}
