/*
 * words.h - options with one of a few words
 *
 * A list of words ends with one that has no text.
 */
#ifndef WORDS_H
#define WORDS_H

#include <argp.h>

struct word {
	const char *text;
	int value;
};

/* Returns the value of an option's argument. option: as in "-f " or
 * "--time=". Any other word is misuse, and ends the program with a list of
 * the valid ones. */
int words_parse(const struct word *words, const char *option, const char *arg,
		struct argp_state *state);

/* The word for a value, or `other`. */
const char *words_find(const struct word *words, int value, const char *other);

#endif
