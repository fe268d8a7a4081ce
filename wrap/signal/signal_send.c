/*
 * signal_send.c - sending of signals
 *
 * The event precedes the call: the handler may run at once, even in this
 * thread.
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include "wrap/calls/next.h"
#include "wrap/event/events.h"

static void tell(int signal, pid_t process, uint64_t thread, const void *caller)
{
	const struct wrap_signal_sent data = {
		.thread = thread,
		.signal = signal,
		.process = process,
	};

	RECORD(signal_send, data, caller);
}

/* error: the error number, or 0. */
static void tell_failure(int signal, int error, const void *caller)
{
	const struct wrap_signal_failure data = {
		.signal = signal,
		.error = error,
		.call = WRAP_SIGNAL_SEND,
	};

	if (error)
		RECORD(signal_fail, data, caller);
}

/* Functions that report errors in errno. */
#define SEND(signal, process, thread, call)                                \
	do {                                                               \
		const bool wanted_ = wrap_wants(WRAP_SIGNAL, CALLER);      \
		int result_;                                               \
                                                                           \
		if (wanted_)                                               \
			tell(signal, process, thread, CALLER);             \
		result_ = (call);                                          \
		if (wanted_)                                               \
			tell_failure(signal, result_ ? errno : 0, CALLER); \
		return result_;                                            \
	} while (0)

/* Functions that return the error number. */
#define SEND_THREAD(signal, thread, call)                                   \
	do {                                                                \
		const bool wanted_ = wrap_wants(WRAP_SIGNAL, CALLER);       \
		int result_;                                                \
                                                                            \
		if (wanted_)                                                \
			tell(signal, getpid(), (uint64_t)(thread), CALLER); \
		result_ = (call);                                           \
		if (wanted_)                                                \
			tell_failure(signal, result_, CALLER);              \
		return result_;                                             \
	} while (0)

WRAPPER int kill(pid_t process, int signal)
{
	SEND(signal, process, 0, NEXT(kill)(process, signal));
}

/* Process groups are negative numbers, as for kill(). */
WRAPPER int killpg(pid_t group, int signal)
{
	SEND(signal, group > 1 ? -group : 0, 0, NEXT(killpg)(group, signal));
}

WRAPPER int raise(int signal)
{
	SEND(signal, getpid(), (uint64_t)pthread_self(), NEXT(raise)(signal));
}

WRAPPER int sigqueue(pid_t process, int signal, const union sigval value)
{
	SEND(signal, process, 0, NEXT(sigqueue)(process, signal, value));
}

/* Threads are kernel thread numbers here. */
WRAPPER int tgkill(pid_t process, pid_t thread, int signal)
{
	SEND(signal, process, (uint64_t)thread,
	     NEXT(tgkill)(process, thread, signal));
}

WRAPPER int pthread_kill(pthread_t thread, int signal)
{
	SEND_THREAD(signal, thread, NEXT(pthread_kill)(thread, signal));
}

WRAPPER int pthread_sigqueue(pthread_t thread, int signal,
			     const union sigval value)
{
	SEND_THREAD(signal, thread,
		    NEXT(pthread_sigqueue)(thread, signal, value));
}
