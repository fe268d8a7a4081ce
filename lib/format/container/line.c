/* line.c - lines of a memory dump */
#include "format/container/line.h"

#include <ctype.h>

enum {
	ADDRESS_LEAST = 4, /* digits */
	ADDRESS_MOST = 16,
	COLUMNS = 8, /* bytes behind which two blanks are allowed */
	LEAST = 8,   /* bytes of a line without an address */
};

struct words {
	const uint8_t *at, *end; /* the current word; NULL: none */
	const uint8_t *stop;	 /* end of the line */
	size_t gap;		 /* blanks before it */
};

static void next(struct words *words)
{
	const uint8_t *at = words->end;

	while (at < words->stop && isblank(*at))
		at++;
	words->gap = (size_t)(at - words->end);
	words->at = at < words->stop ? at : NULL;
	while (at < words->stop && !isblank(*at))
		at++;
	words->end = at;
}

static struct words first(const uint8_t *text, size_t len)
{
	struct words words = { .end = text, .stop = text + len };

	next(&words);
	return words;
}

static bool is_digits(const uint8_t *at, const uint8_t *end)
{
	for (; at < end; at++)
		if (!isxdigit(*at))
			return false;
	return true;
}

/* True if the word has count digits. */
static bool has_digits(const struct words *words, long count)
{
	return words->at && words->end - words->at == count &&
	       is_digits(words->at, words->end);
}

static bool read_address(struct words *words, struct pxt_container_line *line,
			 bool *colon)
{
	const uint8_t *at = words->at, *end = words->end;

	*colon = at && end[-1] == ':';
	end -= *colon;
	if (at && end - at > 2 && at[0] == '0' && (at[1] | 0x20) == 'x')
		at += 2;
	if (!at || end - at < ADDRESS_LEAST || end - at > ADDRESS_MOST ||
	    !is_digits(at, end))
		return false;
	line->address = at;
	line->address_len = (size_t)(end - at);
	next(words);
	if (words->at && words->end - words->at == 1 &&
	    (*words->at == '=' || *words->at == ':'))
		next(words);
	return true;
}

/* Reads the bytes behind an address, up to a word that is no byte or stands
 * apart. */
static bool read_row(struct words *words, struct pxt_container_line *line,
		     bool colon)
{
	const long group = colon && has_digits(words, 4) ? 4 : 2;

	line->digits = line->end = words->at;
	if (!words->at)
		return true;
	for (; has_digits(words, group) || has_digits(words, 2); next(words)) {
		if (words->gap > 1 && line->count &&
		    (group == 4 || line->count != COLUMNS))
			break;
		line->count += (size_t)(words->end - words->at) / 2;
		line->end = words->end;
	}
	return line->count;
}

/* Reads the bytes at the end of the line, whatever precedes them; the first and
 * the last byte may continue on another line. */
static bool read_rest(struct words words, struct pxt_container_line *line)
{
	bool is_open = false;

	for (; words.at; next(&words)) {
		const bool part = has_digits(&words, 1);

		if (!part && !has_digits(&words, 2)) {
			line->count = 0;
			is_open = false;
			continue;
		}
		if (!is_open || (part && words.end != words.stop))
			line->digits = words.at;
		if (part && words.end != words.stop)
			line->count = 0;
		is_open = true;
		line->count += !part;
		line->end = words.end;
	}
	return is_open && line->count >= LEAST;
}

bool pxt_container_line_read(const uint8_t *text, size_t len,
			     struct pxt_container_line *line)
{
	struct words words;
	bool colon;

	*line = (struct pxt_container_line){ .address = NULL };
	while (len && isspace(text[len - 1]))
		len--;
	words = first(text, len);
	if (!words.at)
		return false;
	if (*words.at == '*' && words.end == words.at + 1 &&
	    words.end == words.stop)
		return line->is_repeat = true;
	if (read_address(&words, line, &colon) && read_row(&words, line, colon))
		return true;
	*line = (struct pxt_container_line){ .address = NULL };
	return read_rest(first(text, len), line);
}
