/*
 * examples.h - where a rule is broken: a few places, and the number of all
 */
#ifndef CHECK_EXAMPLES_H
#define CHECK_EXAMPLES_H

#include <stdbool.h>
#include <stdint.h>

enum { EXAMPLES_DEFAULT = 5, EXAMPLES_LIMIT = 1000 };

/* An event of the trace: its number among the items, counted from 1. */
struct place {
	uint64_t line;
	int64_t ns;
};

/* An event, or the time between two. */
struct example {
	struct place from, to;
	char *text;
	int64_t weight;
};

/* Zero at first, except for most. */
struct examples {
	struct example *example; /* in order of lines, once settled */
	unsigned count, most;
	uint64_t total;
};

/* Counts a place; true if it is to be put, as one of those that weigh most. */
bool examples_count(struct examples *examples, int64_t weight);

/* text: to be freed by examples, or NULL, as after an error. ENOMEM. */
int examples_put(struct examples *examples, int64_t weight, struct place from,
		 struct place to, char *text);

void examples_settle(struct examples *examples);
void examples_fini(struct examples *examples);

#endif
