/* handlers.c - functions that record signal handlers and call them */
#include "wrap/signal/handlers.h"

#include <pthread.h>

#include "wrap/event/events.h"

enum { HANDLERS = 256 };

/* Appended to, never changed; 0: free. */
static _Atomic(wrap_handler) theirs[HANDLERS];

static void leave(void *arg)
{
	const struct wrap_signal *data = arg;

	RECORD(signal_leave, *data, WRAP_BEGIN_OF(data->handler));
}

/* The kernel passes all three arguments to every handler; handlers that take
 * one ignore the others. A handler left by siglongjmp() has no end event. */
static void run(unsigned which, int signal, siginfo_t *info, void *context)
{
	const wrap_handler handler =
		atomic_load_explicit(&theirs[which], memory_order_relaxed);
	struct wrap_signal data = {
		.handler = (uintptr_t)handler,
		.signal = signal,
	};

	RECORD(signal_enter, data, WRAP_BEGIN_OF(handler));
	pthread_cleanup_push(leave, &data);
	handler(signal, info, context);
	pthread_cleanup_pop(1);
}

#define ONE(n)                                                           \
	static void ours_##n(int signal, siginfo_t *info, void *context) \
	{                                                                \
		run(0x##n, signal, info, context);                       \
	}
#define NAME(n) ours_##n,

/* clang-format off */
#define ROW(one, n)                                                  \
	one(n##0) one(n##1) one(n##2) one(n##3) one(n##4) one(n##5)  \
	one(n##6) one(n##7) one(n##8) one(n##9) one(n##a) one(n##b)  \
	one(n##c) one(n##d) one(n##e) one(n##f)
#define ALL(one)                                                     \
	ROW(one, 0) ROW(one, 1) ROW(one, 2) ROW(one, 3) ROW(one, 4)  \
	ROW(one, 5) ROW(one, 6) ROW(one, 7) ROW(one, 8) ROW(one, 9)  \
	ROW(one, a) ROW(one, b) ROW(one, c) ROW(one, d) ROW(one, e)  \
	ROW(one, f)
/* clang-format on */

ALL(ONE)

static const wrap_handler ours[HANDLERS] = { ALL(NAME) };

/* Values below a page are SIG_DFL, SIG_IGN, SIG_HOLD; the highest one is
 * SIG_ERR. */
static bool is_function(wrap_handler handler)
{
	return (uintptr_t)handler - 4096 < UINTPTR_MAX - 4096;
}

wrap_handler wrap_handler_ours(wrap_handler handler)
{
	const void *text = (const void *)(uintptr_t)handler;

	if (!is_function(handler) || wrap_code_range_has(&wrap_tracer, text) ||
	    wrap_code_range_has(&wrap_self, text))
		return handler;
	for (unsigned i = 0; i < HANDLERS; i++) {
		wrap_handler there = NULL;

		if (atomic_compare_exchange_strong_explicit(
			    &theirs[i], &there, handler, memory_order_seq_cst,
			    memory_order_seq_cst) ||
		    there == handler)
			return ours[i];
	}
	return handler;
}

wrap_handler wrap_handler_theirs(wrap_handler handler)
{
	for (unsigned i = 0; i < HANDLERS; i++)
		if (ours[i] == handler)
			return atomic_load_explicit(&theirs[i],
						    memory_order_seq_cst);
	return handler;
}
