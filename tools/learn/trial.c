/*
 * trial.c - candidates are checked as rules in a run
 */
#include <errno.h>
#include <stdlib.h>

#include "check/checker.h"
#include "common/command.h"
#include "common/talk.h"
#include "learn/trial.h"
#include "select/selection_walk.h"

enum { FIRST_KEYS = 1 << 12 }; /* keys of an order in the first stage */

struct trial {
	struct candidates *candidates;
	enum trial_stage stage;
	struct rules rules;
	struct candidate *of[RULES_MOST]; /* candidates by number of the rule */
	struct checker checker;
};

static int add_rule(struct trial *trial, struct candidate *candidate)
{
	char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);
	int status;

	if (!file) {
		talk_error("check", ENOMEM);
		return EXIT_SYSTEM;
	}
	candidate_print(candidate, NULL, file);
	if (fclose(file)) {
		free(text);
		talk_error("check", ENOMEM);
		return EXIT_SYSTEM;
	}
	trial->of[trial->rules.count] = candidate;
	status = rules_add(&trial->rules, text, NULL, "check", 0);
	free(text);
	if (!status)
		trial->rules.rule[trial->rules.count - 1]->broken.most = 0;
	return status;
}

static int add_rules(struct trial *trial)
{
	int status = EXIT_SUCCESS;

	trial->rules = (struct rules){ 0 };
	for (size_t i = 0; i < trial->candidates->count && !status; i++)
		if (!trial->candidates->candidate[i].is_broken)
			status = add_rule(trial,
					  &trial->candidates->candidate[i]);
	return status;
}

static long double worst_of(const struct rule *rule)
{
	const struct comparison *comparison = &rule->comparison;

	return rule->kind == RULE_COMPARES ?
		       comparison->value[comparison->left].number :
		       (long double)rule->greatest_ns;
}

/* Cases of an order are different keys: those that are told apart. */
static uint64_t cases_of(const struct trial *trial, size_t number)
{
	const struct rule *rule = trial->rules.rule[number];
	const uint64_t keys =
		key_set_count(&trial->checker.relations.seen[number]);

	return rule->kind == RULE_BEFORE && keys < rule->met ? keys : rule->met;
}

/* A rule that is not sure in the end is none. */
static bool is_broken(const struct trial *trial, const struct rule *rule)
{
	return rule->verdict == VERDICT_FAILS || rule->lacking ||
	       (rule->undecided && trial->stage == TRIAL_LAST) ||
	       timings_find_lacking(&trial->checker.timings, rule);
}

static void judge(struct trial *trial, size_t number)
{
	const struct rule *rule = trial->rules.rule[number];
	struct candidate *candidate = trial->of[number];
	const long double worst = worst_of(rule);

	candidate->is_broken = is_broken(trial, rule);
	if (candidate->is_broken || rule->verdict == VERDICT_VACUOUS)
		return;
	candidate->is_unsure |= rule->undecided > 0;
	candidate->runs++;
	candidate->cases += cases_of(trial, number);
	if (candidate_is_timed(candidate) && worst > candidate->worst_ns)
		candidate->worst_ns = worst;
}

static int add_item(void *argument, const struct posix_trace_item_np *item)
{
	return checker_add(argument, item);
}

/* The first stage has many orders, most of which do not hold. */
static void limit_keys(struct trial *trial)
{
	const uint64_t least = trial->candidates->least;

	for (size_t i = 0; i < trial->checker.relations.rules; i++)
		trial->checker.relations.seen[i].most =
			least < FIRST_KEYS ? FIRST_KEYS : (uint32_t)least;
}

static int check(struct trial *trial, struct source *source,
		 struct selection *selection, bool ascii)
{
	const struct selection_walk walk = { .add = add_item,
					     .argument = &trial->checker };
	int err;

	err = checker_init(&trial->checker, &trial->rules, source, ascii);
	if (!err && trial->stage == TRIAL_FIRST)
		limit_keys(trial);
	if (!err)
		err = selection_walk(selection, &walk);
	if (!err)
		err = checker_end(&trial->checker);
	for (size_t i = 0; i < trial->rules.count && !err; i++)
		judge(trial, i);
	checker_fini(&trial->checker);
	if (!err)
		return EXIT_SUCCESS;
	talk_error(source->name, err);
	return EXIT_SYSTEM;
}

int trial_pass(struct candidates *candidates, enum trial_stage stage,
	       struct source *source, struct selection *selection, bool ascii)
{
	static struct trial trial;
	int status;

	trial.candidates = candidates;
	trial.stage = stage;
	status = add_rules(&trial);
	if (!status && trial.rules.count)
		status = check(&trial, source, selection, ascii);
	rules_fini(&trial.rules);
	return status;
}
