/*
 * rule.h - rules: what has to hold in a trace
 *
 *	count(order_sent) == count(order_received)
 *	order_received -> order_sent by id within 5ms
 *	order_matched before order_sent by id
 *	never order_retry between order_received and order_sent by id
 *	at most 5 of order_retry -w 'attempt > 3'
 *	every lock is released
 *	no thread waits more than 5ms for mutex
 *	no losses
 *
 * posixtrace-check(1) tells what they mean.
 */
#ifndef CHECK_RULE_H
#define CHECK_RULE_H

#include "check/examples.h"
#include "check/value.h"

enum rule_kind {
	RULE_COMPARES, /* two values */
	RULE_FOLLOWS,  /* each first term has its second one */
	RULE_BEFORE,   /* each second term has a first one before */
	RULE_NEVER,    /* the third term is not between the others */
	RULE_RELEASED, /* objects are released by their owners */
	RULE_WAITING,  /* waits are short */
	RULE_NO_LOSS,
};

enum verdict { VERDICT_HOLDS, VERDICT_FAILS, VERDICT_VACUOUS };

enum { RULE_FIRST, RULE_SECOND, RULE_BETWEEN, RULE_TERMS };

struct rule {
	enum rule_kind kind;
	struct comparison comparison;
	struct term *term[RULE_TERMS];
	char *by;	 /* NULL: the default key */
	char *object;	 /* kind of objects; NULL: all */
	bool is_limited; /* a time is given, */
	int64_t limit_ns;

	/* For people. */
	char *name; /* NULL: the text */
	char *text;
	char *comment; /* NULL: none */
	unsigned line; /* in its file; 0: it was an option */
	size_t column; /* begin of the rule in its line, from 1 */

	/* Findings of the checker. */
	uint64_t met;	    /* occasions to break the rule */
	uint64_t lacking;   /* events without the key */
	uint64_t undecided; /* occasions whose end is not known */
	bool is_told;	    /* told to be broken while the trace goes on */
	int64_t greatest_ns;
	struct place first, last; /* range of counted events */
	struct examples broken;
	enum verdict verdict;
	char *why; /* findings in words */
};

/* Parses a rule; *rule is zero at first, and to be freed either way. False:
 * error. */
bool rule_parse(struct scan *scan, struct rule *rule);
void rule_fini(struct rule *rule);

/* Notes that a rule is about events from one place to another. */
static inline void rule_note_range(struct rule *rule, struct place from,
				   struct place to)
{
	if (!rule->first.line || from.line < rule->first.line)
		rule->first = from;
	rule->last = to;
}

/* The rule as it is called. */
static inline const char *rule_name(const struct rule *rule)
{
	return rule->name ? rule->name : rule->text;
}

#endif
