/*
 * words.h - what a user says with one of a few words
 *
 * The words of a list are written as people say them, and there is one that has
 * no text behind the last.
 */
#ifndef WORDS_H
#define WORDS_H

#include <argp.h>

struct word {
	const char *text;
	int value;
};

/* What the argument of an option stands for. option: as in "-f " or "--time=".
 * Any other word is misuse, and ends the program with those there are. */
int words_parse(const struct word *words, const char *option, const char *arg,
		struct argp_state *state);

/* The word for a value, or other. */
const char *words_find(const struct word *words, int value, const char *other);

#endif
