/*
 * findings_json.c - what a check found, as JSON
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "check/findings.h"
#include "check/verdicts.h"
#include "common/jsonl.h"

static const char *const verdict_words[] = {
	[VERDICT_HOLDS] = "holds",
	[VERDICT_FAILS] = "fails",
	[VERDICT_VACUOUS] = "vacuous",
};

static void put_text(struct jsonl *json, const char *key, const char *text)
{
	jsonl_key(json, key);
	jsonl_bytes(json, text, strlen(text));
}

static void put_example(const struct findings *findings, struct jsonl *json,
			struct out *plain, const struct rule *rule,
			const struct example *example)
{
	jsonl_open_object(json);
	jsonl_put_unsigned(json, "from_line", example->from.line);
	jsonl_put_unsigned(json, "to_line", example->to.line);
	jsonl_put_signed(json, "from_ns", example->from.ns);
	jsonl_put_signed(json, "to_ns", example->to.ns);
	put_text(json, "event", example->text);
	if (findings->files) {
		plain->len = 0;
		findings_print_show(findings, plain, rule, example);
		jsonl_key(json, "show");
		jsonl_bytes(json, plain->block, plain->len);
	}
	jsonl_close_object(json);
}

static void put_rule(const struct findings *findings, struct jsonl *json,
		     struct out *plain, const struct rule *rule)
{
	jsonl_open_object(json);
	put_text(json, "name", rule_name(rule));
	put_text(json, "rule", rule->text);
	if (rule->comment)
		put_text(json, "comment", rule->comment);
	if (rule->line)
		jsonl_put_unsigned(json, "line", rule->line);
	put_text(json, "verdict", verdict_words[rule->verdict]);
	put_text(json, "found", rule->why);
	jsonl_put_unsigned(json, "places",
			   rule->verdict == VERDICT_FAILS ? rule->broken.total :
							    0);
	jsonl_key(json, "examples");
	jsonl_open_array(json);
	for (unsigned i = 0; i < rule->broken.count; i++)
		if (rule->verdict == VERDICT_FAILS)
			put_example(findings, json, plain, rule,
				    &rule->broken.example[i]);
	jsonl_close_array(json);
	jsonl_close_object(json);
}

static void put_all(const struct findings *findings, struct jsonl *json,
		    struct out *plain)
{
	const struct rules *rules = findings->rules;

	jsonl_open_object(json);
	put_text(json, "trace", findings->trace);
	jsonl_key(json, "rules");
	jsonl_open_array(json);
	for (size_t i = 0; i < rules->count; i++)
		put_rule(findings, json, plain, rules->rule[i]);
	jsonl_close_array(json);
	jsonl_put_unsigned(json, "failed",
			   verdicts_count(rules, VERDICT_FAILS));
	jsonl_put_unsigned(json, "vacuous",
			   verdicts_count(rules, VERDICT_VACUOUS));
	jsonl_put_unsigned(json, "lost", findings->lost);
	jsonl_put_unsigned(json, "lost_places", findings->places);
	jsonl_put_bool(json, "lost_more", findings->uncounted);
	jsonl_close_object(json);
	jsonl_end_line(json);
}

/* Takes nothing: a command as long as that is cut. */
static int drop(void *arg, const char *data, size_t len)
{
	(void)arg;
	(void)data;
	(void)len;
	return 0;
}

int findings_put_json(const struct findings *findings, struct out *out)
{
	struct out *plain = malloc(sizeof(*plain));
	struct jsonl json;
	int err;

	if (!plain)
		return ENOMEM;
	out_init_taker(plain, drop, NULL);
	err = jsonl_init(&json, out);
	if (!err) {
		put_all(findings, &json, plain);
		jsonl_fini(&json);
	}
	free(plain);
	return err;
}
