/* buffer.c - where a kernel keeps its frames, for a test */
#include "trace.h"

TraceEventFrame g_frames[FRAMES];
static int next;

void OsTraceWriteOrSendEvent(const TraceEventFrame *frame)
{
	g_frames[next] = *frame;
	next = (next + 1) % FRAMES;
}
