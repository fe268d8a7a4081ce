/*
 * value.h - the numbers that a rule compares
 *
 *	count(order_sent)	lost		3
 *	p99(order_received -> order_sent by id)		p99(span order)
 *	count(retry) + 2 * count(failure)
 *
 * Values are a tree in one array; the checker puts in what it counted.
 */
#ifndef CHECK_VALUE_H
#define CHECK_VALUE_H

#include <stdbool.h>
#include <stdint.h>

#include "check/scan.h"
#include "check/term.h"

enum {
	VALUES_MOST = 64, /* in a rule */
	VALUES_DEEP = 16,
};

enum value_kind {
	VALUE_NUMBER,
	VALUE_LOST,  /* lost events */
	VALUE_COUNT, /* events of a term */
	VALUE_PAIRS, /* a figure of pairs from one term to another */
	VALUE_SPANS, /* a figure of the spans of a name */
	VALUE_ADD,
	VALUE_SUBTRACT,
	VALUE_MULTIPLY,
};

enum value_figure {
	FIGURE_COUNT,
	FIGURE_UNMATCHED,
	FIGURE_LEAST,
	FIGURE_GREATEST,
	FIGURE_QUANTILE,
};

struct value {
	enum value_kind kind;
	enum value_figure figure; /* for pairs and spans */
	uint32_t millionths;	  /* the quantile */
	struct term *term;	  /* counted events, or the begin of a pair */
	struct term *end;
	char *by;   /* key of a pair; NULL: the default */
	char *span; /* name of the spans */
	unsigned left, right;

	bool is_duration;
	bool is_there; /* true if anything was counted */
	long double number;
	uint32_t pair; /* number of pair, + 1; 0: none so far */
};

enum value_order {
	ORDER_EQUAL,
	ORDER_UNEQUAL,
	ORDER_LESS,
	ORDER_LESS_OR_EQUAL,
	ORDER_MORE,
	ORDER_MORE_OR_EQUAL,
};

/* A comparison of two values. */
struct comparison {
	enum value_order order;
	unsigned left, right;
	unsigned count;
	struct value value[VALUES_MOST];
};

/* True if a rule that begins so is a comparison. */
bool comparison_is_next(struct scan *scan);

/* False: error. The comparison is zero at first, and to be freed either way. */
bool comparison_parse(struct scan *scan, struct comparison *comparison);
void comparison_fini(struct comparison *comparison);

/* Makes one of the number of events of a term, which it owns. */
void comparison_make(struct comparison *comparison, struct term *term,
		     enum value_order order, long double number);

/* Computes sums and products. */
void comparison_settle(struct comparison *comparison);
bool comparison_holds(const struct comparison *comparison);

/* The greatest value with which the comparison may hold, if one side is that
 * value and the other a number. */
bool comparison_limit(const struct comparison *comparison, unsigned value,
		      long double *limit);

static inline bool value_is_measured(const struct value *value)
{
	return value->kind == VALUE_PAIRS || value->kind == VALUE_SPANS;
}

#endif
