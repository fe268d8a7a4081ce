/* firmware_threadx_recorder.c - what a kernel of ThreadX does for an event */
#include "firmware_threadx_recorder.h"

struct recorder recorder;

void recorder_begin(void)
{
	recorder.current = recorder.slot[0];
	recorder.wanted = 0xFFFFFFFF;
	recorder.thread = (ULONG)(unsigned long)&recorder.thread;
	recorder.priority = 0x80100010;
}

UINT recorder_user_event_insert(ULONG id, ULONG info_1, ULONG info_2,
				ULONG info_3, ULONG info_4)
{
	recorder_insert(id, info_1, info_2, info_3, info_4,
			TX_TRACE_USER_EVENTS);
	return recorder.current ? TX_SUCCESS : TX_NOT_DONE;
}
