/*
 * certain.c - rules that are broken for certain while a trace goes on
 */
#include "base/sum.h"
#include "check/certain.h"

/* A percentile is not broken by one long time; a greatest time is. */
static bool exceeds(const struct checker *checker, const struct rule *rule,
		    unsigned number)
{
	const struct value *value = &rule->comparison.value[number];
	long double limit;

	if (!comparison_limit(&rule->comparison, number, &limit))
		return false;
	switch (value->kind) {
	case VALUE_COUNT:
		return value->number > limit;
	case VALUE_LOST:
		return pxt_sum(checker->lost, checker->uncounted) > limit;
	default:
		return value_is_measured(value) &&
		       value->figure == FIGURE_GREATEST && rule->broken.total;
	}
}

static bool is_broken(const struct checker *checker, const struct rule *rule)
{
	if (rule->kind != RULE_COMPARES)
		return rule->broken.total;
	return exceeds(checker, rule, rule->comparison.left) ||
	       exceeds(checker, rule, rule->comparison.right);
}

struct rule *certain_find(const struct checker *checker)
{
	for (size_t i = 0; i < checker->rules->count; i++) {
		struct rule *rule = checker->rules->rule[i];

		if (!rule->is_told && is_broken(checker, rule))
			return rule;
	}
	return NULL;
}

struct rule *certain_find_overdue(struct checker *checker,
				  struct example *example)
{
	struct rule *rule;

	rule = timings_find_overdue(&checker->timings, checker->last_ns,
				    example);
	return rule ? rule :
		      holds_find_overdue(&checker->holds, checker->last_ns,
					 example);
}
