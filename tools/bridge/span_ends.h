/*
 * span_ends.h - the spans of a trace that end
 *
 * A set of running numbers, with a bit for each span. The survey fills it, so
 * that a beginning is known to have an end before that comes.
 */
#ifndef BRIDGE_SPAN_ENDS_H
#define BRIDGE_SPAN_ENDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zero at first. */
struct span_ends {
	uint64_t *word;
	size_t words;
};

void span_ends_fini(struct span_ends *ends);

/* ENOMEM. */
int span_ends_add(struct span_ends *ends, uint64_t span);

bool span_ends_has(const struct span_ends *ends, uint64_t span);

#endif
