/*
 * text.h - composing short texts
 *
 * Substitutes for snprintf() and strtoull() that are safe in signal handlers,
 * and do not bring hundreds of kilobytes of the C library into a process that
 * is not traced.
 */
#ifndef PXT_BASE_TEXT_H
#define PXT_BASE_TEXT_H

#include <stdint.h>
#include <string.h>

/* Copies a text to a place with room, with a null; returns the place of the
 * null. */
static inline char *pxt_text_copy(char *at, const char *text)
{
	return stpcpy(at, text);
}

static inline char *pxt_text_decimal(char *at, uint64_t value)
{
	char digits[20];
	size_t n = 0;

	do
		digits[n++] = (char)('0' + value % 10);
	while (value /= 10);
	while (n)
		*at++ = digits[--n];
	*at = '\0';
	return at;
}

/* Without a prefix. */
static inline char *pxt_text_hex(char *at, uint64_t value)
{
	unsigned digits = 1;

	while (digits < 16 && value >> 4 * digits)
		digits++;
	while (digits--)
		*at++ = "0123456789abcdef"[value >> 4 * digits & 15];
	*at = '\0';
	return at;
}

/* Parses the number at the beginning of a text; 0: none. */
static inline uint64_t pxt_text_number(const char *at)
{
	uint64_t value = 0;

	for (; *at >= '0' && *at <= '9'; at++)
		value = value * 10 + (uint64_t)(*at - '0');
	return value;
}

#endif
