/*
 * handlers.h - functions of ours that tell of handlers of signals
 *
 * Each handler of the program has one of ours for itself, whatever signals it
 * is for: so what the kernel is told is all at once, and no other thread can
 * find half of it. There is room for so many; those that come later are not
 * told of. All of it may be used in a handler.
 */
#ifndef WRAP_HANDLERS_H
#define WRAP_HANDLERS_H

#include <signal.h>

typedef void (*wrap_handler)(int signal, siginfo_t *info, void *context);

/* What to tell the kernel instead: itself, if it is no function, one of
 * libposixtrace's, one of ours, or one too many. */
wrap_handler wrap_handler_ours(wrap_handler handler);

/* What the program told: itself, if it is none of ours. */
wrap_handler wrap_handler_theirs(wrap_handler handler);

#endif
