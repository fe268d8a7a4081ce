/*
 * c11.h - what C11's functions for threads return
 */
#ifndef WRAP_THREAD_C11_H
#define WRAP_THREAD_C11_H

#include <errno.h>
#include <threads.h>

/* The POSIX error number of a C11 result. */
static inline int wrap_c11_error(int result)
{
	switch (result) {
	case thrd_success:
		return 0;
	case thrd_busy:
		return EBUSY;
	case thrd_nomem:
		return ENOMEM;
	case thrd_timedout:
		return ETIMEDOUT;
	default:
		return EINVAL;
	}
}

#endif
