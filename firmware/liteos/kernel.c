/*
 * kernel.c - stands between the recorder of a kernel and its buffer or line
 *
 * libposixtrace-liteos-kernel.a, for programs linked with
 * --wrap=OsTraceWriteOrSendEvent.
 */
#include "firmware/liteos/kernel_frame.h"
#include "firmware/liteos/own_recorder.h"

void __real_OsTraceWriteOrSendEvent(const void *frame);
void __wrap_OsTraceWriteOrSendEvent(const void *frame);

const char PosixtraceLiteosKernel = 1;

void __wrap_OsTraceWriteOrSendEvent(const void *frame)
{
	PosixtraceLiteosFrame(frame, __builtin_return_address(0));
	__real_OsTraceWriteOrSendEvent(frame);
}
