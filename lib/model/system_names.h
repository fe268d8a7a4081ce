/*
 * system_names.h - what the system calls error numbers and signals
 *
 * As Linux has it on this machine. Nothing is allocated: safe in signal
 * handlers.
 */
#ifndef PXT_MODEL_SYSTEM_NAMES_H
#define PXT_MODEL_SYSTEM_NAMES_H

/* "ENOENT", "SIGINT", "SIGRTMIN+3". NULL: it has no name; so has 0. */
const char *pxt_errno_name(long long number);
const char *pxt_signal_name(long long number);

#endif
