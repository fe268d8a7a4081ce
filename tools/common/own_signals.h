/*
 * own_signals.h - signals that the tool has otherwise than its caller
 *
 * A write beyond the limit on file sizes ends a process by SIGXFSZ, by default
 * and in silence: a command could neither say why, nor remove half a file, nor
 * try again. A process that inherits an ignored SIGCHLD cannot wait for its
 * children, which leave no status.
 */
#ifndef COMMON_OWN_SIGNALS_H
#define COMMON_OWN_SIGNALS_H

/* Writes beyond that limit fail with EFBIG, and children can be waited for. */
void own_signals_set(void);

/* A child calls it before it executes another program: the signals are as they
 * were. */
void own_signals_restore(void);

#endif
