/*
 * interrupts.c - records of several threads, and of signal handlers that
 * interrupt them, and of a child
 *
 *	interrupts COUNT	of each thread, and of the child
 */
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "line.h"

enum { THREADS = 2, WORK = RKH_TE_USER, INTERRUPT, CHILD };

static rui32_t count;
static _Atomic rui32_t interrupts;
static _Atomic int is_over;

/* The time to the next one begins when this one is over: a slow machine gets
 * something else done as well. */
static void order_interrupt(void)
{
	const struct itimerval soon = { { 0, 0 }, { 0, 40 } };

	if (!is_over)
		setitimer(ITIMER_REAL, &soon, NULL);
}

static void interrupt(int number)
{
	(void)number;
	RKH_TRC_USR_BEGIN(INTERRUPT)
	RKH_TUSR_UI32(1, ++interrupts);
	RKH_TUSR_STR("~}");
	RKH_TRC_USR_END();
	order_interrupt();
}

static void *work(void *argument)
{
	const rui8_t self = *(const rui8_t *)argument;

	for (rui32_t i = 1; i <= count; i++) {
		RKH_TRC_USR_BEGIN(WORK)
		RKH_TUSR_UI8(1, self);
		RKH_TUSR_UI32(1, i);
		RKH_TRC_USR_END();
	}
	return NULL;
}

/* Reads the ring without a lock, as ports do, and throws it away. */
static void *drain(void *argument)
{
	while (!is_over) {
		TRCQTY_T n = 100;

		rkh_trc_get_block(&n);
	}
	return argument;
}

/* A signal that a sanitizer has put off would come in both processes. */
static pid_t fork_without_interrupts(void)
{
	sigset_t alarm, before;
	pid_t child;

	sigemptyset(&alarm);
	sigaddset(&alarm, SIGALRM);
	pthread_sigmask(SIG_BLOCK, &alarm, &before);
	child = fork();
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return child;
}

static void fork_child(void)
{
	int status = 1;
	const pid_t child = fork_without_interrupts();

	if (!child) {
		for (rui32_t i = 1; i <= count; i++) {
			RKH_TRC_USR_BEGIN(CHILD)
			RKH_TUSR_UI32(1, i);
			RKH_TRC_USR_END();
		}
		_exit(0);
	}
	while (waitpid(child, &status, 0) != child)
		;
	assert(!status);
}

int main(int argc, char **argv)
{
	const struct itimerval off = { { 0, 0 }, { 0, 0 } };
	struct sigaction action = { .sa_handler = interrupt,
				    .sa_flags = SA_RESTART };
	static const rui8_t number[THREADS] = { 0, 1 };
	pthread_t thread[THREADS], drainer;

	count = argc > 1 ? (rui32_t)atoi(argv[1]) : 1000;
	RKH_TRC_OPEN();
	RKH_FILTER_OFF_EVENT(RKH_TRC_ALL_EVENTS);
	sigaction(SIGALRM, &action, NULL);
	order_interrupt();
	pthread_create(&drainer, NULL, drain, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&thread[i], NULL, work, (void *)&number[i]);
	fork_child();
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	/* A sanitizer may have put off the last one in a thread that ended. */
	while (interrupts < 20) {
		order_interrupt();
		work((void *)&number[0]);
	}
	is_over = 1;
	pthread_join(drainer, NULL);
	setitimer(ITIMER_REAL, &off, NULL);
	RKH_TRC_CLOSE();
	printf("interrupts %u\n", interrupts);
	return 0;
}
