/*
 * shortage.h - errors that may be over the next time
 */
#ifndef PXT_BASE_SHORTAGE_H
#define PXT_BASE_SHORTAGE_H

#include <errno.h>
#include <stdbool.h>

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
