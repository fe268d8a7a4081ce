/*
 * opened.h - telling of a file that was opened, or will be closed, in whichever
 * way
 */
#ifndef WRAP_OPENED_H
#define WRAP_OPENED_H

#include "wrap/events.h"
#include "wrap/next.h"

/* The kernel has read the path. Gives fd, which may be -1: then there is
 * nothing to tell. Keeps errno. */
int wrap_opened(int fd, int flags, const char *path, const void *caller);

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
