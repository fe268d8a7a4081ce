/*
 * peek.h - looking at memory of the program's that may be none
 *
 * Of a call that failed nobody knows whether the kernel has looked at what the
 * program gave it. It is asked to do so, at the price of a call, and nothing
 * happens where there is no such memory. errno is kept.
 */
#ifndef WRAP_PEEK_H
#define WRAP_PEEK_H

#include <stdbool.h>
#include <stddef.h>

enum { WRAP_PEEK = 512 }; /* bytes at most */

/* Copy all len bytes, or none. Gives whether it did. */
bool wrap_peek(void *to, const void *from, size_t len);

/* A text, cut to the room there is; an empty one if it cannot be read. Gives
 * its bytes, with the null character. */
size_t wrap_peek_text(char *to, size_t room, const char *text);

#endif
