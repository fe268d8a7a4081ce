/*
 * trace.h - the tracing of a kernel in the form of LiteOS's, for a test
 *
 * A stand-in, written from the facts: the frames are those of OpenHarmony's
 * kernel for microcontrollers where pointers have 32 bits, with the core word.
 * The kernel keeps its own buffer, and knows nothing of posixtrace.
 */
#ifndef KERNEL_TRACE_H
#define KERNEL_TRACE_H

#include <stdint.h>

enum { FRAMES = 8, PARAMS = 3, TASK_CREATE = 0x40, TASK_SWITCH = 0x45 };

typedef struct {
	uint32_t eventType;
	uint32_t curTask;
	uint64_t curTime;
	uint32_t identity;
	uint32_t core;
	uint32_t params[PARAMS];
} TraceEventFrame;

extern TraceEventFrame g_frames[FRAMES];

/* The recorder calls it; the buffer has it. */
void OsTraceWriteOrSendEvent(const TraceEventFrame *frame);

void OsTraceHook(uint32_t eventType, uint32_t identity, const uint32_t *params,
		 uint16_t paramCount);
uint32_t LOS_TraceStart(void);
void LOS_TraceStop(void);

#endif
