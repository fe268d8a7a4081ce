/* zsh.c - what zsh needs to complete */
#include <stdio.h>

#include "completion/listing.h"
#include "completion/options.h"
#include "completion/shell.h"

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
	options_quote(option->doc, "[]:\\");
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
	const enum takes operands = options_operands(cmd);

	printf("\t%s)\n\t\t_arguments -s", cmd->name);
	options_visit(cmd, zsh_option, NULL);
	fputs(" \\\n\t\t\t\"*", stdout);
	if (operands)
		fputs(zsh_action[operands], stdout);
	else {
		fputs(":word:(", stdout);
		options_words(cmd->args);
		putchar(')');
	}
	puts("\" ;;");
}

static void print(void)
{
	puts("#compdef posixtrace\n"
	     "# zsh completion of posixtrace, by `posixtrace completion zsh'\n");
	listing_variables();
	fputs(listing_functions, stdout);
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
	     "compdef _posixtrace posixtrace");
}

const struct shell shell_zsh = {
	.name = "zsh",
	.print = print,
};
