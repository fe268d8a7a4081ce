/*
 * pair_options.h - pairs of events as options
 *
 *	--pair=BEGIN,END	--by=FIELD
 *
 * A command includes pair_argp in its own argp, with a struct pair_options,
 * zero at first, for its input.
 */
#ifndef PAIR_OPTIONS_H
#define PAIR_OPTIONS_H

#include <argp.h>
#include <stddef.h>

#include "figures/pairs.h"

enum { PAIR_OPTIONS_MOST = 64 };

struct pair_options {
	const char *by; /* field of pairs without their own */
	struct pair_rule rules[PAIR_OPTIONS_MOST];
	size_t count;
};

/* The options. Misuse ends the program. */
extern const struct argp pair_argp;

#endif
