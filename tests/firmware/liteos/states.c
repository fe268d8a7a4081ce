/* states.c - states, codes and masks of LiteOS's tracing, as a board has them */
#include <stdlib.h>
#include <string.h>

#include <los_trace.h>

#include "expect.h"

static UINT32 frames(VOID)
{
	const OfflineHead *head = LOS_TraceRecordGet();
	const UINT8 *at = (const UINT8 *)head;
	UINT32 count = 0;

	for (UINT32 i = head->frameOffset;
	     i + head->frameSize <= head->totalLen; i += head->frameSize) {
		UINT32 type;

		memcpy(&type, at + i, sizeof(type));
		count += type != 0;
	}
	return count;
}

static UINT32 asked, last;

static BOOL drop_odd(UINT32 number)
{
	asked++;
	last = number;
	return number % 2;
}

static VOID check_states(VOID)
{
	LOS_TraceStop();
	LOS_TraceReset();
	expect(frames() == 0);
	LOS_TRACE(TASK_RESUME, 1, 2, 3);
	expect(frames() == 0);
	expect(LOS_TraceStart() == LOS_OK);
	expect(LOS_TraceStart() == LOS_OK);
	LOS_TRACE(TASK_RESUME, 1, 2, 3);
	expect(frames() == 1);
	LOS_TraceRecordDump(FALSE);
	LOS_TraceReset();
	expect(frames() == 0);
	/* It goes on. */
	LOS_TRACE(TASK_RESUME, 1, 2, 3);
	expect(frames() == 1);
	LOS_TraceStop();
	LOS_TraceStop();
	LOS_TRACE(TASK_RESUME, 1, 2, 3);
	expect(frames() == 1);
}

static VOID check_masks(VOID)
{
	LOS_TraceReset();
	expect(LOS_TraceStart() == LOS_OK);
	/* Interrupts and tasks at first */
	LOS_TRACE(SEM_PEND, 1, 2, 3);
	expect(frames() == 0);
	LOS_TRACE(HWI_RESPONSE_IN, 1);
	LOS_TRACE(TASK_RESUME, 1, 2, 3);
	LOS_TRACE_EASY(1, 1);
	expect(frames() == 3);
	LOS_TraceEventMaskSet(0);
	LOS_TRACE(TASK_RESUME, 1, 2, 3);
	LOS_TRACE_EASY(1, 1);
	expect(frames() == 3);
	LOS_TraceEventMaskSet(TRACE_MAX_FLAG);
	LOS_TRACE(TASK_RESUME, 1, 2, 3);
	expect(frames() == 3);
	LOS_TRACE_EASY(1, 1);
	expect(frames() == 4);
	/* TASK_SWITCH as a mask: bits 0 and 2 count in one tree only. */
	LOS_TraceEventMaskSet(TASK_SWITCH);
	LOS_TRACE(SEM_CREATE, 1, 2, 3);
	LOS_TRACE(SEM_DELETE, 1, 2);
	LOS_TRACE(TASK_RESUME, 1, 2, 3);
#ifdef LOSCFG_POSIXTRACE_TREE_L
	expect(frames() == 6);
#else
	expect(frames() == 5);
#endif
	LOS_TraceStop();
}

static VOID check_filter(VOID)
{
	LOS_TraceReset();
	LOS_TraceEventMaskSet(TRACE_HWI_FLAG | TRACE_TASK_FLAG);
	LOS_TraceHwiFilterHookReg(drop_odd);
	expect(LOS_TraceStart() == LOS_OK);
	LOS_TRACE(HWI_RESPONSE_IN, 3);
	expect(frames() == 0 && asked == 1 && last == 3);
	LOS_TRACE(HWI_RESPONSE_IN, 4);
	expect(frames() == 1 && asked == 2 && last == 4);
	LOS_TRACE(TASK_RESUME, 3, 0, 0);
	expect(frames() == 2 && asked == 2);
	LOS_TraceEventMaskSet(TRACE_TASK_FLAG);
	LOS_TRACE(HWI_RESPONSE_IN, 4);
	expect(frames() == 2 && asked == 2);
	LOS_TraceEventMaskSet(TRACE_HWI_FLAG);
	/* The tick and the console are never recorded. */
	LOS_TRACE(HWI_RESPONSE_IN, 0xff);
	expect(frames() == 2 && asked == 2);
	LOS_TraceHwiFilterHookReg(NULL);
	LOS_TRACE(HWI_RESPONSE_IN, 3);
	expect(frames() == 3 && asked == 2);
	LOS_TraceStop();
}

static int evaluated;

static UINTPTR value(VOID)
{
	return (UINTPTR)++evaluated;
}

/* What a macro selects is evaluated whether or not anything records, and what
 * it drops never. */
static VOID check_macros(VOID)
{
	LOS_TraceStop();
	LOS_TraceReset();
	LOS_TRACE(SEM_PEND, value(), value(), value());
	expect(evaluated == 3);
	LOS_TRACE(TASK_SIGNAL, value(), value(), value());
	expect(evaluated == 3);
#undef SEM_POST_PARAMS
#define SEM_POST_PARAMS(semId, type, count) semId, count
	LOS_TRACE(SEM_POST, value(), value(), value());
	expect(evaluated == 5);
	LOS_TraceEventMaskSet(0xffffffff);
	expect(LOS_TraceStart() == LOS_OK);
	LOS_TRACE(TASK_SIGNAL, 1, 2, 3);
	expect(frames() == 0);
	if (evaluated)
		LOS_TRACE(SEM_POST, 7, 1, 2);
	else
		LOS_TRACE(SEM_PEND, 7, 1, 2);
	expect(frames() == 1);
	LOS_TraceStop();
}

#ifdef LOSCFG_POSIXTRACE_TREE_L
static VOID check_init(VOID)
{
	static UINT8 memory[2048];

	expect(LOS_TraceRecordGet() == NULL);
	expect(LOS_TraceStart() == LOS_ERRNO_TRACE_ERROR_STATUS);
	LOS_TraceStop();
	LOS_TraceReset();
	LOS_TRACE(TASK_RESUME, 1, 2, 3);
	expect(LOS_TraceInit(memory, sizeof(OfflineHead)) ==
	       LOS_ERRNO_TRACE_BUF_TOO_SMALL);
	/* Kernels would write beyond it. */
	expect(LOS_TraceInit(memory, sizeof(OfflineHead) +
					     sizeof(TraceEventFrame) - 1) ==
	       LOS_ERRNO_TRACE_BUF_TOO_SMALL);
	expect(LOS_TraceRecordGet() == NULL);
	expect(LOS_TraceInit(memory, sizeof(memory)) == LOS_OK);
	expect((UINT8 *)LOS_TraceRecordGet() == memory);
	expect(LOS_TraceInit(memory, sizeof(memory)) ==
	       LOS_ERRNO_TRACE_ERROR_STATUS);
}
#else
static VOID check_init(VOID)
{
	const OfflineHead *head = LOS_TraceRecordGet();

	expect(head != NULL);
	expect(head->totalLen == LOSCFG_TRACE_BUFFER_SIZE);
}
#endif

static VOID check_head(VOID)
{
	const OfflineHead *head = LOS_TraceRecordGet();

	expect(head->baseInfo.bigLittleEndian == 0x12345678);
	expect(head->baseInfo.clockFreq == 1000000000);
	expect(head->baseInfo.version == 0);
	expect(head->objSize == sizeof(ObjData));
	expect(head->frameSize == sizeof(TraceEventFrame));
	expect(head->objOffset == 24);
	expect(head->frameOffset ==
	       24 + LOSCFG_TRACE_OBJ_MAX_NUM * sizeof(ObjData));
	/* It records from the beginning. */
	LOS_TRACE(TASK_RESUME, 1, 2, 3);
	expect(frames() == 1);
}

int main(void)
{
	check_init();
	check_head();
	check_states();
	check_masks();
	check_filter();
	check_macros();
	return failures != 0;
}
