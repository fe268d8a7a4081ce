/*
 * firmware_liteos_recorder.h - the least that a recorder of LiteOS does
 *
 * Ours is compared with it: the checks, a frame with the time, and a copy to a
 * ring, one writer at a time.
 */
#ifndef FIRMWARE_LITEOS_RECORDER_H
#define FIRMWARE_LITEOS_RECORDER_H

#include <los_trace.h>

VOID recorder_hook(UINT32 type, UINTPTR identity, const UINTPTR *params,
		   UINT16 count);

/* Makes LOS_TRACE() call a recorder. Returns the one that it called. */
TRACE_EVENT_HOOK recorder_use(TRACE_EVENT_HOOK hook);

/* own_burst(): the same loop of events with a plain recorder. */
#define FIRMWARE_LITEOS_OWN(burst)                                           \
	static void own_##burst(void *arg, unsigned n)                       \
	{                                                                    \
		const TRACE_EVENT_HOOK before = recorder_use(recorder_hook); \
                                                                             \
		burst(arg, n);                                               \
		recorder_use(before);                                        \
	}

/* The mask of this recorder, and of the library's. */
VOID recorder_mask(UINT32 mask);

#endif
