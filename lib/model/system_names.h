/*
 * system_names.h - the system's names of errors and signals
 *
 * Names are Linux's on this machine. Nothing is allocated: safe in signal
 * handlers.
 */
#ifndef PXT_MODEL_SYSTEM_NAMES_H
#define PXT_MODEL_SYSTEM_NAMES_H

/* Returns "ENOENT", "SIGINT", "SIGRTMIN+3". NULL: no name; also for 0. */
const char *pxt_errno_name(long long number);
const char *pxt_signal_name(long long number);

#endif
