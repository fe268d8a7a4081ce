/*
 * rule.c - rules: what has to hold in a trace
 */
#include <stdlib.h>
#include <string.h>

#include "check/rule.h"

static bool take_term(struct scan *scan, struct rule *rule, unsigned which)
{
	rule->term[which] = term_parse(scan);
	return rule->term[which] != NULL;
}

static bool take_key(struct scan *scan, struct rule *rule)
{
	if (!scan_keyword(scan, "by"))
		return true;
	if (rule->by)
		return scan_fail(scan, scan->at, "there is a key already");
	rule->by = scan_word(scan, "here should be a field, pid, tid or *");
	return rule->by != NULL;
}

static bool take_limit(struct scan *scan, struct rule *rule)
{
	long double ns;

	if (!scan_duration(scan, &ns))
		return false;
	if (ns > (long double)INT64_MAX)
		return scan_fail(scan, scan->at, "this time is too long");
	rule->is_limited = true;
	rule->limit_ns = (int64_t)ns;
	return true;
}

static bool expect(struct scan *scan, const char *word, const char *what)
{
	return scan_keyword(scan, word) || scan_fail(scan, scan->at, what);
}

/* never X between Y and Z */
static bool take_never(struct scan *scan, struct rule *rule)
{
	rule->kind = RULE_NEVER;
	return take_term(scan, rule, RULE_BETWEEN) &&
	       expect(scan, "between", "here should be `between'") &&
	       take_term(scan, rule, RULE_FIRST) &&
	       expect(scan, "and", "here should be `and'") &&
	       take_term(scan, rule, RULE_SECOND) && take_key(scan, rule);
}

/* at most N of X */
static bool take_bound(struct scan *scan, struct rule *rule)
{
	const bool is_most = scan_keyword(scan, "most");
	long double number;
	struct term *term;

	rule->kind = RULE_COMPARES;
	if (!is_most &&
	    !expect(scan, "least", "here should be `most' or `least'"))
		return false;
	if (!scan_number(scan, &number) ||
	    !expect(scan, "of", "here should be `of'"))
		return false;
	term = term_parse(scan);
	if (!term)
		return false;
	comparison_make(&rule->comparison, term,
			is_most ? ORDER_LESS_OR_EQUAL : ORDER_MORE_OR_EQUAL,
			number);
	return true;
}

/* "lock" is any kind of object that threads hold. */
static bool take_object(struct scan *scan, struct rule *rule)
{
	if (scan_keyword(scan, "lock"))
		return true;
	rule->object = scan_word(scan, "here should be a kind of objects");
	return rule->object != NULL;
}

/* every KIND is released */
static bool take_every(struct scan *scan, struct rule *rule)
{
	rule->kind = RULE_RELEASED;
	return take_object(scan, rule) &&
	       expect(scan, "is", "here should be `is released'") &&
	       expect(scan, "released", "here should be `released'");
}

/* no losses; no thread waits more than T for KIND */
static bool take_no(struct scan *scan, struct rule *rule)
{
	rule->kind = RULE_NO_LOSS;
	if (scan_keyword(scan, "losses"))
		return true;
	rule->kind = RULE_WAITING;
	if (!expect(scan, "thread", "here should be `losses' or `thread'") ||
	    !expect(scan, "waits", "here should be `waits more than'") ||
	    !expect(scan, "more", "here should be `more than'") ||
	    !expect(scan, "than", "here should be `than'") ||
	    !take_limit(scan, rule))
		return false;
	return !scan_keyword(scan, "for") || take_object(scan, rule);
}

/* A -> B, A before B */
static bool take_relation(struct scan *scan, struct rule *rule)
{
	if (!take_term(scan, rule, RULE_FIRST))
		return false;
	rule->kind = scan_mark(scan, "->") ? RULE_FOLLOWS : RULE_BEFORE;
	if (rule->kind == RULE_BEFORE &&
	    !expect(scan, "before", "here should be -> or `before'"))
		return false;
	if (!take_term(scan, rule, RULE_SECOND) || !take_key(scan, rule))
		return false;
	if (rule->kind == RULE_FOLLOWS && scan_keyword(scan, "within") &&
	    !take_limit(scan, rule))
		return false;
	return take_key(scan, rule);
}

static bool parse(struct scan *scan, struct rule *rule)
{
	if (scan_keyword(scan, "never"))
		return take_never(scan, rule);
	if (scan_keyword(scan, "at"))
		return take_bound(scan, rule);
	if (scan_keyword(scan, "every"))
		return take_every(scan, rule);
	if (scan_keyword(scan, "no"))
		return take_no(scan, rule);
	rule->kind = RULE_COMPARES;
	if (comparison_is_next(scan))
		return comparison_parse(scan, &rule->comparison);
	return take_relation(scan, rule);
}

bool rule_parse(struct scan *scan, struct rule *rule)
{
	if (!parse(scan, rule))
		return false;
	return !scan_next(scan) ||
	       scan_fail(scan, scan->at, "here the rule should end");
}

void rule_fini(struct rule *rule)
{
	comparison_fini(&rule->comparison);
	for (unsigned i = 0; i < RULE_TERMS; i++)
		term_free(rule->term[i]);
	free(rule->by);
	free(rule->object);
	free(rule->name);
	free(rule->text);
	free(rule->comment);
	free(rule->why);
	examples_fini(&rule->broken);
}
