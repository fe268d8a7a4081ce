/*
 * address_space.h - how much of a process's address space is ours to take
 *
 * Where RLIMIT_AS says how much a process may have, what is mapped for tracing
 * is missing to the program. So no mapping of ours that can do with less takes
 * more than a part of what the limit leaves at the time.
 */
#ifndef PXT_BASE_ADDRESS_SPACE_H
#define PXT_BASE_ADDRESS_SPACE_H

#include <stdint.h>
#include <sys/types.h>

enum { PXT_ADDRESS_SPACE_PART = 8 }; /* one of so many is ours */

#define PXT_ADDRESS_SPACE_ALL UINT64_MAX

/* The bytes that one mapping may take in a process; pid 0: in the caller's own.
 * PXT_ADDRESS_SPACE_ALL: nothing limits it, or it is not for us to see. Safe in
 * signal handlers. */
uint64_t pxt_address_space_share(pid_t pid);

#endif
