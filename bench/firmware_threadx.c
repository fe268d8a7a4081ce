/* firmware_threadx.c - what ThreadX's events cost that go to a buffer as
 * well */
#include "firmware_calls.h"
#include "firmware_threadx_recorder.h"

static ULONG memory[RECORDER_SLOTS * RECORDER_WORDS + 1024];
static void isr(void *arg, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		tx_trace_isr_exit_insert(i);
	(void)arg;
}

static void own_isr(void *arg, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		recorder_insert(TX_TRACE_ISR_EXIT, i, i, recorder.state, 0,
				TX_TRACE_INTERNAL_EVENTS);
	(void)arg;
}

static void filtered(void *arg, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		TX_TRACE_IN_LINE_INSERT(TX_TRACE_MUTEX_GET, queue, i, 0, 0,
					TX_TRACE_MUTEX_EVENTS)
	(void)arg;
}

static void own_filtered(void *arg, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		recorder_insert(TX_TRACE_MUTEX_GET, 0, i, 0, 0,
				TX_TRACE_MUTEX_EVENTS);
	(void)arg;
}

static const struct firmware_call calls[] = {
	{ .name = "ThreadX QUEUE_SEND", .burst = send, .own = own_send },
	{ .name = "ThreadX user event", .burst = user, .own = own_user },
	{ .name = "ThreadX ISR_EXIT", .burst = isr, .own = own_isr },
	{ .name = "ThreadX MUTEX_GET, filtered",
	  .burst = filtered,
	  .own = own_filtered,
	  .is_off = true },
};

/* Begins with the first slot. */
static void begin(void)
{
	recorder.current = recorder.slot[0];
	recorder.wanted = 0xFFFFFFFF & ~TX_TRACE_MUTEX_EVENTS;
	recorder.thread = (ULONG)(unsigned long)&recorder.thread;
	recorder.priority = 0x80100010;
}

int main(int argc, char **argv)
{
	begin();
	if (tx_trace_enable(memory, sizeof(memory), 4))
		return 1;
	tx_trace_event_filter(TX_TRACE_MUTEX_EVENTS);
	return firmware_measure(calls, sizeof(calls) / sizeof(*calls), argc,
				argv);
}
