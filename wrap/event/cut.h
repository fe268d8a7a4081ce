/*
 * cut.h - texts as data of events, cut to the available room
 */
#ifndef WRAP_EVENT_CUT_H
#define WRAP_EVENT_CUT_H

#include <stdint.h>
#include <string.h>

/* Copies a text with its null character; returns the number of bytes. */
static inline size_t wrap_cut(char *to, size_t room, const char *text)
{
	const size_t len = strnlen(text, room - 1);

	memcpy(to, text, len);
	to[len] = '\0';
	return len + 1;
}

/* Appends a 32-bit number; returns the new length. */
static inline size_t wrap_add_word(void *data, size_t len, uint32_t word)
{
	const size_t at = (len + sizeof(word) - 1) & ~(sizeof(word) - 1);

	memset((char *)data + len, 0, at - len);
	memcpy((char *)data + at, &word, sizeof(word));
	return at + sizeof(word);
}

/* Copies two texts, the first into at most half of the room. */
static inline size_t wrap_cut_two(char *to, size_t room, const char *one,
				  const char *other)
{
	const size_t used = wrap_cut(to, room / 2, one);

	return used + wrap_cut(to + used, room - used, other);
}

#endif
