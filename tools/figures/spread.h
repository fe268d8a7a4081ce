/*
 * spread.h - how many durations there are of each length
 *
 * Lengths are told apart to less than a hundredth, the least and the greatest
 * exactly; the memory it takes does not grow with their number.
 */
#ifndef SPREAD_H
#define SPREAD_H

#include <stdbool.h>
#include <stdint.h>

enum {
	SPREAD_BITS = 7,
	SPREAD_STEPS = 1 << SPREAD_BITS, /* of each power of two */
	SPREAD_OCTAVES = 64 - SPREAD_BITS + 1,
	SPREAD_BARS = 32, /* of a histogram, at most */
	SPREAD_TEXT = 3 * SPREAD_BARS + 1,
};

/* All zero at first. */
struct spread {
	uint64_t count;
	uint64_t least, greatest; /* nanoseconds */
	uint64_t *octave[SPREAD_OCTAVES]; /* NULL: none is as long */
};

/* ENOMEM: it is not counted. */
int spread_add(struct spread *spread, uint64_t ns);
void spread_fini(struct spread *spread); /* NULL is none */

/* The duration that so many of a million do not exceed; 0 if there is none. */
uint64_t spread_quantile(const struct spread *spread, uint32_t millionths);

/* A histogram of what there is: some bars from one round duration to another,
 * each as many times longer than the one before. */
struct spread_bars {
	uint64_t from, to; /* nanoseconds */
	unsigned count;
	uint64_t bar[SPREAD_BARS];
};

void spread_draw(const struct spread *spread, struct spread_bars *bars);

/* The bars as text, in UTF-8 or in ASCII. text: SPREAD_TEXT bytes. */
void spread_bars_text(const struct spread_bars *bars, bool ascii, char *text);

#endif
