/* firmware_threadx_stream.c - what ThreadX's events cost without a buffer */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "firmware_calls.h"
#include "firmware_threadx_recorder.h"

/* The system's own, without its buffer, but for the time of a recorded
 * event. */
static void time_alone(void *arg, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		*(volatile ULONG *)&recorder.slot[0][3] = recorder_time();
	(void)arg;
}

static const struct firmware_call calls[] = {
	{ .name = "ThreadX QUEUE_SEND, stream alone",
	  .burst = send,
	  .own = time_alone },
	{ .name = "ThreadX user event, stream alone",
	  .burst = user,
	  .own = time_alone },
	{ .name = "ThreadX QUEUE_SEND, no buffer",
	  .burst = send,
	  .own = own_send,
	  .is_off = true },
	{ .name = "ThreadX user event, no buffer",
	  .burst = user,
	  .own = own_user,
	  .is_off = true },
};

/* The library reads its environment when a program begins. */
static void want_always(char **argv)
{
	const char *value = getenv("POSIXTRACE_FIRMWARE");

	if (value && !strcmp(value, "always"))
		return;
	if (!setenv("POSIXTRACE_FIRMWARE", "always", 1))
		execv("/proc/self/exe", argv);
	_exit(EXIT_FAILURE);
}

int main(int argc, char **argv)
{
	want_always(argv);
	return firmware_measure(calls, sizeof(calls) / sizeof(*calls), argc,
				argv);
}
