/* board.c - a program that has what kernels have, for LiteOS's tracing */
#include <stdio.h>
#include <string.h>

#include <los_trace.h>

#include "expect.h"

typedef struct {
	CHAR acName[LOS_TASK_NAMELEN];
	UINT32 uwTaskID;
	UINT64 more[8];
} TSK_INFO_S;

typedef struct {
	UINT32 totalUsedSize;
	UINT32 totalFreeSize;
	UINT32 more[8];
} LOS_MEM_POOL_STATUS;

UINT32 LOS_CurTaskIDGet(VOID);
UINT64 LOS_SysCycleGet(VOID);
UINT32 LOS_TaskInfoGet(UINT32 taskId, TSK_INFO_S *info);
UINT32 LOS_MemInfoGet(VOID *pool, LOS_MEM_POOL_STATUS *status);

static UINT64 cycles = 1000;
static UINT8 memory[256];
extern UINT8 *m_aucSysMem0;
UINT8 *m_aucSysMem0 = memory;

UINT32 LOS_CurTaskIDGet(VOID)
{
	return 2;
}

UINT64 LOS_SysCycleGet(VOID)
{
	return cycles += 24;
}

UINT32 LOS_TaskInfoGet(UINT32 taskId, TSK_INFO_S *info)
{
	memset(info, 0, sizeof(*info));
	info->uwTaskID = taskId;
	if (taskId > 9)
		return LOS_NOK;
	snprintf(info->acName, sizeof(info->acName), "shell%u", taskId);
	return LOS_OK;
}

UINT32 LOS_MemInfoGet(VOID *pool, LOS_MEM_POOL_STATUS *status)
{
	if (pool != memory)
		return LOS_NOK;
	memset(status, 0, sizeof(*status));
	status->totalUsedSize = 100;
	status->totalFreeSize = 156;
	return LOS_OK;
}

static ObjData entry(UINT32 slot)
{
	const OfflineHead *head = LOS_TraceRecordGet();
	ObjData data;

	memcpy(&data,
	       (const UINT8 *)head + head->objOffset + slot * head->objSize,
	       sizeof(data));
	return data;
}

static TraceEventFrame frame(UINT32 slot)
{
	const OfflineHead *head = LOS_TraceRecordGet();
	TraceEventFrame data;

	memcpy(&data,
	       (const UINT8 *)head + head->frameOffset + slot * head->frameSize,
	       sizeof(data));
	return data;
}

static VOID check_tasks(VOID)
{
	/* Tasks are entered whatever the state and the mask. */
	LOS_TRACE(TASK_CREATE, 2, 1, 10);
	LOS_TRACE(TASK_CREATE, 5, 1, 11);
	LOS_TRACE(TASK_PRIOSET, 5, 1, 11, 12);
	expect(entry(0).id == 0x10002 && entry(0).prio == 10);
	expect(!strcmp(entry(0).name, "shell2"));
	expect(entry(1).id == 0x10005 && entry(1).prio == 11);
	expect(entry(2).id == 0x20005 && entry(2).prio == 12);
	LOS_TRACE(TASK_CREATE, 12, 1, 13);
	expect(entry(0).id == 0x1000c && entry(0).name[0] == '\0');
}

static VOID check_frames(VOID)
{
	expect(LOS_TraceStart() == LOS_OK);
	expect(frame(0).eventType == MEM_INFO);
	expect(frame(0).identity == (UINTPTR)memory);
	expect(frame(0).params[0] == 100 && frame(0).params[1] == 156);
	expect(frame(0).curTask == 0x10002);
	expect(frame(0).curTime % 24 == 1000 % 24);
	LOS_TRACE(TASK_RESUME, 5, 1, 12);
	expect(frame(1).identity == 0x20005);
	LOS_TRACE(TASK_SUSPEND, 2, 1, 5);
	expect(frame(2).identity == 0x10002 && frame(2).params[1] == 5);
	/* A pool that cannot be measured is no event. */
	LOS_TRACE(MEM_INFO_REQ, 0x1000);
	LOS_TRACE(MUX_PEND, 6, 1, 5, 0);
	expect(frame(3).eventType == MUX_PEND && frame(3).identity == 6);
	LOS_TRACE(HWI_RESPONSE_IN, 9);
	LOS_TRACE(HWI_RESPONSE_IN, 10);
	LOS_TRACE(HWI_RESPONSE_IN, 1);
	LOS_TRACE(HWI_RESPONSE_IN, 4);
	expect(frame(4).identity == 4);
}

static UINT32 hooked;

static VOID count_hook(UINT32 eventType, UINTPTR identity,
		       const UINTPTR *params, UINT16 paramCount)
{
	hooked++;
	if (eventType != MUX_POST)
		OsTraceHook(eventType, identity, params, paramCount);
}

static VOID check_hook(VOID)
{
	expect(g_traceEventHook == OsTraceHook);
	g_traceEventHook = count_hook;
	LOS_TRACE(MUX_POST, 6, 1, 5);
	LOS_TRACE(EVENT_CREATE, 7);
	expect(hooked == 2);
	expect(frame(5).eventType == EVENT_CREATE);
	g_traceEventHook = NULL;
	LOS_TRACE(EVENT_CREATE, 8);
	expect(frame(6).eventType == 0);
	g_traceEventHook = OsTraceHook;
}

/* The first event of a session is one for the hook, too. */
static VOID check_hook_of_start(VOID)
{
	g_traceEventHook = NULL;
	LOS_TraceStop();
	expect(LOS_TraceStart() == LOS_OK);
	expect(frame(6).eventType == 0);
	hooked = 0;
	g_traceEventHook = count_hook;
	LOS_TraceStop();
	expect(LOS_TraceStart() == LOS_OK);
	/* The question, and what it becomes */
	expect(hooked == 2);
	expect(frame(6).eventType == MEM_INFO);
	expect(frame(6).params[0] == 100 && frame(6).params[1] == 156);
	expect(frame(7).eventType == 0);
	g_traceEventHook = OsTraceHook;
}

static VOID check_always(VOID)
{
	LOS_TraceEventMaskSet(0);
	LOS_TRACE(SEM_POST, 77, 0, 1);
	LOS_TraceStop();
	LOS_TRACE(SEM_POST, 78, 0, 1);
	expect(frame(7).eventType == 0);
}

int main(void)
{
	LOS_TraceStop();
	LOS_TraceReset();
	LOS_TraceEventMaskSet(0);
	check_tasks();
	LOS_TraceEventMaskSet(0xffffffff);
	check_frames();
	check_hook();
	check_hook_of_start();
	check_always();
	return failures != 0;
}
