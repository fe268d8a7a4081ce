/* events.c - an event of each type, its buffer, and the dump of that */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <los_trace.h>

enum {
	MOTOR_FLAG = 0x4000,
	MOTOR_START = MOTOR_FLAG | 1,
	MOTOR_STOP = MOTOR_FLAG | 2,
};
#define MOTOR_START_PARAMS(id, speed, flags) id, speed, flags
#define MOTOR_STOP_PARAMS(id, reason) id, reason

static VOID trace_kernel(VOID)
{
	LOS_TRACE(SYS_ERROR, 0x16);
	LOS_TRACE(HWI_CREATE, 30, 1, 2, 3);
	LOS_TRACE(HWI_CREATE_SHARE, 30, 1, 2);
	LOS_TRACE(HWI_ENABLE, 30);
	LOS_TRACE(HWI_SETPRI, 30, 4);
	LOS_TRACE(HWI_RESPONSE_IN, 30);
	LOS_TRACE(SEM_POST, 1, 0, 1);
	LOS_TRACE(HWI_RESPONSE_OUT, 30);
	LOS_TRACE(HWI_DELETE, 30);
	LOS_TRACE(TASK_CREATE, 3, 1, 10);
	LOS_TRACE(TASK_PRIOSET, 3, 2, 10, 12);
	LOS_TRACE(TASK_SWITCH, 3, 10, 4, 12, 2);
	LOS_TRACE(TASK_SUSPEND, 3, 8, 5);
	LOS_TRACE(TASK_RESUME, 3, 2, 12);
	LOS_TRACE(TASK_DELETE, 3, 0x100, 0x20000);
	LOS_TRACE(SWTMR_CREATE, 2);
#ifdef LOSCFG_POSIXTRACE_TREE_L
	LOS_TRACE(SWTMR_START, 2, 1, 4, 100, 250);
#else
	LOS_TRACE(SWTMR_START, 2, 1, 100);
#endif
	LOS_TRACE(SWTMR_EXPIRED, 2);
	LOS_TRACE(SWTMR_STOP, 2);
	LOS_TRACE(MEM_ALLOC, 0x1000, 0x1040, 64);
	LOS_TRACE(MEM_ALLOC_ALIGN, 0x1000, 0x1080, 64, 16);
	LOS_TRACE(MEM_REALLOC, 0x1000, 0x1040, 128);
	LOS_TRACE(MEM_FREE, 0x1000, 0x1040);
	LOS_TRACE(MEM_INFO, 0x1000, 512, 1024);
	LOS_TRACE(QUEUE_CREATE, 1, 5, 20, 0x3000, 0);
	LOS_TRACE(QUEUE_RW, 1, 24, 20, 3, 0, 5, 0xffffffff);
	LOS_TRACE(QUEUE_DELETE, 1, 1, 0);
	LOS_TRACE(EVENT_CREATE, 0x4000);
	LOS_TRACE(EVENT_READ, 0x4000, 1, 3, 5, 0);
	LOS_TRACE(EVENT_WRITE, 0x4000, 1, 2);
	LOS_TRACE(EVENT_CLEAR, 0x4000, 1, 2);
	LOS_TRACE(SEM_CREATE, 1, 0, 2);
	LOS_TRACE(SEM_PEND, 1, 1, 0xffffffff);
	LOS_TRACE(SEM_DELETE, 1, 0);
	LOS_TRACE(MUX_CREATE, 6);
	LOS_TRACE(MUX_PEND, 6, 0, 0xffffffff, 10);
	LOS_TRACE(MUX_PEND, 6, 1, 3, 0);
	LOS_TRACE(MUX_POST, 6, 1, 3);
	LOS_TRACE(MUX_DELETE, 6, 0, 0, 0xffffffff);
#ifdef LOSCFG_POSIXTRACE_TREE_A
	LOS_TRACE(IPC_WRITE, 4, 2, 0, 17, 1);
	LOS_TRACE(IPC_READ_DROP, 4, 2, 1, 17, 1);
	LOS_TRACE(IPC_TRY_READ, 3, 4);
#endif
}

static VOID trace_own(VOID)
{
	LOS_TRACE(MOTOR_START, 1, 2000, 0x11);
	LOS_TRACE(MOTOR_STOP, 1, 2);
	LOS_TRACE_EASY(0, 0x55);
	LOS_TRACE_EASY(15, 0x55, 1, 2, 3, 4, 5);
	LOS_TRACE_EASY(0x21, 0x55, 1);
}

static int save(const char *name)
{
	const OfflineHead *head = LOS_TraceRecordGet();
	FILE *file = fopen(name, "w");
	size_t len = head->totalLen;

	if (!file)
		return 1;
	return fwrite(head, 1, len, file) != len || fclose(file);
}

int main(int argc, char **argv)
{
#ifdef LOSCFG_POSIXTRACE_TREE_L
	static UINT8 memory[LOSCFG_TRACE_BUFFER_SIZE];

	if (LOS_TraceInit(memory, sizeof(memory)))
		return 1;
#endif
	LOS_TraceStop();
	LOS_TraceReset();
	LOS_TraceEventMaskSet(0xfffffff0U);
	if (LOS_TraceStart())
		return 1;
	for (int turn = argc > 2 ? *argv[2] - '0' : 1; turn > 0; turn--) {
		trace_kernel();
		trace_own();
	}
	LOS_TraceStop();
	LOS_TraceRecordDump(FALSE);
	return argc > 1 ? save(argv[1]) : 0;
}
