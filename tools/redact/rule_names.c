/*
 * rule_names.c - names in rules that no event has
 */
#include <stdio.h>
#include <string.h>

#include "common/guess.h"
#include "common/talk.h"
#include "redact/rule_names.h"
#include "select/select_names.h"

/* Names as long cannot be guessed. */
enum { NAME = GUESS_WORD };

static void tell_field(struct fields *fields, const char *name)
{
	struct guess guess;

	if (fields_exist(fields, name))
		return;
	guess_begin(&guess, name);
	fields_guess(fields, &guess);
	if (*guess.best)
		talk("%s: no event has a field %s%s", fields->source->name,
		     name, guess_hint(&guess));
}

static void tell_event(struct fields *fields, const char *name)
{
	select_names_tell_event(fields->source, name);
}

/* A pattern may mean nothing. */
static void tell_names(struct fields *fields, const char *names,
		       void (*tell)(struct fields *fields, const char *name))
{
	char name[NAME];
	size_t len;

	for (; *names; names += len + !!names[len]) {
		len = strcspn(names, ",");
		if (len >= sizeof(name))
			continue;
		snprintf(name, sizeof(name), "%.*s", (int)len, names);
		if (!strpbrk(name, "*?[\\"))
			tell(fields, name);
	}
}

void rule_names_tell(const struct redaction *redaction, struct fields *fields)
{
	for (size_t i = 0; i < redaction->count; i++) {
		const struct redact_rule *rule = &redaction->rule[i];

		if (rule->category == REDACT_FIELDS)
			tell_names(fields, rule->names, tell_field);
		if (rule->category == REDACT_EVENTS)
			tell_names(fields, rule->names, tell_event);
		if (rule->events)
			tell_names(fields, rule->events, tell_event);
	}
}
