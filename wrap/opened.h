/*
 * opened.h - telling of a file that was opened, in whichever way
 */
#ifndef WRAP_OPENED_H
#define WRAP_OPENED_H

#include "wrap/events.h"
#include "wrap/next.h"

/* The kernel has read the path. Gives fd, which may be -1: then there is
 * nothing to tell. Keeps errno. */
int wrap_opened(int fd, int flags, const char *path, const void *caller);

#endif
