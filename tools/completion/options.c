/* options.c - options and operands of subcommands */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "completion/options.h"

/* Kinds of values */

static bool has(const char *text, const char *word)
{
	return text && strstr(text, word);
}

/* Parses a list such as "text (the default), json or csv". Returns the number
 * of words; 0: not a list. */
static unsigned read_choices(const char *at, size_t len, bool printed)
{
	const char *end = at + len;
	bool may_begin = true;
	unsigned count = 0;

	while (at < end) {
		size_t word = strspn(at, "abcdefghijklmnopqrstuvwxyz-");

		if (*at == '(')
			word = strcspn(at, ")") + 1;
		else if (*at == ',' || (word == 2 && !strncmp(at, "or", word)))
			may_begin = true;
		else if (word && !may_begin)
			return 0;
		else if (word) {
			may_begin = false;
			count++;
			if (printed)
				printf("%.*s ", (int)word, at);
		} else if (*at != ' ')
			return 0;
		at += word ? word : 1;
	}
	return count > 1 ? count : 0;
}

/* Finds the first such list before, between or behind colons. */
static const char *find_choices(const char *doc, size_t *len)
{
	for (; doc; doc = doc[*len] ? doc + *len + 1 : NULL) {
		*len = strcspn(doc, ":;");
		if (read_choices(doc, *len, false))
			return doc;
	}
	return NULL;
}

void options_choices(const char *doc)
{
	size_t len;

	doc = find_choices(doc, &len);
	if (doc)
		read_choices(doc, len, true);
}

static bool is_named(const struct argp_option *option, const char *name)
{
	return option->name && !strcmp(option->name, name);
}

/* Arguments that are one or several of some names. */
static enum takes takes_by_name(const struct argp_option *option)
{
	static const struct {
		const char *arg;
		enum takes takes;
	} known[] = {
		{ "GROUP", GROUPS },
		{ "BEGIN", PAIR },
		{ "FIELD", FIELD },
		{ "CONDITION", CONDITION },
	};
	size_t len;

	if (is_named(option, "event"))
		return EVENTS;
	if (is_named(option, "columns"))
		return COLUMNS;
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (has(option->arg, known[i].arg))
			return known[i].takes;
	return find_choices(option->doc, &len) ? CHOICES : ANYTHING;
}

static enum takes value_of(const struct argp_option *option)
{
	const char *arg = option->arg;

	if (!arg)
		return NOTHING;
	if (has(arg, "KEY=VALUE"))
		return SETTINGS;
	if (has(option->doc, "KEY=VALUE"))
		return FILE_OR_SETTING;
	if (has(arg, "FILE") || has(arg, "LOG") || has(arg, "DIR"))
		return FILES;
	if (has(arg, "PID"))
		return PIDS;
	if (is_named(option, "type"))
		return WRITTEN;
	if (is_named(option, "from"))
		return READ;
	return takes_by_name(option);
}

enum takes options_operands(const struct command *cmd)
{
	const char *args = cmd->argp->args_doc;

	if (has(args, "FILE") || has(args, "LOG"))
		return FILES;
	if (has(args, "STREAM"))
		return STREAMS;
	if (cmd == &cmd_help)
		return COMMANDS;
	return has(args, "CMD") ? ANYTHING : NOTHING;
}

/* Operands stand between brackets and bars, in lower case. */
void options_words(const char *args)
{
	static const char between[] = "[]| \n";

	for (; args && *args; args += strcspn(args, between)) {
		args += strspn(args, between);
		if (islower((unsigned char)*args))
			printf("%.*s ", (int)strcspn(args, between), args);
	}
}

/* Options */

enum { LETTERS = 128 };

/* A letter belongs to the first option that has it: a command's own options
 * precede shared ones. */
static void visit_table(const struct argp_option *table, bool *is_taken,
			option_visitor *visit, const void *argument)
{
	for (; table && (table->name || table->key || table->doc); table++) {
		const int key = table->key;
		const bool has_letter = key > 0 && key < LETTERS &&
					isgraph(key) && !is_taken[key];

		if (table->flags & (OPTION_HIDDEN | OPTION_DOC) ||
		    (!table->name && !has_letter))
			continue;
		if (has_letter)
			is_taken[key] = true;
		visit(
			&(struct choice){
				.name = table->name,
				.letter = has_letter ? (char)key : 0,
				.doc = table->doc ? table->doc : "",
				.takes = value_of(table),
				.optional = table->flags & OPTION_ARG_OPTIONAL,
			},
			argument);
	}
}

static void visit_tables(const struct argp *argp, bool *is_taken,
			 option_visitor *visit, const void *argument)
{
	visit_table(argp->options, is_taken, visit, argument);
	for (const struct argp_child *child = argp->children;
	     child && child->argp; child++)
		visit_tables(child->argp, is_taken, visit, argument);
}

/* Adds argp's own options; "-?" would be a pattern for shells. */
void options_visit(const struct command *cmd, option_visitor *visit,
		   const void *argument)
{
	static const struct choice common[] = {
		{ .name = "help", .doc = "show this help" },
		{ .name = "usage", .doc = "show a short help" },
		{ .name = "version", .letter = 'V', .doc = "show the version" },
	};

	bool is_taken[LETTERS] = { false };

	visit_tables(cmd->argp, is_taken, visit, argument);
	for (size_t i = 0; i < sizeof(common) / sizeof(common[0]); i++)
		visit(&common[i], argument);
}

void options_quote(const char *text, const char *special)
{
	putchar('\'');
	for (; *text; text++) {
		if (*text == '\'') {
			fputs("'\\''", stdout);
			continue;
		}
		if (strchr(special, *text))
			putchar('\\');
		putchar(*text);
	}
	putchar('\'');
}
