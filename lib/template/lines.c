/* lines.c - the text of an event */
#include <string.h>

#include "base/utf8.h"
#include "template/lines.h"

enum { TAB = 8 };

void pxt_lines_begin(struct pxt_lines *lines, uint8_t level)
{
	lines->len = lines->start = 0;
	lines->counted = lines->column = 0;
	lines->line = 0;
	lines->is_cut = false;
	lines->level = lines->levels[0] = level;
}

/* The end of one text and the beginning of the next could together be a control
 * of ISO 8859, which terminals obey. */
static void part_control(struct pxt_lines *lines, const char *text)
{
	const size_t len = lines->len;

	if (len && (uint8_t)lines->text[len - 1] == 0xc2 &&
	    (uint8_t)*text >= 0x80 && (uint8_t)*text < 0xa0)
		lines->text[len - 1] = '.';
}

void pxt_lines_put(struct pxt_lines *lines, const char *text, size_t len)
{
	if (lines->is_cut || !len)
		return;
	part_control(lines, text);
	if (len > PXT_LINES_MOST - lines->len) {
		len = pxt_utf8_cut(text, PXT_LINES_MOST - lines->len);
		lines->is_cut = true;
	}
	memcpy(lines->text + lines->len, text, len);
	lines->len += len;
}

void pxt_lines_blanks(struct pxt_lines *lines, uint64_t count)
{
	static const char blanks[] = "                                ";
	const size_t most = sizeof(blanks) - 1;

	for (; count && !lines->is_cut; count -= count < most ? count : most)
		pxt_lines_put(lines, blanks, count < most ? count : most);
}

static void drop_blanks(struct pxt_lines *lines)
{
	while (lines->len > lines->start && lines->text[lines->len - 1] == ' ')
		lines->len--;
}

void pxt_lines_newline(struct pxt_lines *lines)
{
	drop_blanks(lines);
	pxt_lines_put(lines, "\n", 1);
	if (lines->is_cut)
		return;
	lines->start = lines->counted = lines->len;
	lines->column = 0;
	lines->levels[++lines->line] = lines->level;
}

void pxt_lines_tab(struct pxt_lines *lines)
{
	for (; lines->counted < lines->len; lines->counted++)
		lines->column +=
			((uint8_t)lines->text[lines->counted] & 0xc0) != 0x80;
	pxt_lines_blanks(lines, TAB - lines->column % TAB);
}

void pxt_lines_level(struct pxt_lines *lines, uint8_t level)
{
	lines->level = level;
	if (lines->len == lines->start)
		lines->levels[lines->line] = level;
}

void pxt_lines_decimal(struct pxt_lines *lines, uint64_t number)
{
	char digits[20];
	size_t at = sizeof(digits);

	do
		digits[--at] = (char)('0' + number % 10);
	while (number /= 10);
	pxt_lines_put(lines, digits + at, sizeof(digits) - at);
}

void pxt_lines_hex(struct pxt_lines *lines, uint64_t number, unsigned digits)
{
	static const char digit[] = "0123456789ABCDEF";
	char text[32];

	for (unsigned i = digits; i > 0; i--) {
		text[i - 1] = digit[number & 15];
		number >>= 4;
	}
	pxt_lines_put(lines, text, digits);
}

void pxt_lines_note(struct pxt_lines *lines, const char *text)
{
	size_t len = strlen(text);

	if (len > sizeof(lines->text) - lines->len)
		len = sizeof(lines->text) - lines->len;
	memcpy(lines->text + lines->len, text, len);
	lines->len += len;
}

void pxt_lines_end(struct pxt_lines *lines)
{
	drop_blanks(lines);
	if (!lines->line || lines->len > lines->start)
		return;
	lines->len--;
	lines->line--;
}

const char *pxt_lines_next(const struct pxt_lines *lines, size_t *at,
			   unsigned *line, size_t *len, uint8_t *level)
{
	const char *text = lines->text + *at, *end;

	if (*line > lines->line)
		return NULL;
	end = memchr(text, '\n', lines->len - *at);
	*len = end ? (size_t)(end - text) : lines->len - *at;
	*level = lines->levels[(*line)++];
	*at += *len + 1;
	return text;
}
