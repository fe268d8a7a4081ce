/*
 * cut.h - texts as data of events, cut to the room there is
 */
#ifndef WRAP_CUT_H
#define WRAP_CUT_H

#include <string.h>

/* A text with its null character; gives how many bytes that is. */
static inline size_t wrap_cut(char *to, size_t room, const char *text)
{
	const size_t len = strnlen(text, room - 1);

	memcpy(to, text, len);
	to[len] = '\0';
	return len + 1;
}

/* Two of them, the first of which gets half of the room at most. */
static inline size_t wrap_cut_two(char *to, size_t room, const char *one,
				  const char *other)
{
	const size_t used = wrap_cut(to, room / 2, one);

	return used + wrap_cut(to + used, room - used, other);
}

#endif
