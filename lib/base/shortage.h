/*
 * shortage.h - errors that may be over the next time, and when that is
 */
#ifndef PXT_BASE_SHORTAGE_H
#define PXT_BASE_SHORTAGE_H

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/clock.h"

/* What failed is tried again after so long, by this clock: a system that has run
 * out of something is not to be asked by each event of each thread. */
enum { PXT_RETRY_NS = 100000000 };

static inline int64_t pxt_retry_clock(void)
{
	return pxt_clock_ns(CLOCK_MONOTONIC_COARSE);
}

/* Does the error tell of a want in this process, or on the disk: of descriptors,
 * memory, room? */
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
