/*
 * digit.h - values of digits
 */
#ifndef PXT_BASE_DIGIT_H
#define PXT_BASE_DIGIT_H

/* Value of a hexadecimal digit in either case: 0 to 15. -1: not a digit. */
static inline int pxt_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Value of a digit in a base. -1: not a digit. */
static inline int pxt_digit_of(char c, unsigned base)
{
	const int digit = pxt_digit(c);

	return digit < (int)base ? digit : -1;
}

#endif
