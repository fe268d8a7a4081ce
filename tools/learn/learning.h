/*
 * learning.h - rules that hold in good runs are learned from these
 *
 * Each run is read twice: names come first, and rules that might hold are made
 * of them; then the checker tells which do. Runs with many keys are read once
 * more, for the rules that are left. The memory is that of a check of these.
 */
#ifndef LEARN_LEARNING_H
#define LEARN_LEARNING_H

#include "select/selection.h"
#include "source/runs.h"
#include "view/destination.h"

enum { LEARNING_CASES = 20, LEARNING_MARGIN = 2 };

/* Settings, all borrowed. */
struct learning {
	const struct runs *runs;
	struct selection *selection;
	const struct source_as *as;
	const struct destination_options *to;
	double margin;	/* limits of time are so many times the worst */
	uint64_t least; /* cases that a rule needs */
	bool utc;
	bool ascii;
};

/* Learns, and writes the file of rules. Returns the exit status, after
 * reporting errors. */
int learning_pass(const struct learning *learning);

#endif
