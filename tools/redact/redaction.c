/*
 * redaction.c - what is to be left out of a copy of a log, or be made unknown
 */
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "common/command.h"
#include "common/talk.h"
#include "common/text.h"
#include "redact/redaction.h"

static const char spaces[] = " \t\r\n\f\v";

static const struct {
	const char *word;
	enum redact_action action;
} actions[] = {
	{ "keep", REDACT_KEEP },
	{ "drop", REDACT_DROP },
	{ "hash", REDACT_HASH },
	{ "mask", REDACT_MASK },
};

static const char *const categories[REDACT_CATEGORIES] = {
	[REDACT_PROGRAMS] = "programs",	  [REDACT_COMMANDS] = "commands",
	[REDACT_MODULES] = "modules",	  [REDACT_THREADS] = "threads",
	[REDACT_HOSTS] = "hosts",	  [REDACT_OBJECTS] = "objects",
	[REDACT_ADDRESSES] = "addresses", [REDACT_NOTES] = "notes",
	[REDACT_TEMPLATES] = "templates", [REDACT_UNDESCRIBED] = "undescribed",
	[REDACT_FIELDS] = "field",	  [REDACT_EVENTS] = "events",
};

/* A rule that is parsed: its words are cut out of a copy. */
struct line {
	char *copy, *at, *end;
	const char *what; /* the error, */
	size_t column;	  /* place of the error, from 1 */
};

static bool fail(struct line *line, const char *what)
{
	line->at += strspn(line->at, spaces);
	line->what = what;
	line->column = (size_t)(line->at - line->copy) + 1;
	return false;
}

/* The next word; "": there is none. */
static char *take_word(struct line *line)
{
	char *word = line->at + strspn(line->at, spaces);

	line->at = word + strcspn(word, spaces);
	if (*line->at)
		*line->at++ = '\0';
	return word;
}

static bool take_action(struct line *line, struct redact_rule *rule)
{
	const struct line before = *line;
	const char *word = take_word(line);

	for (size_t i = 0; i < sizeof(actions) / sizeof(actions[0]); i++)
		if (!strcmp(word, actions[i].word)) {
			rule->action = actions[i].action;
			return true;
		}
	line->at = before.at;
	return fail(line, "here should be keep, drop, hash or mask");
}

static bool take_category(struct line *line, struct redact_rule *rule)
{
	const struct line before = *line;
	const char *word = take_word(line);

	for (unsigned i = 0; i < REDACT_CATEGORIES; i++)
		if (!strcmp(word, categories[i])) {
			rule->category = (enum redact_category)i;
			return true;
		}
	line->at = before.at;
	return fail(line, "here should be field, events, programs, commands, "
			  "modules, threads, hosts, objects, addresses, notes, "
			  "templates or undescribed");
}

/* Refuses actions that a category cannot have. */
static bool is_possible(const struct redact_rule *rule)
{
	return rule->action <= REDACT_DROP ||
	       (rule->category != REDACT_EVENTS &&
		rule->category != REDACT_NOTES &&
		rule->category != REDACT_TEMPLATES &&
		rule->category != REDACT_ADDRESSES &&
		rule->category != REDACT_MODULES);
}

static bool take_names(struct line *line, char **names, const char *what)
{
	const char *word = take_word(line);

	if (!*word) {
		line->at = line->end;
		return fail(line, what);
	}
	*names = strdup(word);
	return *names || fail(line, "no memory is left");
}

static bool parse(struct line *line, struct redact_rule *rule)
{
	const char *word;

	if (!take_action(line, rule) || !take_category(line, rule))
		return false;
	if (!is_possible(rule))
		return fail(line, "this can only be dropped");
	if (rule->category >= REDACT_FIELDS &&
	    !take_names(line, &rule->names, "here should be names"))
		return false;
	word = take_word(line);
	if (*word && rule->category == REDACT_FIELDS && !strcmp(word, "of")) {
		if (!take_names(line, &rule->events, "here should be events"))
			return false;
		word = take_word(line);
	}
	return !*word || fail(line, "before this the rule should end");
}

static void free_rule(struct redact_rule *rule)
{
	free(rule->names);
	free(rule->events);
	free(rule->text);
}

static int refuse(const struct line *line, const char *where, unsigned number)
{
	if (number)
		talk("%s:%u:%zu: %s", where, number, line->column, line->what);
	else
		talk("%s: column %zu: %s", where, line->column, line->what);
	return EXIT_MISUSE;
}

static int append(struct redaction *redaction, const struct redact_rule *rule)
{
	if (pxt_array_reserve(&redaction->rule, &redaction->room,
			      redaction->count + 1, sizeof(*rule)))
		return ENOMEM;
	redaction->rule[redaction->count++] = *rule;
	redaction->needs_key |= rule->action == REDACT_HASH;
	return 0;
}

int redaction_add(struct redaction *redaction, const char *text,
		  const char *where, unsigned number)
{
	struct redact_rule rule = { .text = text_copy_tame(text) };
	struct line line = { .copy = strdup(text) };
	int status = EXIT_SUCCESS;

	line.at = line.copy;
	line.end = line.copy ? line.copy + strlen(text) : NULL;
	if (line.copy && rule.text && !parse(&line, &rule))
		status = refuse(&line, where, number);
	else if (!line.copy || !rule.text || append(redaction, &rule)) {
		talk_error(where, ENOMEM);
		status = EXIT_SYSTEM;
	}
	if (status)
		free_rule(&rule);
	free(line.copy);
	return status;
}

/* Cuts a comment, and spaces around the rule. */
static char *trim(char *line)
{
	size_t len;

	for (char *at = line; *at; at++)
		if (*at == '#' && (at == line || strchr(spaces, at[-1]))) {
			*at = '\0';
			break;
		}
	for (len = strlen(line); len && strchr(spaces, line[len - 1]); len--)
		line[len - 1] = '\0';
	return line;
}

static int read_lines(struct redaction *redaction, FILE *in, const char *file)
{
	unsigned number = 0;
	char *line = NULL;
	size_t room = 0;
	int status = EXIT_SUCCESS;

	while (!status && getline(&line, &room, in) >= 0) {
		number++;
		trim(line);
		if (line[strspn(line, spaces)])
			status = redaction_add(redaction, line, file, number);
	}
	if (!status && ferror(in)) {
		talk_error(file, EIO);
		status = EXIT_SYSTEM;
	}
	free(line);
	return status;
}

int redaction_read(struct redaction *redaction, const char *file)
{
	FILE *in = fopen(file, "re");
	const int err = errno;
	int status;

	if (!in) {
		talk_error(file, err);
		return err == ENOENT ? EXIT_MISUSE : command_error_status(err);
	}
	status = read_lines(redaction, in, file);
	fclose(in);
	return status;
}

void redaction_fini(struct redaction *redaction)
{
	for (size_t i = 0; i < redaction->count; i++)
		free_rule(&redaction->rule[i]);
	free(redaction->rule);
	*redaction = (struct redaction){ 0 };
}

/* Patterns with commas in between. NULL: everything matches. */
static bool matches(const char *patterns, const char *name)
{
	char *list = patterns ? strdup(patterns) : NULL;
	bool is_one = !patterns;
	char *rest = list, *pattern;

	while (!is_one && rest && (pattern = strsep(&rest, ",")))
		is_one = !fnmatch(pattern, name, 0);
	/* Without memory too much is made unknown rather than too little. */
	is_one |= patterns && !list;
	free(list);
	return is_one;
}

static struct redact_rule *find(const struct redaction *redaction,
				enum redact_category category, const char *name,
				const char *event)
{
	for (size_t i = redaction->count; i > 0; i--) {
		struct redact_rule *rule = &redaction->rule[i - 1];

		if (rule->category != category || !matches(rule->names, name) ||
		    !matches(rule->events, event))
			continue;
		return rule->action == REDACT_KEEP ? NULL : rule;
	}
	return NULL;
}

struct redact_rule *redaction_find(const struct redaction *redaction,
				   enum redact_category category)
{
	return find(redaction, category, "", "");
}

struct redact_rule *redaction_find_field(const struct redaction *redaction,
					 const char *event, const char *field)
{
	return find(redaction, REDACT_FIELDS, field, event);
}

struct redact_rule *redaction_find_event(const struct redaction *redaction,
					 const char *event)
{
	return find(redaction, REDACT_EVENTS, event, "");
}
