/*
 * address_space.h - the library's share of a process's address space
 *
 * Under RLIMIT_AS, mappings of the library are at the expense of the program:
 * each takes at most a part of what the limit leaves at the time, if it can do
 * with less.
 */
#ifndef PXT_BASE_ADDRESS_SPACE_H
#define PXT_BASE_ADDRESS_SPACE_H

#include <stdint.h>
#include <sys/types.h>

enum { PXT_ADDRESS_SPACE_PART = 8 }; /* the share is one of so many parts */

#define PXT_ADDRESS_SPACE_ALL UINT64_MAX

/* The bytes that one mapping may take in a process; pid 0: the caller.
 * PXT_ADDRESS_SPACE_ALL: no limit, or not visible. Safe in signal handlers. */
uint64_t pxt_address_space_share(pid_t pid);

#endif
