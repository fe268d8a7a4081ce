/* firmware_liteos_recorder.c - the least that a recorder of LiteOS does */
#include "firmware_liteos_recorder.h"

#include <stdatomic.h>
#include <string.h>
#include <time.h>

enum { FRAMES = 160, TASK = 1, PROCESS = 1 };

#if !POSIXTRACE_LITEOS_ONLINE
static TraceEventFrame frames[FRAMES];
static UINT32 next;
#endif
static atomic_flag lock = ATOMIC_FLAG_INIT;
static _Atomic UINT32 wanted = 0x60;

static UINT64 now(VOID)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (UINT64)time.tv_sec * 1000000000 + (UINT64)time.tv_nsec;
}

static BOOL is_filtered(UINT32 type, UINTPTR identity)
{
	return (type & ~15U) == TRACE_HWI_FLAG && (UINT32)identity == 0xff;
}

/* Online there is no client, and the frame goes nowhere. */
static VOID put(const TraceEventFrame *frame)
{
#if POSIXTRACE_LITEOS_ONLINE
	__asm__ volatile("" : : "r"(frame) : "memory");
#else
	frames[next] = *frame;
	next = next + 1 < FRAMES ? next + 1 : 0;
#endif
}

VOID recorder_hook(UINT32 type, UINTPTR identity, const UINTPTR *params,
		   UINT16 count)
{
	TraceEventFrame frame;

	if (!(type & atomic_load_explicit(&wanted, memory_order_relaxed)) ||
	    is_filtered(type, identity))
		return;
	memset(&frame, 0, sizeof(frame));
	while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire))
		continue;
	frame.eventType = type;
	frame.curTask = TASK;
	frame.curPid = PROCESS;
	frame.identity = identity;
	frame.curTime = now();
	for (UINT32 i = 0; i < count && i < LOSCFG_TRACE_FRAME_MAX_PARAMS; i++)
		frame.params[i] = params[i];
	put(&frame);
	atomic_flag_clear_explicit(&lock, memory_order_release);
}

TRACE_EVENT_HOOK recorder_use(TRACE_EVENT_HOOK hook)
{
	const TRACE_EVENT_HOOK before = g_traceEventHook;

	g_traceEventHook = hook;
	return before;
}

VOID recorder_mask(UINT32 mask)
{
	atomic_store_explicit(&wanted, mask, memory_order_relaxed);
	LOS_TraceEventMaskSet(mask);
}
