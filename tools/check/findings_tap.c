/*
 * findings_tap.c - what a check found, in the Test Anything Protocol
 *
 * What is known of a failure stands behind it in YAML, whose texts are JSON's:
 * these are YAML as well.
 */
#include <string.h>

#include "check/findings.h"

/* A # begins a directive, unless it has a backslash before it. */
static void put_plain(struct out *out, const char *text)
{
	for (; *text; text++) {
		if (strchr("#\\", *text))
			out_text(out, "\\");
		out_bytes(out, text, 1);
	}
}

static void put_quoted(struct out *out, const char *text)
{
	out_text(out, "\"");
	for (; *text; text++) {
		if (strchr("\"\\", *text))
			out_text(out, "\\");
		out_bytes(out, text, 1);
	}
	out_text(out, "\"");
}

static void put_example(const struct findings *findings, struct out *out,
			const struct rule *rule, const struct example *example)
{
	out_text(out, "    - at: \"");
	findings_print_place(findings, out, example);
	out_text(out, "\"\n      event: ");
	put_quoted(out, example->text);
	if (findings->files) {
		out_text(out, "\n      show: |\n        ");
		findings_print_show(findings, out, rule, example);
	}
	out_text(out, "\n");
}

static void put_details(const struct findings *findings, struct out *out,
			const struct rule *rule)
{
	out_text(out, "  ---\n  rule: ");
	put_quoted(out, rule->text);
	if (rule->comment) {
		out_text(out, "\n  comment: ");
		put_quoted(out, rule->comment);
	}
	findings_print(out, "\n  places: %llu\n",
		       (unsigned long long)rule->broken.total);
	if (rule->broken.count)
		out_text(out, "  examples:\n");
	for (unsigned i = 0; i < rule->broken.count; i++)
		put_example(findings, out, rule, &rule->broken.example[i]);
	out_text(out, "  ...\n");
}

static void put_rule(const struct findings *findings, struct out *out,
		     const struct rule *rule, size_t number)
{
	const bool is_vacuous = rule->verdict == VERDICT_VACUOUS;
	const bool fails = rule->verdict == VERDICT_FAILS ||
			   (is_vacuous && findings->is_strict);

	findings_print(out, "%s %zu - ", fails ? "not ok" : "ok", number);
	put_plain(out, rule_name(rule));
	if (is_vacuous && !fails) {
		out_text(out, " # SKIP ");
		put_plain(out, rule->why);
	} else {
		out_text(out, " (");
		put_plain(out, rule->why);
		out_text(out, ")");
	}
	out_text(out, "\n");
	if (fails)
		put_details(findings, out, rule);
}

int findings_put_tap(const struct findings *findings, struct out *out)
{
	const struct rules *rules = findings->rules;

	findings_print(out, "TAP version 13\n1..%zu\n", rules->count);
	for (size_t i = 0; i < rules->count; i++)
		put_rule(findings, out, rules->rule[i], i + 1);
	if (findings_has_losses(findings)) {
		out_text(out, "# ");
		findings_print_losses(findings, out);
		out_text(out, "\n");
	}
	return 0;
}
