/* zsh.c - completion for zsh */
#include <stdio.h>

#include "completion/listing.h"
#include "completion/options.h"
#include "completion/shell.h"

static const char *const zsh_action[] = {
	[ANYTHING] = ":value:",
	[FILES] = ":file:_files",
	[PIDS] = ":process:($(_posixtrace_pids))",
	[STREAMS] = ":stream:($(_posixtrace_streams))",
	[CHOICES] = ":word:",
	[COMMANDS] = ":command:($_posixtrace_commands)",
	[READ] = ":format:($_posixtrace_read)",
	[WRITTEN] = ":format:($_posixtrace_written)",
	[SETTINGS] = ":setting:_posixtrace_settings",
	[FILE_OR_SETTING] = ":file or setting:_posixtrace_output",
	[GROUPS] = ":group:_posixtrace_groups",
	[EVENTS] = ":event:_posixtrace_events",
	[PAIR] = ":event:_posixtrace_pair",
	[COLUMNS] = ":column:_posixtrace_columns",
	[CONDITION] = ":field:_posixtrace_condition",
	[FIELD] = ":field:_posixtrace_field",
};

/* The spelling in single quotes, followed by what is evaluated. */
static void zsh_spelling(const char *dashes, const char *name,
			 const struct choice *option, const char *attached)
{
	printf(" \\\n\t\t\t'%s%s%s['", dashes, name,
	       option->takes ? attached : "");
	options_quote(option->doc, "[]:\\");
	printf("\"]%s%s", option->takes && option->optional ? ":" : "",
	       option->takes ? zsh_action[option->takes] : "");
	if (option->takes == CHOICES) {
		putchar('(');
		options_choices(option->doc);
		putchar(')');
	}
	putchar('"');
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
	const enum takes operands = options_operands(cmd);

	printf("\t%s)\n\t\t_arguments -s", cmd->name);
	options_visit(cmd, zsh_option, NULL);
	fputs(" \\\n\t\t\t\"*", stdout);
	if (operands)
		fputs(zsh_action[operands], stdout);
	else {
		fputs(":word:(", stdout);
		options_words(cmd->argp->args_doc);
		putchar(')');
	}
	puts("\" ;;");
}

/* A function looks up names only when they are needed. */
static const char named[] =
	"# Some of a list: what stands in it stays.\n"
	"_posixtrace_list()\n"
	"{\n"
	"\tcompset -P \"*[$1]\"\n"
	"\tcompadd -S '' -- \"${@:2}\"\n"
	"}\n\n"
	"# Names in the traces that are on the line.\n"
	"_posixtrace_named()\n"
	"{\n"
	"\tposixtrace completion $1 -- ${(Q)words} 2> /dev/null\n"
	"}\n\n"
	"_posixtrace_groups()\n"
	"{\n"
	"\t_posixtrace_list , ${=_posixtrace_groups}\n"
	"}\n\n"
	"_posixtrace_events()\n"
	"{\n"
	"\t_posixtrace_list ',!' $(_posixtrace_named events)\n"
	"}\n\n"
	"_posixtrace_pair()\n"
	"{\n"
	"\t_posixtrace_list , $(_posixtrace_named events)\n"
	"}\n\n"
	"_posixtrace_columns()\n"
	"{\n"
	"\t_posixtrace_list , ${=_posixtrace_columns} "
	"$(_posixtrace_named fields)\n"
	"}\n\n"
	"_posixtrace_condition()\n"
	"{\n"
	"\t_posixtrace_list '^A-Za-z0-9_.' ${=_posixtrace_facts} \\\n"
	"\t\t$(_posixtrace_named fields)\n"
	"}\n\n"
	"_posixtrace_field()\n"
	"{\n"
	"\tcompadd pid tid $(_posixtrace_named fields)\n"
	"}\n";

static void print(void)
{
	puts("#compdef posixtrace\n"
	     "# zsh completion of posixtrace, by `posixtrace completion zsh'\n");
	listing_variables();
	fputs(listing_functions, stdout);
	puts(named);
	puts("_posixtrace_settings()\n"
	     "{\n"
	     "\tcompadd -S '' -- ${=_posixtrace_keys}\n"
	     "}\n\n"
	     "_posixtrace_output()\n"
	     "{\n"
	     "\t[[ -z $PREFIX ]] || _posixtrace_settings\n"
	     "\t_files\n"
	     "}\n");
	listing_print("_posixtrace_traces()\n{\n\t_files -g '",
		      listing_patterns, "'\n}\n");
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
	     "# As a file of $fpath this is the function itself.\n"
	     "if [[ ${funcstack[1]-} == _posixtrace ]]; then\n"
	     "\t_posixtrace \"$@\"\n"
	     "else\n"
	     "\tcompdef _posixtrace posixtrace\n"
	     "fi");
}

const struct shell shell_zsh = {
	.name = "zsh",
	.print = print,
};
