/* firmware_liteos_online.c - what LiteOS's events cost without a buffer */
#include <los_trace.h>

#include "firmware_calls.h"

enum { ID = 3 };

static void post(void *arg, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		LOS_TRACE(SEM_POST, ID, 0, i);
	(void)arg;
}

static void easy(void *arg, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		LOS_TRACE_EASY(1, ID, i);
	(void)arg;
}

static const struct firmware_call calls[] = {
	{ .name = "LiteOS SEM_POST, online", .burst = post },
	{ .name = "LiteOS LOS_TRACE_EASY, online", .burst = easy },
};

int main(int argc, char **argv)
{
	LOS_TraceEventMaskSet(TRACE_SEM_FLAG);
	if (LOS_TraceStart())
		return 1;
	return firmware_measure(calls, sizeof(calls) / sizeof(*calls), argc,
				argv);
}
