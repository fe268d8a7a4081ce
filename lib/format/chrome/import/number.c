/* number.c - numbers of JSON, exactly */
#include "format/chrome/import/number.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/scan.h"

enum {
	DIGITS_MAX = 400, /* digits of a number with a fraction */
	EXACT_POWER = 22, /* power of ten that a double has */
	NS_DIGITS = 3,	  /* digits behind microseconds */
};

static const uint64_t exact_double = UINT64_C(1) << 53;

/* Digits are taken while they fit. Returns how many. */
static size_t take_digits(const char *text, size_t len, uint64_t *value)
{
	size_t at = 0;

	while (at < len && pxt_scan_is_digit(text[at])) {
		uint64_t next;

		if (__builtin_mul_overflow(*value, 10, &next) ||
		    __builtin_add_overflow(next, (uint64_t)(text[at] - '0'),
					   &next))
			break;
		*value = next;
		at++;
	}
	return at;
}

/* The decimal point is that of C, in any locale. */
static double read_double(const char *text, size_t len)
{
	static locale_t plain;
	char copy[DIGITS_MAX + 1];

	if (len > DIGITS_MAX)
		return INFINITY;
	if (!plain)
		plain = newlocale(LC_ALL_MASK, "C", NULL);
	memcpy(copy, text, len);
	copy[len] = '\0';
	return plain ? strtod_l(copy, NULL, plain) : INFINITY;
}

/* A number of few digits is a quotient of two exact ones. */
static double read_fraction(const char *text, size_t len, size_t whole,
			    uint64_t mantissa)
{
	static const double power[] = {
		1e0,  1e1,  1e2,  1e3,	1e4,  1e5,  1e6,  1e7,
		1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
		1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
	};
	const bool is_negative = *text == '-';
	const size_t digits = len - whole - 1;

	if (text[whole] != '.' || digits > EXACT_POWER ||
	    take_digits(text + whole + 1, digits, &mantissa) < digits ||
	    mantissa > exact_double)
		return read_double(text, len);
	return (is_negative ? -(double)mantissa : (double)mantissa) /
	       power[digits];
}

enum pxt_chrome_kind pxt_chrome_number_read(const char *text, size_t len,
					    union pxt_chrome_number *number)
{
	const size_t sign = len && *text == '-';
	uint64_t value = 0;
	const size_t end = sign + take_digits(text + sign, len - sign, &value);

	if (end < len) {
		number->d = pxt_scan_is_digit(text[end]) ?
				    read_double(text, len) :
				    read_fraction(text, len, end, value);
		return isfinite(number->d) && memchr(text, '.', len) ?
			       PXT_CHROME_DOUBLE :
		       isfinite(number->d) && (memchr(text, 'e', len) ||
					       memchr(text, 'E', len)) ?
			       PXT_CHROME_DOUBLE :
			       PXT_CHROME_OTHER;
	}
	if (sign && value > (uint64_t)INT64_MAX + 1)
		return PXT_CHROME_OTHER;
	number->u = sign ? 0 - value : value;
	return !sign && value > INT64_MAX ? PXT_CHROME_UNSIGNED :
					    PXT_CHROME_SIGNED;
}

/* Notation with an exponent is rare, and need not be exact. */
static bool read_time(const char *text, size_t len, int64_t *ns)
{
	const double value = read_double(text, len) * 1000;

	if (!(value > -9.2e18 && value < 9.2e18))
		return false;
	*ns = (int64_t)value;
	return true;
}

bool pxt_chrome_number_time(const char *text, size_t len, int64_t *ns)
{
	const size_t sign = len && *text == '-';
	uint64_t value = 0;
	size_t at = sign + take_digits(text + sign, len - sign, &value);
	unsigned places = 0;

	if (at == sign)
		return false;
	if (memchr(text, 'e', len) || memchr(text, 'E', len))
		return read_time(text, len, ns);
	if (at < len && text[at] != '.')
		return false;
	for (at++; places < NS_DIGITS; places++) {
		const bool is_digit = at < len && pxt_scan_is_digit(text[at]);
		const uint64_t digit = is_digit ? text[at++] - '0' : 0;

		if (__builtin_mul_overflow(value, 10, &value) ||
		    __builtin_add_overflow(value, digit, &value))
			return false;
	}
	while (at < len && pxt_scan_is_digit(text[at]))
		at++;
	if (at < len || value > INT64_MAX)
		return false;
	*ns = sign ? -(int64_t)value : (int64_t)value;
	return true;
}

bool pxt_chrome_number_id(const char *text, size_t len, uint64_t *number)
{
	const bool is_hex = len > 2 && *text == '0' && (text[1] | 0x20) == 'x';

	return pxt_scan_is_number(text, len, !is_hex, UINT64_MAX, number);
}
