/*
 * firmware_liteos.c - what LiteOS's events cost that go to a buffer as well,
 * or, compiled for the online mode, to a client that is not there
 */
#include <los_trace.h>

#include "firmware_calls.h"
#include "firmware_liteos_recorder.h"

#if POSIXTRACE_LITEOS_ONLINE
#define NAME(call) "LiteOS " call ", online"
#else
#define NAME(call) "LiteOS " call
#endif

enum { ID = 3 };

static void post(void *arg, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		LOS_TRACE(SEM_POST, ID, 0, i);
	(void)arg;
}

static void switch_task(void *arg, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		LOS_TRACE(TASK_SWITCH, ID, 10, 4, 11, i);
	(void)arg;
}

static void easy(void *arg, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		LOS_TRACE_EASY(1, ID, i);
	(void)arg;
}

static void masked(void *arg, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		LOS_TRACE(MEM_FREE, ID, i);
	(void)arg;
}

FIRMWARE_LITEOS_OWN(post)
FIRMWARE_LITEOS_OWN(switch_task)
FIRMWARE_LITEOS_OWN(easy)
FIRMWARE_LITEOS_OWN(masked)

static const struct firmware_call calls[] = {
	{ .name = NAME("SEM_POST"), .burst = post, .own = own_post },
	{ .name = NAME("TASK_SWITCH"),
	  .burst = switch_task,
	  .own = own_switch_task },
	{ .name = NAME("LOS_TRACE_EASY"), .burst = easy, .own = own_easy },
	{ .name = NAME("MEM_FREE, masked"),
	  .burst = masked,
	  .own = own_masked,
	  .is_off = true },
};

int main(int argc, char **argv)
{
	recorder_mask(TRACE_HWI_FLAG | TRACE_TASK_FLAG | TRACE_SEM_FLAG);
	if (LOS_TraceStart())
		return 1;
	return firmware_measure(calls, sizeof(calls) / sizeof(*calls), argc,
				argv);
}
