/*
 * scan.c - the words and marks of a rule
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "check/scan.h"
#include "select/where.h"

void scan_init(struct scan *scan, const char *text)
{
	*scan = (struct scan){ .text = text, .at = text };
}

bool scan_fail(struct scan *scan, const char *at, const char *what)
{
	if (!scan->what) {
		scan->column = (size_t)(at - scan->text) + 1;
		scan->what = what;
	}
	return false;
}

char scan_next(struct scan *scan)
{
	while (isspace((unsigned char)*scan->at))
		scan->at++;
	return *scan->at;
}

bool scan_mark(struct scan *scan, const char *mark)
{
	const size_t len = strlen(mark);

	scan_next(scan);
	if (strncmp(scan->at, mark, len))
		return false;
	scan->at += len;
	return true;
}

static bool is_end(const char *at)
{
	return !*at || isspace((unsigned char)*at) || strchr("()\"'", *at) ||
	       (at[0] == '-' && at[1] == '>');
}

static size_t word_length(const char *at)
{
	size_t len = 0;

	while (!is_end(at + len))
		len++;
	return len;
}

bool scan_is_keyword(struct scan *scan, const char *word)
{
	const size_t len = strlen(word);

	scan_next(scan);
	return word_length(scan->at) == len && !strncmp(scan->at, word, len);
}

bool scan_keyword(struct scan *scan, const char *word)
{
	if (!scan_is_keyword(scan, word))
		return false;
	scan->at += strlen(word);
	return true;
}

/* The mark at the beginning is the one at the end. */
static char *take_quoted(struct scan *scan)
{
	const char *begin = scan->at;
	const char quote = *scan->at++;
	char *word = malloc(strlen(scan->at) + 1);
	size_t len = 0;

	while (word && *scan->at && *scan->at != quote) {
		if (*scan->at == '\\' &&
		    (scan->at[1] == quote || scan->at[1] == '\\'))
			scan->at++;
		word[len++] = *scan->at++;
	}
	if (!word || !*scan->at) {
		scan_fail(scan, begin,
			  word ? "this text has no end" : "no memory is left");
		free(word);
		return NULL;
	}
	scan->at++;
	word[len] = '\0';
	return word;
}

char *scan_word(struct scan *scan, const char *what)
{
	const char next = scan_next(scan);
	const size_t len = word_length(scan->at);
	char *word;

	if (next == '"' || next == '\'')
		return take_quoted(scan);
	if (!len) {
		scan_fail(scan, scan->at, what);
		return NULL;
	}
	word = strndup(scan->at, len);
	if (!word)
		scan_fail(scan, scan->at, "no memory is left");
	scan->at += len;
	return word;
}

bool scan_number(struct scan *scan, long double *number)
{
	const char *what;

	if (!isdigit((unsigned char)scan_next(scan)))
		return scan_fail(scan, scan->at, "here should be a number");
	what = where_take_number(&scan->at, number);
	return !what || scan_fail(scan, scan->at, what);
}

bool scan_duration(struct scan *scan, long double *ns)
{
	const char *begin;
	size_t digits;

	scan_next(scan);
	begin = scan->at;
	if (!scan_number(scan, ns))
		return false;
	digits = strspn(begin, "0123456789.");
	if (*ns != 0 && begin + digits == scan->at)
		return scan_fail(scan, scan->at,
				 "here should be a unit of time, as in 5ms");
	return true;
}
