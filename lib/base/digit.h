/*
 * digit.h - what a digit is worth
 */
#ifndef PXT_BASE_DIGIT_H
#define PXT_BASE_DIGIT_H

/* A hexadecimal digit, in small letters or large: 0 to 15. -1: it is none. */
static inline int pxt_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Likewise of numbers of a base. */
static inline int pxt_digit_of(char c, unsigned base)
{
	const int digit = pxt_digit(c);

	return digit < (int)base ? digit : -1;
}

#endif
