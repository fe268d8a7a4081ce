// cxx.cc - LiteOS's tracing in C++, where values of any integer type are a list
#include <los_trace.h>

#include "expect.h"

enum { MOTOR_FLAG = 0x4000, MOTOR_START = MOTOR_FLAG | 1 };
#define MOTOR_START_PARAMS(id, speed, flags) id, speed, flags

static void trace(int id, short speed)
{
	LOS_TRACE(MOTOR_START, id, speed, id + 1);
	if (id)
		LOS_TRACE_EASY(id, speed);
	else
		LOS_TRACE_EASY(0, &id, id, speed, 3UL);
	LOS_TRACE(TASK_SIGNAL, id, speed, 3);
}

int main()
{
	const OfflineHead *head;
	const TraceEventFrame *frame;

	LOS_TraceStop();
	LOS_TraceReset();
	LOS_TraceEventMaskSet(0xffffffff);
	expect(LOS_TraceStart() == LOS_OK);
	trace(7, 2000);
	head = LOS_TraceRecordGet();
	frame = (const TraceEventFrame *)((const UINT8 *)head +
					  head->frameOffset);
	expect(frame[0].eventType == MOTOR_START && frame[0].identity == 7);
	expect(frame[0].params[0] == 2000 && frame[0].params[1] == 8);
	expect(frame[1].eventType == 0xfffffff7U);
	expect(frame[2].eventType == 0);
	return failures != 0;
}
