/*
 * scan.h - words and numbers out of a text
 *
 * A text need not end with a null. Nothing depends on the locale.
 */
#ifndef PXT_BASE_SCAN_H
#define PXT_BASE_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A text, or the rest of one. */
struct pxt_text {
	const char *at;
	size_t len;
};

static inline bool pxt_scan_is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static inline bool pxt_scan_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Letters of names, as in C. */
static inline bool pxt_scan_is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static inline void pxt_scan_advance(struct pxt_text *in, size_t len)
{
	in->at += len;
	in->len -= len;
}

bool pxt_scan_is(struct pxt_text text, const char *other);
bool pxt_scan_is_same(struct pxt_text text, struct pxt_text other);

void pxt_scan_space(struct pxt_text *in);

/* Drops the space around a text. */
void pxt_scan_trim(struct pxt_text *text);

/* Takes a sign, and the space before it, if it comes next. */
bool pxt_scan_sign(struct pxt_text *in, const char *sign);

/* Returns the next name without taking it, but the space before it; empty if
 * there is none. */
struct pxt_text pxt_scan_peek(struct pxt_text *in);

/* Takes a number in C's notation: 10, 0x1f, 017. False: there is none, it is
 * larger than 64 bits, or letters follow. */
bool pxt_scan_number(struct pxt_text *in, uint64_t *number);

/* True if all of a text is a number, in C's notation or, with is_decimal, of
 * digits only, and it is no larger. */
bool pxt_scan_is_number(const char *text, size_t len, bool is_decimal,
			uint64_t most, uint64_t *number);

#endif
