/* scan.c - words and numbers out of a text */
#include "base/scan.h"

#include <string.h>

#include "base/digit.h"

bool pxt_scan_is(struct pxt_text text, const char *other)
{
	return text.len == strlen(other) && !memcmp(text.at, other, text.len);
}

bool pxt_scan_is_same(struct pxt_text text, struct pxt_text other)
{
	return text.len == other.len && !memcmp(text.at, other.at, text.len);
}

void pxt_scan_space(struct pxt_text *in)
{
	while (in->len && pxt_scan_is_space(*in->at))
		pxt_scan_advance(in, 1);
}

void pxt_scan_trim(struct pxt_text *text)
{
	pxt_scan_space(text);
	while (text->len && pxt_scan_is_space(text->at[text->len - 1]))
		text->len--;
}

bool pxt_scan_sign(struct pxt_text *in, const char *sign)
{
	const size_t len = strlen(sign);

	pxt_scan_space(in);
	if (in->len < len || memcmp(in->at, sign, len))
		return false;
	pxt_scan_advance(in, len);
	return true;
}

struct pxt_text pxt_scan_peek(struct pxt_text *in)
{
	struct pxt_text word;

	pxt_scan_space(in);
	word = (struct pxt_text){ in->at, 0 };
	if (!in->len || !pxt_scan_is_letter(*in->at))
		return word;
	while (word.len < in->len && (pxt_scan_is_letter(in->at[word.len]) ||
				      pxt_scan_is_digit(in->at[word.len])))
		word.len++;
	return word;
}

static bool take_digits(struct pxt_text *in, unsigned base, uint64_t *number)
{
	for (*number = 0; in->len && pxt_digit_of(*in->at, base) >= 0;
	     pxt_scan_advance(in, 1))
		if (__builtin_mul_overflow(*number, base, number) ||
		    __builtin_add_overflow(*number, pxt_digit(*in->at), number))
			return false;
	return !in->len ||
	       !(pxt_scan_is_digit(*in->at) || pxt_scan_is_letter(*in->at));
}

bool pxt_scan_number(struct pxt_text *in, uint64_t *number)
{
	unsigned base = 10;

	pxt_scan_space(in);
	if (!in->len || !pxt_scan_is_digit(*in->at))
		return false;
	if (in->len > 2 && *in->at == '0' && (in->at[1] | 0x20) == 'x' &&
	    pxt_digit(in->at[2]) >= 0) {
		base = 16;
		pxt_scan_advance(in, 2);
	} else if (*in->at == '0') {
		base = 8;
	}
	return take_digits(in, base, number);
}

bool pxt_scan_is_number(const char *text, size_t len, bool is_decimal,
			uint64_t most, uint64_t *number)
{
	struct pxt_text in = { text, len };

	if (!len || !pxt_scan_is_digit(*text))
		return false;
	return (is_decimal ? take_digits(&in, 10, number) :
			     pxt_scan_number(&in, number)) &&
	       !in.len && *number <= most;
}
