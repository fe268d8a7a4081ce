/*
 * descriptor.h - events of opening and closing files
 */
#ifndef WRAP_FILE_DESCRIPTOR_H
#define WRAP_FILE_DESCRIPTOR_H

#include <sys/types.h>

#include "wrap/calls/next.h"
#include "wrap/event/events.h"

/* The arguments of a call that opens. mode: only where it may create. */
struct wrap_open_call {
	int at, flags;
	mode_t mode;
	const char *path;
};

/* Records the opened fd, or the failure in errno if it is -1; returns fd and
 * keeps errno. */
int wrap_descriptor_opened(int fd, const struct wrap_open_call *open_call,
			   const void *caller);

#define WRAP_DESCRIPTOR_OPENED(fd, at, flags, mode, path, caller)            \
	wrap_descriptor_opened(                                              \
		fd, &(const struct wrap_open_call){ at, flags, mode, path }, \
		caller)

/* Records that a call on a descriptor failed, with errno. */
void wrap_descriptor_failed(int call, int fd, const void *caller);

/* Announces the standard descriptors that the program starts with. */
void wrap_descriptor_init(void);

/* Groups whose objects end with their descriptors. */
enum { WRAP_DESCRIPTOR_GROUPS = WRAP_IO | WRAP_NET | WRAP_EVENT | WRAP_TIMER };

/* Records the end of objects of these groups. fd may be invalid. */
void wrap_descriptor_close(int fd, const void *caller);
void wrap_descriptor_close_range(unsigned first, unsigned last, int flags,
				 const void *caller);

/* Ends the old names of a descriptor that is made anew, without a path. */
void wrap_descriptor_renew(int fd);

#endif
