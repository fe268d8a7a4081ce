/*
 * signal_wait.c - waiting for signals
 *
 * A wait ends when a signal is taken, or when its handler has interrupted it.
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "wrap/calls/next.h"
#include "wrap/event/events.h"

struct waiting {
	struct wrap_signal_taken data;
	const void *caller;
};

static void end(void *arg)
{
	const struct waiting *waiting = arg;

	RECORD(signal_take, waiting->data, waiting->caller);
}

/* Returns a bit for each signal, from 1 on. Invalid sets are the kernel's to
 * refuse. */
static uint64_t bits_of(const sigset_t *set)
{
	uint64_t bits = 0;

	if (set)
		memcpy(&bits, set, sizeof(bits));
	return bits;
}

static struct waiting begin(uint64_t set, const void *caller)
{
	RECORD(signal_wait, set, caller);
	return (struct waiting){
		.data = { 0, ECANCELED },
		.caller = caller,
	};
}

/* got: the signal, or -1. */
static void took(struct waiting *waiting, int got)
{
	waiting->data.signal = got < 0 ? 0 : got;
	waiting->data.error = got < 0 ? errno : 0;
}

#define WAIT(set, name, ...)                            \
	do {                                            \
		struct waiting waiting;                 \
		int result_;                            \
                                                        \
		if (!wrap_wants(WRAP_SIGNAL, CALLER))   \
			return NEXT(name)(__VA_ARGS__); \
		waiting = begin(set, CALLER);           \
		pthread_cleanup_push(end, &waiting);    \
		result_ = NEXT(name)(__VA_ARGS__);      \
		took(&waiting, result_);                \
		pthread_cleanup_pop(1);                 \
		return result_;                         \
	} while (0)

WRAPPER int sigwaitinfo(const sigset_t *restrict set, siginfo_t *restrict info)
{
	WAIT(bits_of(set), sigwaitinfo, set, info);
}

WRAPPER int sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict info,
			 const struct timespec *restrict limit)
{
	WAIT(bits_of(set), sigtimedwait, set, info, limit);
}

/* sigsuspend() waits for the signals that are not in the mask. */
WRAPPER int sigsuspend(const sigset_t *mask)
{
	WAIT(~bits_of(mask), sigsuspend, mask);
}

WRAPPER int pause(void)
{
	WAIT(UINT64_MAX, pause);
}

WRAPPER int sigwait(const sigset_t *restrict set, int *restrict signal)
{
	struct waiting waiting;
	int result;

	if (!wrap_wants(WRAP_SIGNAL, CALLER))
		return NEXT(sigwait)(set, signal);
	waiting = begin(bits_of(set), CALLER);
	pthread_cleanup_push(end, &waiting);
	result = NEXT(sigwait)(set, signal);
	waiting.data.signal = result ? 0 : *signal;
	waiting.data.error = result;
	pthread_cleanup_pop(1);
	return result;
}
