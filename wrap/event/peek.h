/*
 * peek.h - reading memory of the program that may be invalid
 *
 * The arguments of a failed call may never have been read by the kernel. The
 * kernel copies them here, at the price of a system call, and refuses bad
 * addresses. errno is kept.
 */
#ifndef WRAP_EVENT_PEEK_H
#define WRAP_EVENT_PEEK_H

#include <stdbool.h>
#include <stddef.h>

enum { WRAP_PEEK = 512 }; /* bytes at most */

/* Copies all len bytes or none; true if it did. */
bool wrap_peek(void *to, const void *from, size_t len);

/* Copies a text, cut to the room; an empty one if it cannot be read. Returns
 * its size with the null character. */
size_t wrap_peek_text(char *to, size_t room, const char *text);

#endif
