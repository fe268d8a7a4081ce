/*
 * handlers.h - functions that record signal handlers and call them
 *
 * Every handler of the program has a function of its own here, whatever signals
 * it serves: so a single sigaction() replaces a handler, and no thread sees
 * half of a change. The table has a fixed size; later handlers have no events.
 * All functions are safe in signal handlers.
 */
#ifndef WRAP_SIGNAL_HANDLERS_H
#define WRAP_SIGNAL_HANDLERS_H

#include <signal.h>

typedef void (*wrap_handler)(int signal, siginfo_t *info, void *context);

/* Returns the handler to give to the kernel: the handler itself if it is
 * SIG_DFL or the like, of libposixtrace, already one of ours, or if the table
 * is full. */
wrap_handler wrap_handler_ours(wrap_handler handler);

/* Returns the program's handler behind one of ours; any other handler is
 * returned unchanged. */
wrap_handler wrap_handler_theirs(wrap_handler handler);

#endif
