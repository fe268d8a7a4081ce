/* fish.c - completion for fish */
#include <stdio.h>

#include "completion/listing.h"
#include "completion/options.h"
#include "completion/shell.h"

static const char *const fish_values[] = {
	[ANYTHING] = " -x",
	[FILES] = " -r -F",
	[PIDS] = " -x -a '(__posixtrace_column processes)'",
	[STREAMS] = " -f -a '(__posixtrace_column streams)'",
	[CHOICES] = " -x -a '",
	[COMMANDS] = " -f -a \"$__posixtrace_commands\"",
	[READ] = " -x -a \"$__posixtrace_read\"",
	[WRITTEN] = " -x -a \"$__posixtrace_written\"",
	[SETTINGS] = " -x -a \"$__posixtrace_keys\"",
	[FILE_OR_SETTING] = " -r -F -a \"$__posixtrace_keys\"",
	[GROUPS] = " -x -a '(__posixtrace_list , $__posixtrace_groups)'",
	[EVENTS] = " -x -a '(__posixtrace_list ,! "
		   "(__posixtrace_named events))'",
	[PAIR] = " -x -a '(__posixtrace_list , (__posixtrace_named events))'",
	[COLUMNS] = " -x -a '(__posixtrace_list , $__posixtrace_columns "
		    "(__posixtrace_named fields))'",
	[CONDITION] = " -x -a '(__posixtrace_list ^A-Za-z0-9_. "
		      "$__posixtrace_facts (__posixtrace_named fields))'",
	[FIELD] = " -x -a 'pid tid (__posixtrace_named fields)'",
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
	if (option->takes == CHOICES) {
		options_choices(option->doc);
		putchar('\'');
	}
	fputs(" -d ", stdout);
	options_quote(option->doc, "\\");
	putchar('\n');
}

static void fish_command(const struct command *cmd)
{
	const enum takes operands = options_operands(cmd);
	char summary[COMMAND_SUMMARY];

	fputs("complete -c posixtrace -n __fish_use_subcommand -a ", stdout);
	printf("%s -d ", cmd->name);
	options_quote(command_summary(cmd, summary), "\\");
	putchar('\n');
	options_visit(cmd, fish_option, cmd);
	if (operands == FILES || operands == ANYTHING)
		return;
	fish_begin(cmd);
	if (operands)
		fputs(fish_values[operands], stdout);
	else {
		fputs(" -f -a '", stdout);
		options_words(cmd->argp->args_doc);
		putchar('\'');
	}
	putchar('\n');
}

static void print(void)
{
	puts("# fish completion of posixtrace, by `posixtrace completion "
	     "fish'\n");
	listing_print("set -g __posixtrace_commands", listing_commands, "");
	listing_print("set -g __posixtrace_read", listing_read, "");
	listing_print("set -g __posixtrace_written", listing_written, "");
	listing_print("set -g __posixtrace_keys", listing_settings, "");
	listing_print("set -g __posixtrace_groups", listing_groups, "");
	listing_print("set -g __posixtrace_columns", listing_columns, "");
	listing_print("set -g __posixtrace_facts", listing_facts, "\n");
	puts("function __posixtrace_column\n"
	     "\tposixtrace ls $argv[1] -f tsv 2> /dev/null |\n"
	     "\t\ttail -n +2 | cut -f 1\n"
	     "end\n\n"
	     "# Some of a list: what stands in it stays.\n"
	     "function __posixtrace_list\n"
	     "\tset -l typed (commandline -ct |\n"
	     "\t\tstring replace -r -- '^--[^=]*=' '' |\n"
	     "\t\tstring trim -l -c '\"\\'')\n"
	     "\tset -l before (string match -r \"^.*[$argv[1]]\" -- $typed)\n"
	     "\tprintf '%s\\n' \"$before\"$argv[2..-1]\n"
	     "end\n\n"
	     "# Names in the traces that are on the line.\n"
	     "function __posixtrace_named\n"
	     "\tset -l words (commandline -opc) (commandline -ct)\n"
	     "\tposixtrace completion $argv[1] -- $words[2..-1] "
	     "2> /dev/null\n"
	     "end\n");
	for (size_t i = 0; commands[i]; i++)
		fish_command(commands[i]);
}

const struct shell shell_fish = {
	.name = "fish",
	.print = print,
};
