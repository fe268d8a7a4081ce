/*
 * findings_text.c - what a check found, for people
 */
#include "check/findings.h"
#include "check/verdicts.h"
#include "common/text.h"

static const char *const verdict_words[] = {
	[VERDICT_HOLDS] = "ok",
	[VERDICT_FAILS] = "FAILED",
	[VERDICT_VACUOUS] = "vacuous",
};

static void put_example(const struct findings *findings, struct out *out,
			const struct rule *rule, const struct example *example)
{
	out_text(out, "         ");
	findings_print_place(findings, out, example);
	findings_print(out, ": %s\n", example->text);
	if (!findings->files)
		return;
	out_text(out, "           ");
	findings_print_show(findings, out, rule, example);
	out_text(out, "\n");
}

static void put_failure(const struct findings *findings, struct out *out,
			const struct rule *rule)
{
	const struct examples *broken = &rule->broken;
	char total[TEXT_MAX];

	if (rule->comment)
		findings_print(out, "         # %s\n", rule->comment);
	for (unsigned i = 0; i < broken->count; i++)
		put_example(findings, out, rule, &broken->example[i]);
	if (broken->total > broken->count)
		findings_print(out, "         %u of %s places\n", broken->count,
			       text_count(total, broken->total));
}

static void put_head(struct out *out, const char *word, const struct rule *rule)
{
	findings_print(out, "%-7s  ", word);
	if (rule->name)
		findings_print(out, "%s: ", rule->name);
	out_text(out, rule->text);
}

void findings_put_broken(const struct findings *findings, struct out *out,
			 const struct rule *rule, const struct example *example)
{
	put_head(out, "broken", rule);
	out_text(out, "\n");
	if (example)
		put_example(findings, out, rule, example);
}

static void put_rule(const struct findings *findings, struct out *out,
		     const struct rule *rule)
{
	put_head(out, verdict_words[rule->verdict], rule);
	findings_print(out, " (%s)\n", rule->why);
	if (rule->verdict == VERDICT_FAILS)
		put_failure(findings, out, rule);
}

int findings_put_text(const struct findings *findings, struct out *out)
{
	const struct rules *rules = findings->rules;

	for (size_t i = 0; i < rules->count; i++)
		put_rule(findings, out, rules->rule[i]);
	findings_print(out, "%zu rule%s, %zu failed, %zu vacuous\n",
		       rules->count, text_plural(rules->count),
		       verdicts_count(rules, VERDICT_FAILS),
		       verdicts_count(rules, VERDICT_VACUOUS));
	if (findings_has_losses(findings)) {
		findings_print_losses(findings, out);
		out_text(out, "\n");
	}
	return 0;
}
