/* message_line.c - LiteOS's tracing with messages on a line, in two sessions */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <los_trace.h>

#include "expect.h"

UINT32 LOS_TaskInfoGet(UINT32 taskId, VOID *info);

UINT32 LOS_TaskInfoGet(UINT32 taskId, VOID *info)
{
	snprintf((char *)info, LOS_TASK_NAMELEN, "worker %u", taskId);
	return LOS_OK;
}

int main(void)
{
#ifdef OFFLINE
	LOS_TraceStop();
	LOS_TraceEventMaskSet(0xffffffff);
#else
	LOS_TraceEventMaskSet(0xffffffff);
	expect(LOS_TraceRecordGet() == NULL);
#endif
	LOS_TRACE(SEM_PEND, 1, 1, 0);
	LOS_TRACE(TASK_CREATE, 3, 1, 10);
	LOS_TRACE(TASK_CREATE, 4, 1, 11);
	LOS_TRACE(TASK_DELETE, 4, 1, 11);
	expect(LOS_TraceStart() == LOS_OK);
	expect(LOS_TraceStart() == LOS_OK);
	errno = 77;
	LOS_TRACE(SEM_PEND, 2, 1, 0);
	expect(errno == 77);
	LOS_TRACE(TASK_CREATE, 5, 1, 12);
	LOS_TRACE_EASY(3, 0x44, 1, 2, 3);
#ifdef OFFLINE
	LOS_TraceStop();
	LOS_TraceRecordDump(TRUE);
	return failures != 0;
#else
	LOS_TraceReset();
	LOS_TraceStop();
	LOS_TRACE(SEM_PEND, 3, 1, 0);
	LOS_TraceRecordDump(TRUE);
	LOS_TraceRecordDump(FALSE);
	/* Tasks are announced though their module is left out. */
	LOS_TraceEventMaskSet(TRACE_SEM_FLAG);
	expect(LOS_TraceStart() == LOS_OK);
	LOS_TRACE(TASK_PRIOSET, 5, 1, 12, 13);
	LOS_TRACE(SEM_POST, 4, 0, 1);
	LOS_TraceStop();
	return failures != 0;
#endif
}
