/*
 * verdicts.c - verdicts on rules, of what was found in a trace
 */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/verdicts.h"
#include "common/text.h"

static int decide(struct rule *rule, enum verdict verdict, const char *format,
		  ...) __attribute__((format(printf, 3, 4)));

static int decide(struct rule *rule, enum verdict verdict, const char *format,
		  ...)
{
	va_list arguments;
	char *why;
	int len;

	rule->verdict = verdict;
	va_start(arguments, format);
	len = vasprintf(&why, format, arguments);
	va_end(arguments);
	if (len < 0)
		return ENOMEM;
	rule->why = text_copy_tame(why);
	free(why);
	return rule->why ? 0 : ENOMEM;
}

static char *value_text(char text[TEXT_MAX], const struct value *value)
{
	const long double number = value->number;

	if (number < 0 || number >= 0x1p63L)
		snprintf(text, TEXT_MAX, "%.6Lg%s", number,
			 value->is_duration ? " ns" : "");
	else if (value->is_duration)
		text_brief(text, (uint64_t)number);
	else if (number == floorl(number))
		text_count(text, (unsigned long long)number);
	else
		snprintf(text, TEXT_MAX, "%.6Lg", number);
	return text;
}

/* The first value without anything to measure; NULL: there is none. */
static const struct value *find_empty(const struct comparison *comparison)
{
	for (unsigned i = 0; i < comparison->count; i++) {
		const struct value *value = &comparison->value[i];

		if (value_is_measured(value) && !value->is_there &&
		    value->figure != FIGURE_COUNT)
			return value;
	}
	return NULL;
}

/* Counts that are compared with each other, and are all of nothing. */
static bool is_of_nothing(const struct comparison *comparison)
{
	unsigned counts = 0, empty = 0;

	for (unsigned i = 0; i < comparison->count; i++) {
		const struct value *value = &comparison->value[i];

		if (value->kind != VALUE_COUNT && !value_is_measured(value))
			continue;
		counts++;
		empty += !value->is_there;
	}
	return counts > 1 && counts == empty;
}

static int decide_empty(struct rule *rule, const struct value *value)
{
	if (value->kind == VALUE_SPANS)
		return decide(rule, VERDICT_VACUOUS, "there is no span %s",
			      value->span);
	return decide(rule, VERDICT_VACUOUS, "there is no pair %s -> %s",
		      value->term->text, value->end->text);
}

/* Numbers that are wrong as a whole have no place, but a range. */
static int tell_range(struct rule *rule)
{
	if (!rule->first.line || rule->broken.total || !rule->broken.most)
		return 0;
	examples_count(&rule->broken, 0);
	return examples_put(&rule->broken, 0, rule->first, rule->last,
			    strdup("the first and the last of these events"));
}

static int compare(struct rule *rule, uint64_t lost)
{
	struct comparison *comparison = &rule->comparison;
	const struct value *left = &comparison->value[comparison->left];
	const struct value *right = &comparison->value[comparison->right];
	const struct value *empty;
	char one[TEXT_MAX], other[TEXT_MAX];
	enum verdict verdict;

	for (unsigned i = 0; i < comparison->count; i++)
		if (comparison->value[i].kind == VALUE_LOST)
			comparison->value[i].number = lost;
	comparison_settle(comparison);
	empty = find_empty(comparison);
	if (empty)
		return decide_empty(rule, empty);
	if (is_of_nothing(comparison))
		return decide(rule, VERDICT_VACUOUS,
			      "there are none of these events");
	verdict = comparison_holds(comparison) ? VERDICT_HOLDS : VERDICT_FAILS;
	if (verdict == VERDICT_FAILS && tell_range(rule))
		return ENOMEM;
	if (right->kind == VALUE_NUMBER || left->kind == VALUE_NUMBER)
		return decide(rule, verdict, "%s",
			      value_text(one, right->kind == VALUE_NUMBER ?
						      left :
						      right));
	return decide(rule, verdict, "%s against %s", value_text(one, left),
		      value_text(other, right));
}

static const char *vacuous_of(const struct rule *rule)
{
	switch (rule->kind) {
	case RULE_BEFORE:
		return rule->term[RULE_SECOND]->text;
	case RULE_RELEASED:
		return "object that a thread has";
	case RULE_WAITING:
		return "wait";
	default:
		return rule->term[RULE_FIRST]->text;
	}
}

static int decide_occasions(struct rule *rule)
{
	char broken[TEXT_MAX], met[TEXT_MAX], most[TEXT_MAX], open[TEXT_MAX];
	const bool fails = rule->broken.total;
	const char *of = fails ? " of " : "";

	if (!rule->met && !fails)
		return decide(rule, VERDICT_VACUOUS, "there is no %s",
			      vacuous_of(rule));
	text_count(broken, rule->broken.total);
	text_brief(most, (uint64_t)rule->greatest_ns);
	text_count(open, rule->undecided);
	return decide(rule, fails ? VERDICT_FAILS : VERDICT_HOLDS,
		      "%s%s%s time%s%s%s%s%s%s", fails ? broken : "", of,
		      text_count(met, rule->met), text_plural(rule->met),
		      rule->greatest_ns ? ", at most " : "",
		      rule->greatest_ns ? most : "",
		      rule->undecided ? ", and " : "",
		      rule->undecided ? open : "",
		      rule->undecided ? " not decided" : "");
}

static int make(struct rule *rule, uint64_t lost)
{
	char count[TEXT_MAX];

	examples_settle(&rule->broken);
	if (rule->kind == RULE_COMPARES)
		return compare(rule, lost);
	if (rule->kind != RULE_NO_LOSS)
		return decide_occasions(rule);
	return decide(rule, lost ? VERDICT_FAILS : VERDICT_HOLDS, "%s lost",
		      text_count(count, lost));
}

int verdicts_make(struct rules *rules, uint64_t lost)
{
	int err = 0;

	for (size_t i = 0; i < rules->count && !err; i++)
		err = make(rules->rule[i], lost);
	return err;
}

size_t verdicts_count(const struct rules *rules, enum verdict verdict)
{
	size_t count = 0;

	for (size_t i = 0; i < rules->count; i++)
		count += rules->rule[i]->verdict == verdict;
	return count;
}
