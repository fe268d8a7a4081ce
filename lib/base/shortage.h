/*
 * shortage.h - temporary errors, and the time of the next attempt
 */
#ifndef PXT_BASE_SHORTAGE_H
#define PXT_BASE_SHORTAGE_H

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/clock.h"

/* Interval of attempts, by this clock: when the system has run out of
 * something, events of threads must not all try. */
enum { PXT_RETRY_NS = 100000000 };

static inline int64_t pxt_retry_clock(void)
{
	return pxt_clock_ns(CLOCK_MONOTONIC_COARSE);
}

/* True for errors of a shortage in this process, or on the disk: of
 * descriptors, memory, room. */
static inline bool pxt_is_shortage(int err)
{
	switch (err) {
	case EAGAIN:
	case EDQUOT:
	case EFBIG:
	case EINTR:
	case EMFILE:
	case ENFILE:
	case ENOMEM:
	case ENOSPC:
		return true;
	}
	return false;
}

#endif
