/*
 * candidates.h - rules that may hold in all runs
 *
 * Their number is limited, for each kind; the rest is counted.
 */
#ifndef LEARN_CANDIDATES_H
#define LEARN_CANDIDATES_H

#include <stdio.h>

#include "learn/vocabulary.h"

enum candidate_kind {
	CANDIDATE_LOSSES,   /* no losses */
	CANDIDATE_RELEASED, /* every KIND is released */
	CANDIDATE_WAITS,    /* no thread waits more than T for KIND */
	CANDIDATE_P99,	    /* p99(span X) <= T */
	CANDIDATE_MAX,	    /* max(span X) <= T */
	CANDIDATE_ENDED,    /* unmatched(span X) == 0 */
	CANDIDATE_COUNTS,   /* count(A) == count(B) */
	CANDIDATE_BEFORE,   /* A before B by K */
	CANDIDATE_FOLLOWS,  /* A -> B by K within T */
	CANDIDATE_SOME,	    /* at least 1 of A */
	CANDIDATE_KINDS,
};

/* Texts are borrowed from the vocabulary, or NULL. */
struct candidate {
	enum candidate_kind kind;
	const char *first, *second, *by;
	bool is_broken;	 /* in a run */
	bool is_unsure;	 /* not all cases were decided */
	bool is_implied; /* other rules say so, too */
	uint64_t cases;	 /* occasions to break it */
	size_t runs;	 /* with such cases */
	long double worst_ns;
};

/* Zero at first. */
struct candidates {
	struct candidate *candidate;
	size_t count, room;
	size_t of[CANDIDATE_KINDS];
	uint64_t least; /* cases that a rule needs */
	uint64_t untried_orders, untried_others;
};

/* Makes the candidates of a settled vocabulary, which is borrowed. least: cases
 * that a rule needs. ENOMEM. */
int candidates_make(struct candidates *candidates,
		    const struct vocabulary *vocabulary, uint64_t least);
void candidates_fini(struct candidates *candidates);

/* Notes candidates that others imply: orders of which two make a third, and
 * orders by another key. */
void candidates_reduce(struct candidates *candidates);

/* True for a candidate that held, and often enough. */
bool candidates_keep(const struct candidates *candidates,
		     const struct candidate *candidate);

/* Makes the candidates that are kept ready for another trial, and the others
 * broken. False: none is unsure, so that none is needed. */
bool candidates_renew(struct candidates *candidates);

/* Prints the rule, with a limit of time. NULL: any time would do. */
void candidate_print(const struct candidate *candidate, const char *limit,
		     FILE *out);

/* True for a rule with a limit of time. */
static inline bool candidate_is_timed(const struct candidate *candidate)
{
	return candidate->kind == CANDIDATE_WAITS ||
	       candidate->kind == CANDIDATE_P99 ||
	       candidate->kind == CANDIDATE_MAX ||
	       candidate->kind == CANDIDATE_FOLLOWS;
}

#endif
