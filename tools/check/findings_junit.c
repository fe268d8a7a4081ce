/*
 * findings_junit.c - what a check found, in the XML of JUnit
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "check/findings.h"
#include "check/verdicts.h"

static void put_character(struct out *out, const char *at, size_t len,
			  uint32_t code)
{
	static const struct {
		char character;
		const char *entity;
	} entities[] = {
		{ '&', "&amp;" },  { '<', "&lt;" },   { '>', "&gt;" },
		{ '"', "&quot;" }, { '\'', "&#39;" }, { '\n', "&#10;" },
		{ '\t', "&#9;" },
	};

	for (size_t i = 0; i < sizeof(entities) / sizeof(entities[0]); i++)
		if (code == (unsigned char)entities[i].character) {
			out_text(out, entities[i].entity);
			return;
		}
	/* XML has no way to say others. */
	if (!len || code < 0x20 || code == 0xfffe || code == 0xffff)
		out_text(out, "?");
	else
		out_bytes(out, at, len);
}

static void put_bytes(struct out *out, const char *text, size_t size)
{
	const uint8_t *at = (const uint8_t *)text, *end = at + size;

	while (at < end) {
		uint32_t code = 0;
		const size_t len = pxt_utf8_take(at, end, &code);

		put_character(out, (const char *)at, len, code);
		at += len ? len : 1;
	}
}

static void put_escaped(struct out *out, const char *text)
{
	put_bytes(out, text, strlen(text));
}

static void put_attribute(struct out *out, const char *name, const char *value)
{
	findings_print(out, " %s=\"", name);
	put_escaped(out, value);
	out_text(out, "\"");
}

/* Takes the next block of a text, to be escaped. */
static int take(void *arg, const char *data, size_t len)
{
	put_bytes(arg, data, len);
	return 0;
}

static void put_examples(const struct findings *findings, struct out *out,
			 struct out *plain, const struct rule *rule)
{
	for (unsigned i = 0; i < rule->broken.count; i++) {
		const struct example *example = &rule->broken.example[i];

		out_init_taker(plain, take, out);
		findings_print_place(findings, plain, example);
		findings_print(plain, ": %s", example->text);
		out_flush(plain);
		out_text(out, "\n");
		if (!findings->files)
			continue;
		out_init_taker(plain, take, out);
		findings_print_show(findings, plain, rule, example);
		out_flush(plain);
		out_text(out, "\n");
	}
	findings_print(out, "places: %llu\n",
		       (unsigned long long)rule->broken.total);
}

static void put_failure(const struct findings *findings, struct out *out,
			struct out *plain, const struct rule *rule)
{
	out_text(out, "    <failure");
	put_attribute(out, "message", rule->why);
	out_text(out, ">rule: ");
	put_escaped(out, rule->text);
	out_text(out, "\n");
	if (rule->comment) {
		put_escaped(out, rule->comment);
		out_text(out, "\n");
	}
	put_examples(findings, out, plain, rule);
	out_text(out, "</failure>\n");
}

static bool is_failure(const struct findings *findings, const struct rule *rule)
{
	return rule->verdict == VERDICT_FAILS ||
	       (rule->verdict == VERDICT_VACUOUS && findings->is_strict);
}

static void put_rule(const struct findings *findings, struct out *out,
		     struct out *plain, const struct rule *rule)
{
	out_text(out, "   <testcase");
	put_attribute(out, "classname", findings->trace);
	put_attribute(out, "name", rule_name(rule));
	out_text(out, ">\n");
	if (is_failure(findings, rule)) {
		put_failure(findings, out, plain, rule);
	} else if (rule->verdict == VERDICT_VACUOUS) {
		out_text(out, "    <skipped");
		put_attribute(out, "message", rule->why);
		out_text(out, "/>\n");
	} else {
		out_text(out, "    <system-out>");
		put_escaped(out, rule->why);
		out_text(out, "</system-out>\n");
	}
	out_text(out, "   </testcase>\n");
}

static void put_suite(const struct findings *findings, struct out *out)
{
	const struct rules *rules = findings->rules;
	const size_t vacuous = verdicts_count(rules, VERDICT_VACUOUS);
	const size_t fails = verdicts_count(rules, VERDICT_FAILS);

	out_text(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		      "<testsuites>\n <testsuite");
	put_attribute(out, "name", "posixtrace check");
	findings_print(out,
		       " tests=\"%zu\" failures=\"%zu\" errors=\"0\""
		       " skipped=\"%zu\">\n",
		       rules->count,
		       fails + (findings->is_strict ? vacuous : 0),
		       findings->is_strict ? 0 : vacuous);
}

int findings_put_junit(const struct findings *findings, struct out *out)
{
	const struct rules *rules = findings->rules;
	struct out *plain = malloc(sizeof(*plain));

	if (!plain)
		return ENOMEM;
	put_suite(findings, out);
	for (size_t i = 0; i < rules->count; i++)
		put_rule(findings, out, plain, rules->rule[i]);
	if (findings_has_losses(findings)) {
		out_text(out, "  <system-err>");
		findings_print_losses(findings, out);
		out_text(out, "</system-err>\n");
	}
	out_text(out, " </testsuite>\n</testsuites>\n");
	free(plain);
	return 0;
}
