/* round_trip.c - a program with tasks and a clock of its own, of 24 MHz, and
 * events of Linux between those of LiteOS */
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <los_trace.h>
#include <trace_np.h>

UINT32 LOS_CurTaskIDGet(VOID);
UINT64 LOS_SysCycleGet(VOID);
UINT32 LOS_TaskInfoGet(UINT32 taskId, VOID *info);

enum { MOTOR_FLAG = 0x4000, MOTOR_START = MOTOR_FLAG | 1 };
#define MOTOR_START_PARAMS(id, speed, flags) id, speed, flags

static UINT32 running = 1;
static const CHAR *names[] = { NULL, "main", "worker", NULL,
			       NULL, NULL,   NULL,     "idle" };
enum { NAMES = sizeof(names) / sizeof(names[0]) };

UINT32 LOS_CurTaskIDGet(VOID)
{
	return running;
}

UINT64 LOS_SysCycleGet(VOID)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (UINT64)now.tv_sec * 24000000 + (UINT64)now.tv_nsec * 24 / 1000;
}

UINT32 LOS_TaskInfoGet(UINT32 taskId, VOID *info)
{
	if (taskId >= NAMES || !names[taskId])
		return LOS_NOK;
	snprintf((char *)info, LOS_TASK_NAMELEN, "%s", names[taskId]);
	return LOS_OK;
}

static trace_event_id_t temperature;

static VOID trace_linux(UINT32 value)
{
	posix_trace_event(temperature, &value, sizeof(value));
}

static VOID switch_to(UINT32 task)
{
	LOS_TRACE(TASK_SWITCH, task, 10, 4, 12, 2);
	running = task;
}

static VOID trace_tasks(VOID)
{
	LOS_TRACE(TASK_CREATE, 1, 1, 10);
	LOS_TRACE(TASK_CREATE, 2, 1, 12);
	switch_to(2);
	trace_linux(21);
	LOS_TRACE(SEM_PEND, 1, 0, 0xffffffff);
	LOS_TRACE(TASK_PRIOSET, 2, 2, 12, 11);
	/* The kernel made this one before it traced. */
	switch_to(7);
	LOS_TRACE(MUX_PEND, 6, 1, 2, 10);
	LOS_TRACE(TASK_SUSPEND, 7, 2, 1);
	LOS_TRACE(HWI_RESPONSE_IN, 30);
	LOS_TRACE(SEM_POST, 1, 0, 1);
	LOS_TRACE(HWI_RESPONSE_OUT, 30);
	LOS_TRACE(QUEUE_RW, 1, 24, 20, 3, 0, 5, 0);
	LOS_TRACE(MOTOR_START, 1, 2000, 0x11);
	trace_linux(22);
	LOS_TRACE_EASY(15, 0x55, 1, 2, 3, 4);
	switch_to(1);
}

/* Another task of that number */
static VOID trace_successor(VOID)
{
	LOS_TRACE(TASK_DELETE, 2, 1, 0);
	names[2] = "successor";
	LOS_TRACE(TASK_CREATE, 2, 1, 14);
	switch_to(2);
	LOS_TRACE(SEM_PEND, 1, 0, 5);
}

/* A child, whose counter is a copy, traces when the program has gone on. */
static VOID trace_child(VOID)
{
	int going[2];
	CHAR byte;
	pid_t child;

	if (pipe(going))
		return;
	child = fork();
	if (!child) {
		close(going[1]);
		while (read(going[0], &byte, 1) > 0)
			;
		names[1] = "another main";
		LOS_TRACE(TASK_CREATE, 1, 1, 10);
		for (UINT32 i = 0; i < 3; i++)
			LOS_TRACE(SEM_POST, 9, 0, i);
		_exit(0);
	}
	close(going[0]);
	for (UINT32 i = 0; i < 300; i++)
		LOS_TRACE(SEM_POST, 8, 0, i);
	close(going[1]);
	waitpid(child, NULL, 0);
	LOS_TRACE(SEM_POST, 8, 0, 300);
}

int main(int argc, char **argv)
{
	const CHAR *what = argc > 1 ? argv[1] : "";
#ifdef LOSCFG_POSIXTRACE_TREE_L
	static UINT8 memory[LOSCFG_TRACE_BUFFER_SIZE];

	if (LOS_TraceInit(memory, sizeof(memory)))
		return 1;
#endif
	if (posix_trace_eventid_open("temperature", &temperature) ||
	    posix_trace_eventid_describe_np(temperature, "uint32_t degrees"))
		return 1;
	LOS_TraceEventMaskSet(0xfffffff0U);
	trace_linux(20);
	trace_tasks();
	if (!strcmp(what, "successor"))
		trace_successor();
	if (!strcmp(what, "child"))
		trace_child();
	trace_linux(23);
	return 0;
}
