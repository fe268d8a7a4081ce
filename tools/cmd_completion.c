/*
 * cmd_completion.c - what shells need to complete our commands and options
 *
 * All of it is made from the commands' own tables, and those of formats. What an
 * option or an operand takes is known by the word that its help has for it:
 * FILE, PID, STREAM ...
 */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "common/command.h"
#include "source/catalogue.h"
#include "source/source_foreign.h"

#define ARGS "bash|zsh|fish"
#define SUMMARY "print what a shell needs to complete commands and options"

enum takes {
	NOTHING,
	ANYTHING,
	FILES,
	PIDS,
	STREAMS,
	FORMS,
	COMMANDS,
	READ,	 /* a format */
	WRITTEN, /* likewise */
	SETTINGS, /* of formats */
	FILE_OR_SETTING,
};

struct choice {
	const char *name; /* NULL: only a letter */
	char letter;	  /* 0: only a name */
	const char *doc;
	enum takes takes;
	bool optional; /* what it takes */
};

/* A shell has a way to tell of an option, and the rest around that. */
struct shell {
	const char *name;
	void (*print)(void);
};

/* Words for what is taken */

static bool has(const char *text, const char *word)
{
	return text && strstr(text, word);
}

static bool is_named(const struct argp_option *option, const char *name)
{
	return option->name && !strcmp(option->name, name);
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
	if (is_named(option, "format"))
		return FORMS;
	if (is_named(option, "type"))
		return WRITTEN;
	return is_named(option, "from") ? READ : ANYTHING;
}

static enum takes operands_of(const struct command *cmd)
{
	if (has(cmd->args, "FILE") || has(cmd->args, "LOG"))
		return FILES;
	if (has(cmd->args, "STREAM"))
		return STREAMS;
	if (cmd == &cmd_help)
		return COMMANDS;
	return has(cmd->args, "CMD") ? ANYTHING : NOTHING;
}

/* Words that can be an operand as they stand: what is between brackets and bars
 * in small letters. */
static void print_words(const char *args)
{
	for (; args && *args; args += strcspn(args, "[]| ")) {
		args += strspn(args, "[]| ");
		if (islower((unsigned char)*args))
			printf("%.*s ", (int)strcspn(args, "[]| "), args);
	}
}

/* Formats */

static void print_read(void)
{
	for (size_t i = 0; pxt_formats[i]; i++)
		printf(" %s", pxt_formats[i]->name);
}

static void print_written(void)
{
	printf(" " CATALOGUE_LOG);
	for (size_t i = 0; pxt_formats[i]; i++)
		if (pxt_formats[i]->export)
			printf(" %s", pxt_formats[i]->name);
}

/* The settings of all, in tables. */
static const struct pxt_format_option *table_of_settings(size_t number)
{
	const struct pxt_format *format;

	if (!number--)
		return source_foreign_options;
	format = pxt_formats[number / 2];
	return number % 2 ? format->export_options : format->import_options;
}

static bool is_in_table_before(size_t number, const char *key)
{
	const struct pxt_format_option *option;

	while (number--)
		for (option = table_of_settings(number); option && option->key;
		     option++)
			if (!strcmp(option->key, key))
				return true;
	return false;
}

static void print_settings(void)
{
	const struct pxt_format_option *option;

	for (size_t i = 0; !i || pxt_formats[(i - 1) / 2]; i++)
		for (option = table_of_settings(i); option && option->key;
		     option++)
			if (!is_in_table_before(i, option->key))
				printf(" %s=", option->key);
}

/* What the names of traces end with. */
static void print_patterns(void)
{
	printf("*." CATALOGUE_LOG);
	for (size_t i = 0; pxt_formats[i]; i++)
		printf(" %s", pxt_formats[i]->patterns);
}

static void print_quoted_patterns(void)
{
	const char *at;

	printf(" '*." CATALOGUE_LOG "'");
	for (size_t i = 0; pxt_formats[i]; i++)
		for (at = pxt_formats[i]->patterns; *at;
		     at += strspn(at, " ")) {
			const int len = (int)strcspn(at, " ");

			printf(" '%.*s'", len, at);
			at += len;
		}
}

static void print_variable(const char *begin, void (*print)(void),
			   const char *end)
{
	fputs(begin, stdout);
	print();
	puts(end);
}

/* Options */

enum { LETTERS = 128 };

typedef void visit_option(const struct choice *option, const void *argument);

/* A letter is that of the first option that has it: a command has its own
 * before those that it shares. */
static void visit_own(const struct argp_option *table, bool *is_taken,
		      visit_option *visit, const void *argument)
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
		visit(&(struct choice){
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
			 visit_option *visit, const void *argument)
{
	visit_own(argp->options, is_taken, visit, argument);
	for (const struct argp_child *child = argp->children;
	     child && child->argp; child++)
		visit_tables(child->argp, is_taken, visit, argument);
}

/* And those that argp has for all; "-?" would be a pattern to shells. */
static void visit_options(const struct command *cmd, visit_option *visit,
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

/* In single quotes; special: what a backslash has to be put before. */
static void print_quoted(const char *text, const char *special)
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

/* bash */

static void bash_option(const struct choice *option, const void *argument)
{
	(void)argument;
	if (option->letter)
		printf("-%c ", option->letter);
	if (option->name)
		printf("--%s ", option->name);
}

static const char *const bash_reply[] = {
	[ANYTHING] = "true",
	[FILES] = "_posixtrace_files",
	[PIDS] = "_posixtrace_words $(_posixtrace_pids)",
	[STREAMS] = "_posixtrace_words $(_posixtrace_streams)",
	[FORMS] = "_posixtrace_words text json csv tsv",
	[COMMANDS] = "_posixtrace_words $_posixtrace_commands",
	[READ] = "_posixtrace_words $_posixtrace_read",
	[WRITTEN] = "_posixtrace_words $_posixtrace_written",
	[SETTINGS] = "_posixtrace_settings",
	[FILE_OR_SETTING] = "_posixtrace_files; [[ -z $cur ]] || "
			    "_posixtrace_settings",
};

static void bash_value(const struct choice *option, const void *argument)
{
	(void)argument;
	if (!option->takes || option->optional)
		return;
	fputs("\t\t", stdout);
	if (option->letter)
		printf("-%c%s", option->letter, option->name ? "|" : "");
	if (option->name)
		printf("--%s", option->name);
	printf(") %s; return ;;\n", bash_reply[option->takes]);
}

static void bash_command(const struct command *cmd)
{
	const enum takes operands = operands_of(cmd);

	printf("\t%s)\n\t\tcase $prev in\n", cmd->name);
	visit_options(cmd, bash_value, NULL);
	fputs("\t\tesac\n\t\tcase $cur in\n\t\t-*) _posixtrace_words ",
	      stdout);
	visit_options(cmd, bash_option, NULL);
	fputs(";;\n\t\t*) _posixtrace_words ", stdout);
	print_words(cmd->args);
	if (operands == ANYTHING)
		fputs("; COMPREPLY+=($(compgen -c -- \"$cur\"))", stdout);
	else if (operands)
		printf("; %s", bash_reply[operands]);
	fputs(" ;;\n\t\tesac ;;\n", stdout);
}

/* Names, each behind a space. */
static void print_commands(void)
{
	for (size_t i = 0; commands[i]; i++)
		printf(" %s", commands[i]->name);
}

static void print_variables(void)
{
	print_variable("_posixtrace_commands='", print_commands, "'");
	print_variable("_posixtrace_read='", print_read, "'");
	print_variable("_posixtrace_written='", print_written, "'");
	print_variable("_posixtrace_keys='", print_settings, "'\n");
}

static const char listings[] =
	"_posixtrace_column()\n"
	"{\n"
	"\tposixtrace ls \"$1\" -f tsv 2> /dev/null | tail -n +2 | cut -f 1\n"
	"}\n\n"
	"_posixtrace_pids()\n"
	"{\n"
	"\t_posixtrace_column processes\n"
	"}\n\n"
	"_posixtrace_streams()\n"
	"{\n"
	"\t_posixtrace_column streams\n"
	"}\n\n";

static void print_bash(void)
{
	puts("# bash completion of posixtrace, by `posixtrace completion "
	     "bash'\n");
	print_variables();
	fputs(listings, stdout);
	puts("_posixtrace_words()\n"
	     "{\n"
	     "\tCOMPREPLY+=($(compgen -W \"$*\" -- \"$cur\"))\n"
	     "}\n\n"
	     "_posixtrace_settings()\n"
	     "{\n"
	     "\tlocal before=${#COMPREPLY[@]}\n\n"
	     "\t_posixtrace_words $_posixtrace_keys\n"
	     "\t[[ ${#COMPREPLY[@]} -eq $before ]] ||\n"
	     "\t\tcompopt -o nospace 2> /dev/null\n"
	     "}\n\n"
	     "_posixtrace_files()\n"
	     "{\n"
	     "\tcompopt -o filenames 2> /dev/null\n"
	     "\tlocal IFS=$'\\n' pattern");
	print_variable("\tfor pattern in", print_quoted_patterns, "; do");
	puts("\t\tCOMPREPLY+=($(compgen -f -X \"!$pattern\" -- \"$cur\"))\n"
	     "\tdone\n"
	     "\tCOMPREPLY+=($(compgen -d -- \"$cur\"))\n"
	     "}\n\n"
	     "_posixtrace()\n"
	     "{\n"
	     "\tlocal cur=${COMP_WORDS[COMP_CWORD]}\n"
	     "\tlocal prev=${COMP_WORDS[COMP_CWORD - 1]}\n\n"
	     "\tCOMPREPLY=()\n"
	     "\tif [[ $COMP_CWORD -eq 1 ]]; then\n"
	     "\t\t_posixtrace_words $_posixtrace_commands --help --version\n"
	     "\t\t_posixtrace_files\n"
	     "\t\treturn\n"
	     "\tfi\n"
	     "\t# bash has \"=\" as a word of its own.\n"
	     "\tif [[ $cur == \"=\" ]]; then\n"
	     "\t\tcur=\n"
	     "\telif [[ $prev == \"=\" ]]; then\n"
	     "\t\tprev=${COMP_WORDS[COMP_CWORD - 2]}\n"
	     "\tfi\n"
	     "\tcase ${COMP_WORDS[1]} in");
	for (size_t i = 0; commands[i]; i++)
		bash_command(commands[i]);
	puts("\t*) _posixtrace_files ;;\n"
	     "\tesac\n"
	     "}\n\n"
	     "complete -F _posixtrace posixtrace");
}

/* zsh */

static const char *const zsh_action[] = {
	[ANYTHING] = ":value:",
	[FILES] = ":file:_files",
	[PIDS] = ":process:($(_posixtrace_pids))",
	[STREAMS] = ":stream:($(_posixtrace_streams))",
	[FORMS] = ":form:(text json csv tsv)",
	[COMMANDS] = ":command:($_posixtrace_commands)",
	[READ] = ":format:($_posixtrace_read)",
	[WRITTEN] = ":format:($_posixtrace_written)",
	[SETTINGS] = ":setting:_posixtrace_settings",
	[FILE_OR_SETTING] = ":file or setting:_posixtrace_output",
};

/* The spelling in single quotes, and behind it what is evaluated. */
static void zsh_spelling(const char *dashes, const char *name,
			 const struct choice *option, const char *attached)
{
	printf(" \\\n\t\t\t'%s%s%s['", dashes, name,
	       option->takes ? attached : "");
	print_quoted(option->doc, "[]:\\");
	printf("\"]%s%s\"", option->takes && option->optional ? ":" : "",
	       option->takes ? zsh_action[option->takes] : "");
}

static void zsh_option(const struct choice *option, const void *argument)
{
	const char letter[2] = { option->letter };

	(void)argument;
	if (option->letter)
		zsh_spelling("-", letter, option, "+");
	if (option->name)
		zsh_spelling("--", option->name, option, "=");
}

static void zsh_command(const struct command *cmd)
{
	const enum takes operands = operands_of(cmd);

	printf("\t%s)\n\t\t_arguments -s", cmd->name);
	visit_options(cmd, zsh_option, NULL);
	fputs(" \\\n\t\t\t\"*", stdout);
	if (operands)
		fputs(zsh_action[operands], stdout);
	else {
		fputs(":word:(", stdout);
		print_words(cmd->args);
		putchar(')');
	}
	puts("\" ;;");
}

static void print_zsh(void)
{
	puts("#compdef posixtrace\n"
	     "# zsh completion of posixtrace, by `posixtrace completion zsh'\n");
	print_variables();
	fputs(listings, stdout);
	puts("_posixtrace_settings()\n"
	     "{\n"
	     "\tcompadd -S '' -- ${=_posixtrace_keys}\n"
	     "}\n\n"
	     "_posixtrace_output()\n"
	     "{\n"
	     "\t[[ -z $PREFIX ]] || _posixtrace_settings\n"
	     "\t_files\n"
	     "}\n");
	print_variable("_posixtrace_traces()\n{\n\t_files -g '",
		       print_patterns, "'\n}\n");
	puts("_posixtrace()\n"
	     "{\n"
	     "\tif (( CURRENT == 2 )); then\n"
	     "\t\tcompadd ${=_posixtrace_commands} --help --version\n"
	     "\t\t_posixtrace_traces\n"
	     "\t\treturn\n"
	     "\tfi\n"
	     "\tlocal command=$words[2]\n"
	     "\tshift words\n"
	     "\t(( CURRENT-- ))\n"
	     "\tcase $command in");
	for (size_t i = 0; commands[i]; i++)
		zsh_command(commands[i]);
	puts("\t*) _posixtrace_traces ;;\n"
	     "\tesac\n"
	     "}\n\n"
	     "compdef _posixtrace posixtrace");
}

/* fish */

static const char *const fish_values[] = {
	[ANYTHING] = " -x",
	[FILES] = " -r -F",
	[PIDS] = " -x -a '(__posixtrace_column processes)'",
	[STREAMS] = " -f -a '(__posixtrace_column streams)'",
	[FORMS] = " -x -a 'text json csv tsv'",
	[COMMANDS] = " -f -a \"$__posixtrace_commands\"",
	[READ] = " -x -a \"$__posixtrace_read\"",
	[WRITTEN] = " -x -a \"$__posixtrace_written\"",
	[SETTINGS] = " -x -a \"$__posixtrace_keys\"",
	[FILE_OR_SETTING] = " -r -F -a \"$__posixtrace_keys\"",
};

static void fish_begin(const struct command *cmd)
{
	printf("complete -c posixtrace -n '__fish_seen_subcommand_from %s'",
	       cmd->name);
}

static void fish_option(const struct choice *option, const void *argument)
{
	fish_begin(argument);
	if (option->letter)
		printf(" -s '%c'", option->letter);
	if (option->name)
		printf(" -l %s", option->name);
	if (option->takes && !option->optional)
		fputs(fish_values[option->takes], stdout);
	fputs(" -d ", stdout);
	print_quoted(option->doc, "\\");
	putchar('\n');
}

static void fish_command(const struct command *cmd)
{
	const enum takes operands = operands_of(cmd);

	fputs("complete -c posixtrace -n __fish_use_subcommand -a ", stdout);
	printf("%s -d ", cmd->name);
	print_quoted(cmd->summary, "\\");
	putchar('\n');
	visit_options(cmd, fish_option, cmd);
	if (operands == FILES || operands == ANYTHING)
		return;
	fish_begin(cmd);
	if (operands)
		fputs(fish_values[operands], stdout);
	else {
		fputs(" -f -a '", stdout);
		print_words(cmd->args);
		putchar('\'');
	}
	putchar('\n');
}

static void print_fish(void)
{
	puts("# fish completion of posixtrace, by `posixtrace completion "
	     "fish'\n");
	print_variable("set -g __posixtrace_commands", print_commands, "");
	print_variable("set -g __posixtrace_read", print_read, "");
	print_variable("set -g __posixtrace_written", print_written, "");
	print_variable("set -g __posixtrace_keys", print_settings, "\n");
	puts("function __posixtrace_column\n"
	     "\tposixtrace ls $argv[1] -f tsv 2> /dev/null |\n"
	     "\t\ttail -n +2 | cut -f 1\n"
	     "end\n");
	for (size_t i = 0; commands[i]; i++)
		fish_command(commands[i]);
}

/* The command */

static const struct shell shells[] = {
	{ .name = "bash", .print = print_bash },
	{ .name = "zsh", .print = print_zsh },
	{ .name = "fish", .print = print_fish },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	const struct shell **chosen = state->input;

	switch (key) {
	case ARGP_KEY_ARG:
		if (*chosen)
			return ARGP_ERR_UNKNOWN;
		for (size_t i = 0; i < sizeof(shells) / sizeof(*shells); i++)
			if (!strcmp(arg, shells[i].name))
				*chosen = &shells[i];
		if (!*chosen)
			argp_error(state, "%s: it is bash, zsh or fish", arg);
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "which shell? bash, zsh or fish");
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp argp = {
	.parser = parse,
	.args_doc = ARGS,
	.doc = SUMMARY
	"\vFor bash, `source <(posixtrace completion bash)'; for zsh the same, "
	"behind compinit; for fish, `posixtrace completion fish | source'.\n\n"
	"Exit status: 0; 2 called wrongly; 7 output cannot be written.",
};

static int run(int argc, char **argv)
{
	const struct shell *shell = NULL;

	command_parse(&cmd_completion, &argp, 0, argc, argv, &shell);
	shell->print();
	return EXIT_SUCCESS;
}

const struct command cmd_completion = {
	.name = "completion",
	.args = ARGS,
	.summary = SUMMARY,
	.argp = &argp,
	.run = run,
};
