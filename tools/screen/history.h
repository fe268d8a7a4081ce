/*
 * history.h - the last values of rates, by name
 */
#ifndef SCREEN_HISTORY_H
#define SCREEN_HISTORY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"

enum {
	HISTORY_VALUES = 120,
	HISTORY_NAMES = 4096, /* names beyond have none */
	HISTORY_TEXT = 4 * HISTORY_VALUES + 1,
};

struct history_values {
	double value[HISTORY_VALUES]; /* a ring */
	uint64_t count;
};

/* Zero at first. */
struct history {
	struct pxt_map numbers; /* number + 1, by name */
	struct history_values *values;
	size_t count, room;
};

void history_fini(struct history *history);

/* Adds the next value of a name. ENOMEM. */
int history_add(struct history *history, const char *name, double value);

/* The last values as a line of so many characters, right-aligned: ▁▂▅█, or in
 * ASCII. Zero is a blank, and the highest value of these is full. Returns
 * text. */
char *history_line(const struct history *history, const char *name,
		   unsigned width, bool ascii, char text[HISTORY_TEXT]);

#endif
