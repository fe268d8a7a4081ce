/*
 * opened.h - telling of a file that was opened, or will be closed, in whichever
 * way
 */
#ifndef WRAP_OPENED_H
#define WRAP_OPENED_H

#include <sys/types.h>

#include "wrap/events.h"
#include "wrap/next.h"

/* How a file was asked for. mode: of one that may be made. */
struct wrap_asked {
	int at, flags;
	mode_t mode;
	const char *path;
};

/* Gives fd, which may be -1: then errno says why. Keeps errno. */
int wrap_opened(int fd, const struct wrap_asked *asked, const void *caller);

#define WRAP_OPENED(fd, at, flags, mode, path, caller)                       \
	wrap_opened(fd, &(const struct wrap_asked){ at, flags, mode, path }, \
		    caller)

/* Tell that a call on a descriptor failed; errno says why. */
void wrap_fd_failed(int call, int fd, const void *caller);

/* What a program has from its beginning, as far as it has it. */
void wrap_opened_init(void);

/* Groups whose objects go with their descriptors. */
enum { WRAP_CLOSED = WRAP_IO | WRAP_NET | WRAP_EVENT | WRAP_TIMER };

/* For these groups only. It may be no descriptor; of many some. */
void wrap_closing(int fd, const void *caller);
void wrap_closing_all(unsigned first, unsigned last, int flags,
		      const void *caller);

/* A descriptor of something that has no path, whatever it was before. */
void wrap_made(int fd);

#endif
