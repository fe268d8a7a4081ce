/*
 * scan.h - the words and marks of a rule
 *
 * A word ends at a space, a parenthesis, a quotation mark, an arrow or the end.
 * In quotation marks of either kind it may have any character, those marks and
 * backslashes behind a backslash.
 */
#ifndef CHECK_SCAN_H
#define CHECK_SCAN_H

#include <stdbool.h>
#include <stddef.h>

struct scan {
	const char *text; /* borrowed */
	const char *at;
	size_t column;	  /* place of the first error, from 1 */
	const char *what; /* the first error, or NULL */
};

void scan_init(struct scan *scan, const char *text);

/* Notes an error at a place of the text, if it is the first. Returns false. */
bool scan_fail(struct scan *scan, const char *at, const char *what);

/* The next character that is no space, or a null. */
char scan_next(struct scan *scan);

/* Takes a mark, as "->", or a whole word without quotation marks, if it is
 * next. */
bool scan_mark(struct scan *scan, const char *mark);
bool scan_keyword(struct scan *scan, const char *word);

/* True if that word is next. */
bool scan_is_keyword(struct scan *scan, const char *word);

/* Takes a word. what: the error if there is none. To be freed; NULL: error. */
char *scan_word(struct scan *scan, const char *what);

/* Takes a number with a unit, as conditions have them. */
bool scan_number(struct scan *scan, long double *number);

/* Takes a duration, in nanoseconds. */
bool scan_duration(struct scan *scan, long double *ns);

#endif
