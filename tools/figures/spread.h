/*
 * spread.h - distributions of durations
 *
 * Durations are resolved to less than a hundredth, minimum and maximum are
 * exact; memory does not grow with their number.
 */
#ifndef SPREAD_H
#define SPREAD_H

#include <stdbool.h>
#include <stdint.h>

enum {
	SPREAD_BITS = 7,
	SPREAD_STEPS = 1 << SPREAD_BITS, /* cells of a power of two */
	SPREAD_OCTAVES = 64 - SPREAD_BITS + 1,
	SPREAD_BARS = 32, /* limit of a histogram */
	SPREAD_TEXT = 3 * SPREAD_BARS + 1,
};

/* Zero at first. */
struct spread {
	uint64_t count;
	uint64_t least, greatest;	  /* nanoseconds */
	uint64_t *octave[SPREAD_OCTAVES]; /* NULL: none in this range */
};

/* ENOMEM: not counted. */
int spread_add(struct spread *spread, uint64_t ns);
void spread_fini(struct spread *spread); /* Spread may be NULL */

/* Forgets all durations, and keeps the memory. */
void spread_clear(struct spread *spread);

/* Adds the durations of another one. ENOMEM: some of them. */
int spread_merge(struct spread *spread, const struct spread *other);

/* Visits durations, each for the count of those that are not told apart, from the
 * shortest on. False ends that. */
typedef bool spread_visit(void *context, uint64_t ns, uint64_t count);
void spread_for_each(const struct spread *spread, spread_visit *visit,
		     void *context);

/* The quantile in millionths; 0 if the spread is empty. */
uint64_t spread_quantile(const struct spread *spread, uint32_t millionths);

/* A histogram: bars between two round durations, whose widths grow by a
 * constant factor. */
struct spread_bars {
	uint64_t from, to; /* nanoseconds */
	unsigned count;
	uint64_t bar[SPREAD_BARS];
};

void spread_draw(const struct spread *spread, struct spread_bars *bars);

/* The bars as text, in UTF-8 or in ASCII. text: SPREAD_TEXT bytes. */
void spread_bars_text(const struct spread_bars *bars, bool ascii, char *text);

#endif
