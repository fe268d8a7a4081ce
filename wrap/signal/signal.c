/*
 * signal.c - dispositions of signals
 *
 * The kernel gets a handler of ours, and the program sees its own.
 */
#include <errno.h>
#include <signal.h>

#include "wrap/calls/next.h"
#include "wrap/event/events.h"
#include "wrap/signal/handlers.h"

static void tell(int signal, wrap_handler handler, int flags,
		 const void *caller)
{
	const struct wrap_action data = {
		.handler = (uintptr_t)handler,
		.signal = signal,
		.flags = (uint32_t)flags,
	};

	RECORD(signal_action, data, caller);
}

static void tell_failure(int signal, const void *caller)
{
	const struct wrap_signal_failure data = {
		.signal = signal,
		.error = errno,
		.call = WRAP_SIGNAL_ACTION,
	};

	RECORD(signal_fail, data, caller);
}

static int act(int signal, const struct sigaction *action,
	       struct sigaction *old, const void *caller)
{
	struct sigaction ours;
	wrap_handler theirs = NULL;
	int flags = 0, result;

	if (action) {
		ours = *action;
		theirs = action->sa_sigaction;
		flags = action->sa_flags;
		ours.sa_sigaction = wrap_handler_ours(theirs);
	}
	result = NEXT(sigaction)(signal, action ? &ours : NULL, old);
	if (result) {
		tell_failure(signal, caller);
		return result;
	}
	if (old)
		old->sa_sigaction = wrap_handler_theirs(old->sa_sigaction);
	if (action)
		tell(signal, theirs, flags, caller);
	return 0;
}

WRAPPER int sigaction(int signal, const struct sigaction *restrict action,
		      struct sigaction *restrict old)
{
	if (!wrap_wants(WRAP_SIGNAL, CALLER))
		return NEXT(sigaction)(signal, action, old);
	return act(signal, action, old, CALLER);
}

/* signal() in the variants of BSD and System V. Callers of sigset() have had
 * their warning. */
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

typedef void (*simple)(int signal);

static wrap_handler as_full(simple handler)
{
	union {
		simple simple;
		wrap_handler full;
	} either = { .simple = handler };

	return either.full;
}

static simple as_simple(wrap_handler handler)
{
	union {
		wrap_handler full;
		simple simple;
	} either = { .full = handler };

	return either.simple;
}

static simple set(simple (*next)(int signal, simple handler), int signal,
		  simple handler, const void *caller)
{
	const wrap_handler full = as_full(handler);
	const simple old = next(signal, as_simple(wrap_handler_ours(full)));

	if (old == SIG_ERR) {
		tell_failure(signal, caller);
		return old;
	}
	tell(signal, full, 0, caller);
	return as_simple(wrap_handler_theirs(as_full(old)));
}

#define SET(name)                                               \
	simple name(int which, simple handler);                 \
	WRAPPER simple name(int which, simple handler)          \
	{                                                       \
		if (!wrap_wants(WRAP_SIGNAL, CALLER))           \
			return NEXT(name)(which, handler);      \
		return set(NEXT(name), which, handler, CALLER); \
	}

SET(__sysv_signal)
SET(bsd_signal)
SET(signal)
SET(sigset)
SET(ssignal)
SET(sysv_signal)
