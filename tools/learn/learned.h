/*
 * learned.h - a file of rules that were learned, with their evidence
 */
#ifndef LEARN_LEARNED_H
#define LEARN_LEARNED_H

#include "learn/candidates.h"

struct learned {
	const struct vocabulary *vocabulary;
	const struct candidates *candidates;
	double margin; /* limits of time are so many times the worst */
};

/* Prints the file. */
void learned_print(const struct learned *learned, FILE *out);

/* Tells on stderr what was not tried. */
void learned_tell(const struct learned *learned);

/* The number of rules in the file. */
size_t learned_count(const struct learned *learned);

#endif
