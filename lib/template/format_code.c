/* format_code.c - words that have the form of a format code: X4, B0.5, DW */
#include <string.h>

#include "template/format_code.h"

enum { MOST = 1 << 24 }; /* bytes or bits */

static const struct letter {
	char letter;
	bool is_pointer, has_minor;
	const char *sizes; /* sizes of one digit; NULL: all numbers */
	const char *why;
} letters[] = {
	{ 'A', false, true, NULL, "'Am' or 'Am.n' was expected" },
	{ 'B', false, true, NULL, "'Bm' or 'Bm.n' was expected" },
	{ 'D', false, false, "1248W",
	  "'D1', 'D2', 'D4', 'D8' or 'DW' was expected" },
	{ 'E', false, false, "124", "'E1', 'E2' or 'E4' was expected" },
	{ 'F', false, false, "48", "'F4' or 'F8' was expected" },
	{ 'G', true, true, NULL, "'Gm' or 'Gm.n' was expected" },
	{ 'O', true, true, NULL, "'Om' or 'Om.n' was expected" },
	{ 'P', false, false, "4", "'P4' was expected" },
	{ 'R', true, false, NULL, "'Rm' was expected" },
	{ 'S', false, false, "124", "'S1', 'S2' or 'S4' was expected" },
	{ 'T', false, false, "4", "'T4' was expected" },
	{ 'U', false, false, "1248W",
	  "'U1', 'U2', 'U4', 'U8' or 'UW' was expected" },
	{ 'W', true, false, NULL, "'Wm' was expected" },
	{ 'X', false, false, "W", "'X0' to 'X16' or 'XW' was expected" },
	{ 'o', false, false, "1248W",
	  "'o1', 'o2', 'o4', 'o8' or 'oW' was expected" },
};

static const struct letter *find_letter(char c)
{
	for (size_t i = 0; i < sizeof(letters) / sizeof(*letters); i++)
		if (letters[i].letter == c)
			return &letters[i];
	return NULL;
}

/* Parses the digits from *at on; a number that is too large is MOST + 1. */
static bool take_number(const char *text, size_t len, size_t *at,
			uint32_t *number)
{
	const size_t start = *at;

	for (*number = 0; *at < len && text[*at] >= '0' && text[*at] <= '9';
	     ++*at)
		if (*number <= MOST)
			*number = *number * 10 + (uint32_t)(text[*at] - '0');
	return *at > start;
}

static bool is_size(const struct letter *letter, uint32_t size, size_t digits)
{
	if (letter->letter == 'X')
		return size <= 16;
	return !letter->sizes ||
	       (digits == 1 && strchr(letter->sizes, '0' + (int)size));
}

static enum pxt_format_word refuse_letter(const struct letter *letter,
					  const char **why)
{
	*why = letter->why;
	return PXT_FORMAT_WRONG;
}

static enum pxt_format_word parse_sizes(const char *text, size_t len,
					const struct letter *letter,
					struct pxt_format_code *code,
					const char **why)
{
	size_t at = 1, digits;

	if (!take_number(text, len, &at, &code->major))
		return PXT_FORMAT_WORD;
	digits = at - 1;
	if (at < len && text[at] == '.') {
		at++;
		code->has_minor = true;
		if (!take_number(text, len, &at, &code->minor))
			return at < len ? PXT_FORMAT_WORD :
					  refuse_letter(letter, why);
	}
	if (at < len)
		return PXT_FORMAT_WORD;
	if ((code->has_minor && !letter->has_minor) || code->major > MOST ||
	    code->minor > MOST || !is_size(letter, code->major, digits))
		return refuse_letter(letter, why);
	return PXT_FORMAT_CODE;
}

enum pxt_format_word pxt_format_code_parse(const char *text, size_t len,
					   struct pxt_format_code *code,
					   const char **why)
{
	const struct letter *letter;

	memset(code, 0, sizeof(*code));
	if (len == 2 && *text == 'H' && (text[1] == 'B' || text[1] == 'T')) {
		code->letter = text[1] == 'B' ? 'H' : 'h';
		return PXT_FORMAT_CODE;
	}
	letter = len > 1 ? find_letter(*text) : NULL;
	if (!letter)
		return PXT_FORMAT_WORD;
	code->letter = letter->letter;
	code->is_pointer = letter->is_pointer;
	if (len == 2 && text[1] == 'W' && letter->sizes &&
	    strchr(letter->sizes, 'W')) {
		code->is_word = true;
		return PXT_FORMAT_CODE;
	}
	return parse_sizes(text, len, letter, code, why);
}
