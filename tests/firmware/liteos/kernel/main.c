/* main.c - a kernel with some tasks, for a test */
#include <stdio.h>

#include "trace.h"

/* It would wait for the lock of whoever traces. */
uint32_t LOS_TaskInfoGet(uint32_t task, void *info);

uint32_t LOS_TaskInfoGet(uint32_t task, void *info)
{
	(void)task;
	(void)info;
	puts("asked for a task");
	return 1;
}

const char *OsTaskName(uint32_t task);

const char *OsTaskName(uint32_t task)
{
	return task == 5 ? "motor" : "other";
}

int main(void)
{
	const uint32_t created[] = { 1, 10 }, switched[] = { 10, 16, 12, 4 };

	OsTraceHook(TASK_CREATE, 4, created, 2);
	LOS_TraceStart();
	OsTraceHook(TASK_CREATE, 5, created, 2);
	OsTraceHook(0x802, 5, created, 2);
	for (int i = 0; i < FRAMES; i++)
		OsTraceHook(TASK_SWITCH, 5, switched, 4);
	LOS_TraceStop();
	OsTraceHook(TASK_SWITCH, 4, switched, 4);
	for (int i = 0; i < FRAMES; i++)
		printf("0x%x %u\n", g_frames[i].eventType,
		       (unsigned)g_frames[i].curTime);
	return 0;
}
