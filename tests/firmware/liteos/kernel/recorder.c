/* recorder.c - which events a kernel records, for a test */
#include "trace.h"

static int enabled;
static uint64_t cycles;

uint32_t LOS_TraceStart(void)
{
	enabled = 1;
	return 0;
}

void LOS_TraceStop(void)
{
	enabled = 0;
}

void OsTraceHook(uint32_t eventType, uint32_t identity, const uint32_t *params,
		 uint16_t paramCount)
{
	TraceEventFrame frame = { .eventType = eventType };

	if (!enabled || !(eventType & 0xc0))
		return;
	frame.curTask = 3;
	frame.curTime = cycles += 100;
	frame.identity = identity;
	frame.core = (uint32_t)paramCount << 16;
	for (int i = 0; i < PARAMS && i < paramCount; i++)
		frame.params[i] = params[i];
	OsTraceWriteOrSendEvent(&frame);
}
