/*
 * findings.c - what a check found, for people and for programs
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/findings.h"
#include "common/text.h"

enum { NS_PER_S = 1000000000, BOARD_SECONDS = 365 * 24 * 3600 };

const struct word findings_forms[] = {
	{ "text", FINDINGS_TEXT },
	{ "json", FINDINGS_JSON },
	{ "tap", FINDINGS_TAP },
	{ "junit", FINDINGS_JUNIT },
	{ 0 },
};

int findings_put(const struct findings *findings, enum findings_form form,
		 struct out *out)
{
	switch (form) {
	case FINDINGS_JSON:
		return findings_put_json(findings, out);
	case FINDINGS_TAP:
		return findings_put_tap(findings, out);
	case FINDINGS_JUNIT:
		return findings_put_junit(findings, out);
	default:
		return findings_put_text(findings, out);
	}
}

void findings_print(struct out *out, const char *format, ...)
{
	va_list arguments;
	char *text;
	int len;

	va_start(arguments, format);
	len = vasprintf(&text, format, arguments);
	va_end(arguments);
	if (len < 0) {
		out->error = out->error ? out->error : ENOMEM;
		return;
	}
	out_bytes(out, text, (size_t)len);
	free(text);
}

static void put_moment(struct out *out, int64_t ns)
{
	findings_print(out, "@%" PRId64 ".%09" PRId64, ns / NS_PER_S,
		       ns % NS_PER_S);
}

/* Boards count from when they began. */
static void put_time(const struct findings *findings, struct out *out,
		     int64_t ns)
{
	const struct timespec time = stamp_time(ns);
	struct stamp stamp;

	if (ns >= 0 && time.tv_sec < BOARD_SECONDS) {
		put_moment(out, ns);
		return;
	}
	stamp_init(&stamp, findings->utc ? STAMP_UTC : STAMP_LOCAL);
	stamp_move(&stamp, &time);
	stamp_put_time(&stamp, out);
}

void findings_print_place(const struct findings *findings, struct out *out,
			  const struct example *example)
{
	const bool is_one = example->from.line == example->to.line;

	findings_print(out, is_one ? "line %" PRIu64 : "lines %" PRIu64,
		       example->from.line);
	if (!is_one)
		findings_print(out, "-%" PRIu64, example->to.line);
	out_text(out, " (");
	put_time(findings, out, example->from.ns);
	if (!is_one || example->from.ns != example->to.ns) {
		out_text(out, " to ");
		put_time(findings, out, example->to.ns);
	}
	out_text(out, ")");
}

void findings_put_word(struct out *out, const char *word)
{
	const char *at = word;

	while (*at && (isalnum((unsigned char)*at) ||
		       strchr("_-.,/:@%+=", *at) || (*at & 0x80)))
		at++;
	if (*word && !*at) {
		out_text(out, word);
		return;
	}
	out_text(out, "'");
	for (; *word; word++)
		if (*word == '\'')
			out_text(out, "'\\''");
		else
			out_bytes(out,
				  iscntrl((unsigned char)*word) ? "?" : word,
				  1);
	out_text(out, "'");
}

/* Terms with names that exclude events stand for no list. */
static bool add_names(const struct term *term, struct out *names)
{
	const struct select_words *words =
		term ? &term->selection.events : NULL;

	for (size_t i = 0; words && i < words->count; i++) {
		if (*words->word[i] == '!')
			return false;
		if (names->len)
			out_text(names, ",");
		out_text(names, words->word[i]);
	}
	return !words || words->count;
}

static bool list_names(const struct rule *rule, struct out *names)
{
	for (unsigned i = 0; i < RULE_TERMS; i++)
		if (!add_names(rule->term[i], names))
			return false;
	for (unsigned i = 0; i < rule->comparison.count; i++)
		if (!add_names(rule->comparison.value[i].term, names) ||
		    !add_names(rule->comparison.value[i].end, names))
			return false;
	return names->len;
}

/* Drops what does not fit: such a list is not put. */
static int drop(void *arg, const char *data, size_t len)
{
	(void)arg;
	(void)data;
	(void)len;
	return ENOSPC;
}

static void put_names(struct out *out, const struct rule *rule)
{
	struct out *names = malloc(sizeof(*names));

	if (!names)
		return;
	out_init_taker(names, drop, NULL);
	if (list_names(rule, names) && !names->error) {
		*out_room(names, 1) = '\0';
		out_text(out, " -e ");
		findings_put_word(out, names->block);
	}
	free(names);
}

void findings_print_show(const struct findings *findings, struct out *out,
			 const struct rule *rule, const struct example *example)
{
	int64_t to = example->to.ns;

	if (to < example->from.ns)
		to = example->from.ns;
	out_text(out, "posixtrace show");
	if (example->from.ns >= 0) {
		out_text(out, " --range=");
		put_moment(out, example->from.ns);
		out_text(out, "..");
		put_moment(out, to);
	}
	put_names(out, rule);
	findings_print(out, " %s", findings->files);
}

void findings_print_losses(const struct findings *findings, struct out *out)
{
	char lost[TEXT_MAX], places[TEXT_MAX];

	if (findings->lost)
		findings_print(out, "%s event%s lost%s",
			       text_count(lost, findings->lost),
			       findings->lost == 1 ? " is" : "s are",
			       findings->uncounted ? ", and maybe more" : "");
	else
		out_text(out, "events are lost, their number is unknown");
	findings_print(out,
		       ", in %s place%s: a rule may hold, or fail, because of "
		       "that",
		       text_count(places, findings->places),
		       text_plural(findings->places));
}
