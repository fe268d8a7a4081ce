/*
 * unknown_names.h - names in the options of diff that no run has
 *
 * A misspelt name would compare nothing, and find no difference. What only one
 * side has is new or gone, and known.
 */
#ifndef UNKNOWN_NAMES_H
#define UNKNOWN_NAMES_H

#include <stdbool.h>

#include "diff/limits.h"
#include "diff/sheet.h"
#include "figures/pair_options.h"
#include "figures/pairs.h"
#include "select/select_unknown.h"

/* Zero at first. */
struct unknown_names {
	struct select_unknown selected;
	bool begins[PAIR_OPTIONS_MOST], ends[PAIR_OPTIONS_MOST]; /* were met */
};

void unknown_names_fini(struct unknown_names *unknown);

/* Looks at a run that was read. rules: the number of pairs that options name,
 * which are the first ones. ENOMEM. */
int unknown_names_look(struct unknown_names *unknown,
		       const struct selection *selection,
		       const struct pairs *pairs, size_t rules);

/* Reports what no run has of the selection, the pairs and the limits, and spans
 * with a limit that no run after has. Returns the exit status, which such spans
 * decide only if that is strict. */
int unknown_names_tell(const struct unknown_names *unknown,
		       const struct pair_options *pairs,
		       const struct limits *limits, const struct sheet *sheet,
		       bool is_strict);

#endif
