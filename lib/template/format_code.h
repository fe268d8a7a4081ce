/*
 * format_code.h - words that have the form of a format code: X4, B0.5, DW
 */
#ifndef PXT_TEMPLATE_FORMAT_CODE_H
#define PXT_TEMPLATE_FORMAT_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pxt_format_code {
	char letter;	 /* 'H': HB, 'h': HT; else as written */
	bool is_pointer; /* moves the place, and prints nothing */
	bool is_word;	 /* the size is the word's */
	bool has_minor;	 /* m.n rather than m */
	uint32_t major, minor;
};

/* The size of m.n: m bytes and n bits. */
static inline uint64_t pxt_format_code_bits(const struct pxt_format_code *code)
{
	return (uint64_t)code->major * 8 + code->minor;
}

enum pxt_format_word {
	PXT_FORMAT_WORD, /* no format code: a text */
	PXT_FORMAT_CODE,
	PXT_FORMAT_WRONG, /* looks like a format code, but is invalid: see
			   * why */
};

/* Valid codes of the letter go to *why. */
enum pxt_format_word pxt_format_code_parse(const char *text, size_t len,
					   struct pxt_format_code *code,
					   const char **why);

#endif
