/*
 * guess.h - suggestions for unknown words
 *
 *	guess_begin(&guess, typed);
 *	for (...)
 *		guess_add(&guess, name);
 *	talk("%s: no such thing%s", typed, guess_hint(&guess));
 */
#ifndef GUESS_H
#define GUESS_H

#include <stddef.h>

enum { GUESS_WORD = 128 }; /* bytes of a name, the null included */

struct guess {
	const char *typed;     /* borrowed */
	size_t len;	       /* bytes of typed */
	size_t least;	       /* slips from best to typed */
	char best[GUESS_WORD]; /* the closest name so far; "": none is close */
	char hint[GUESS_WORD + 32];
};

/* typed: len bytes, without a null; borrowed. */
void guess_begin_of(struct guess *guess, const char *typed, size_t len);
void guess_begin(struct guess *guess, const char *typed);

/* Considers a name. The first of several equally close ones is kept. */
void guess_add(struct guess *guess, const char *name);

/* All of these; some may be NULL. */
void guess_add_all(struct guess *guess, const char *const *names, size_t count);

/* "; did you mean order_sent?", or "" if no name is close. Borrowed from
 * guess. */
const char *guess_hint(struct guess *guess);

#endif
