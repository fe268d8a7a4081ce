/* firmware_liteos_online.c - what LiteOS's events cost without a buffer */
#include <los_trace.h>

#include "firmware_calls.h"
#include "firmware_liteos_recorder.h"

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

FIRMWARE_LITEOS_OWN(post)
FIRMWARE_LITEOS_OWN(easy)

static const struct firmware_call calls[] = {
	{ .name = "LiteOS SEM_POST, online", .burst = post, .own = own_post },
	{ .name = "LiteOS LOS_TRACE_EASY, online",
	  .burst = easy,
	  .own = own_easy },
};

int main(int argc, char **argv)
{
	recorder_mask(TRACE_SEM_FLAG);
	if (LOS_TraceStart())
		return 1;
	return firmware_measure(calls, sizeof(calls) / sizeof(*calls), argc,
				argv);
}
