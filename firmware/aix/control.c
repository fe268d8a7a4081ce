/*
 * control.c - starting, suspending and ending the trace
 *
 * A channel with a session of the process's own is that session. Without one,
 * channel 0 of a process that others trace is the process's gate.
 */
#include <errno.h>

#include "firmware/aix/public.h"

#include "firmware/aix/gate.h"
#include "firmware/aix/hook_types.h"
#include "firmware/aix/session.h"
#include "firmware/common/always.h"

enum {
	STOP_SERIALIZES = 0x40000000,
	STOP_DISCARDS = 0x20000000,
};

_Atomic unsigned gate, gate_controls;

__attribute__((constructor(102))) static void read_environment(void)
{
	if (firmware_always)
		gate_set(GATE_ALWAYS);
}

/* Of a call that may have changed what is recorded */
static int result(int err)
{
	atomic_fetch_add_explicit(&gate_controls, 1, memory_order_relaxed);
	if (!err)
		return 0;
	errno = err;
	return -1;
}

static bool is_channel(int channel)
{
	return channel >= 0 && channel < CHANNELS;
}

/* An orphan records nothing: it is of a controller that has ended, or of the
 * program that the process ran before. */
static void count_stream(const struct posix_trace_stream_np *stream,
			 void *count)
{
	*(unsigned *)count += stream->controller_lives;
}

/* ENXIO: no streams trace the process besides its own sessions. */
static int find_others(void)
{
	unsigned count = 0;
	int err;

	err = posix_trace_list_streams_np(getpid(), count_stream, &count);
	if (err)
		return session_count() || !__posix_trace_wanted() ? err : 0;
	return count > session_count() ? 0 : ENXIO;
}

/* ENXIO: there is no gate. */
static int use_gate(int channel, unsigned set, unsigned reset)
{
	const unsigned value =
		atomic_load_explicit(&gate, memory_order_relaxed);
	int err;

	if (channel || value & GATE_ENDED)
		return ENXIO;
	err = find_others();
	if (err)
		return err;
	gate_set(set);
	gate_reset(reset);
	return 0;
}

int trcstart(char *flags)
{
	struct start_options options;
	int channel, err;

	err = start_options_parse(&options, flags);
	if (!err)
		err = session_start(&options, &channel);
	return result(err) ? -1 : channel;
}

int trcon(int channel)
{
	int err;

	if (!is_channel(channel))
		return result(EINVAL);
	err = session_resume(channel);
	if (err == ENXIO)
		err = use_gate(channel, 0, GATE_SHUT);
	return result(err);
}

int trcoff(int channel)
{
	int err;

	if (!is_channel(channel))
		return result(EINVAL);
	err = session_suspend(channel);
	if (err == ENXIO)
		err = use_gate(channel, GATE_SHUT, 0);
	return result(err);
}

int trcstop(int channel)
{
	const bool discards = channel & STOP_DISCARDS;
	int err;

	channel &= ~(STOP_SERIALIZES | STOP_DISCARDS);
	if (!is_channel(channel))
		return result(EINVAL);
	err = session_stop(channel, discards);
	if (err == ENXIO)
		err = use_gate(channel, GATE_ENDED, 0);
	return result(err);
}

int trc_ishookon(int channel, long hkwd)
{
	const uint16_t id = hook_id((uint16_t)((unsigned long)hkwd >> 16));
	int wanted;

	if (!is_channel(channel) || !__posix_trace_wanted() ||
	    (!channel && !gate_is_open()))
		return 0;
	return !posix_trace_eventid_wanted_np(
		       hook_type(channel ? channel : -1, id), &wanted) &&
	       wanted;
}
