/*
 * fire.c - LiteOS's tracing under fire: threads, signal handlers that stand for
 * interrupts, and a child, with a buffer of any size
 *
 * Each frame has an identity of which its params are made: what is torn shows.
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <los_trace.h>

#include "expect.h"

enum { THREADS = 3, EVENTS = 2000, WORK_FLAG = 0x8000, WORK = WORK_FLAG | 1 };
#define WORK_PARAMS(id, twice, thrice, inverse) id, twice, thrice, inverse

static _Atomic int interrupts;

static VOID interrupt(int number)
{
	const int saved = errno;

	LOS_TRACE(HWI_RESPONSE_IN, 7);
	LOS_TRACE_EASY(1, 5, 10, 15, (UINTPTR)~5UL);
	LOS_TRACE(HWI_RESPONSE_OUT, 7);
	interrupts++;
	expect(errno == saved);
	(void)number;
}

static void *work(void *argument)
{
	for (UINTPTR i = 1; i <= EVENTS; i++) {
		LOS_TRACE(WORK, i, 2 * i, 3 * i, ~i);
		if (i % 50 == 0)
			pthread_kill(pthread_self(), SIGUSR1);
		if (i % 500 == 250)
			LOS_TraceReset();
	}
	return argument;
}

/* Frames are whole, or blank. */
static UINT32 check_buffer(VOID)
{
	const OfflineHead *head = LOS_TraceRecordGet();
	const UINT8 *at = (const UINT8 *)head + head->frameOffset;
	const UINT8 *end = (const UINT8 *)head + head->totalLen;
	static const TraceEventFrame blank;
	TraceEventFrame frame;
	UINT32 used = 0;

	for (; at + sizeof(frame) <= end; at += sizeof(frame)) {
		memcpy(&frame, at, sizeof(frame));
		if (!memcmp(&frame, &blank, sizeof(frame)))
			continue;
		used++;
		if (frame.eventType == HWI_RESPONSE_IN ||
		    frame.eventType == HWI_RESPONSE_OUT)
			continue;
		expect(frame.params[0] == 2 * frame.identity);
		expect(frame.params[1] == 3 * frame.identity);
		expect(frame.params[2] == ~frame.identity);
		expect(frame.curPid == (UINT32)getpid());
	}
	return used;
}

int main(void)
{
	struct sigaction action;
	struct itimerval often = { { 0, 200 }, { 0, 200 } }, never = { 0 };
	pthread_t thread[THREADS];
	int status;
	pid_t child;

	memset(&action, 0, sizeof(action));
	action.sa_handler = interrupt;
	action.sa_flags = SA_RESTART;
	sigaction(SIGUSR1, &action, NULL);
	sigaction(SIGALRM, &action, NULL);
	LOS_TraceEventMaskSet(0xffffffff);
	setitimer(ITIMER_REAL, &often, NULL);
	for (int i = 0; i < THREADS; i++)
		expect(!pthread_create(&thread[i], NULL, work, NULL));
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	setitimer(ITIMER_REAL, &never, NULL);
	expect(interrupts >= THREADS * EVENTS / 50);
	expect(check_buffer() > 0);

	LOS_TraceReset();
	child = fork();
	if (!child) {
		LOS_TRACE(WORK, 1, 2, 3, ~1UL);
		expect(check_buffer() == 1);
		_exit(failures != 0);
	}
	waitpid(child, &status, 0);
	expect(status == 0);
	LOS_TRACE(WORK, 2, 4, 6, ~2UL);
	expect(check_buffer() == 1);
	printf("interrupts %d\n", (int)interrupts);
	return failures != 0;
}
