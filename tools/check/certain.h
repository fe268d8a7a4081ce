/*
 * certain.h - rules that are broken for certain while a trace goes on
 *
 * Whatever comes cannot mend them. Other rules need the end: numbers that may
 * still grow or fall, and what has no limit of time.
 */
#ifndef CHECK_CERTAIN_H
#define CHECK_CERTAIN_H

#include "check/checker.h"

/* Finds a rule, not told yet, that was broken by an item so far. NULL: there is
 * none. */
struct rule *certain_find(const struct checker *checker);

/* Same, by what has gone on for too long. example: the place; its text is to be
 * freed, and NULL without memory. */
struct rule *certain_find_overdue(struct checker *checker,
				  struct example *example);

#endif
