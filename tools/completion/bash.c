/* bash.c - completion for bash */
#include <stdio.h>

#include "completion/listing.h"
#include "completion/options.h"
#include "completion/shell.h"

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
	[CHOICES] = "_posixtrace_words",
	[COMMANDS] = "_posixtrace_words $_posixtrace_commands",
	[READ] = "_posixtrace_words $_posixtrace_read",
	[WRITTEN] = "_posixtrace_words $_posixtrace_written",
	[SETTINGS] = "_posixtrace_settings",
	[FILE_OR_SETTING] = "_posixtrace_files; [[ -z $cur ]] || "
			    "_posixtrace_settings",
	[GROUPS] = "_posixtrace_list , $_posixtrace_groups",
	[EVENTS] = "_posixtrace_list ',!' $(_posixtrace_named events)",
	[PAIR] = "_posixtrace_list , $(_posixtrace_named events)",
	[COLUMNS] = "_posixtrace_list , $_posixtrace_columns "
		    "$(_posixtrace_named fields)",
	[CONDITION] = "_posixtrace_list '^[:alnum:]_.' $_posixtrace_facts "
		      "$(_posixtrace_named fields)",
	[FIELD] = "_posixtrace_words pid tid $(_posixtrace_named fields)",
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
	printf(") %s ", bash_reply[option->takes]);
	if (option->takes == CHOICES)
		options_choices(option->doc);
	puts("; return ;;");
}

static void bash_command(const struct command *cmd)
{
	const enum takes operands = options_operands(cmd);

	printf("\t%s)\n\t\tcase $prev in\n", cmd->name);
	options_visit(cmd, bash_value, NULL);
	fputs("\t\tesac\n\t\tcase $cur in\n\t\t-*) _posixtrace_words ", stdout);
	options_visit(cmd, bash_option, NULL);
	fputs(";;\n\t\t*) _posixtrace_words ", stdout);
	options_words(cmd->argp->args_doc);
	if (operands == ANYTHING)
		fputs("; COMPREPLY+=($(compgen -c -- \"$cur\"))", stdout);
	else if (operands)
		printf("; %s", bash_reply[operands]);
	fputs(" ;;\n\t\tesac ;;\n", stdout);
}

static void print(void)
{
	puts("# bash completion of posixtrace, by `posixtrace completion "
	     "bash'\n");
	listing_variables();
	fputs(listing_functions, stdout);
	puts("_posixtrace_words()\n"
	     "{\n"
	     "\tCOMPREPLY+=($(compgen -W \"$*\" -- \"$cur\"))\n"
	     "}\n\n"
	     "# Some of a list: what stands in it stays.\n"
	     "_posixtrace_list()\n"
	     "{\n"
	     "\tlocal word last=${cur##*[$1]}\n"
	     "\tlocal before=${cur%\"$last\"}\n\n"
	     "\tfor word in \"${@:2}\"; do\n"
	     "\t\t[[ $word != \"$last\"* ]] ||\n"
	     "\t\t\tCOMPREPLY+=(\"$before$word\")\n"
	     "\tdone\n"
	     "\tcompopt -o nospace 2> /dev/null\n"
	     "}\n\n"
	     "# Names in the traces that are on the line.\n"
	     "_posixtrace_named()\n"
	     "{\n"
	     "\tlocal word words=()\n\n"
	     "\tfor word in \"${COMP_WORDS[@]:1}\"; do\n"
	     "\t\tword=${word//[\\\\\\'\\\"]/}\n"
	     "\t\t[[ $word != '~/'* ]] || word=$HOME${word:1}\n"
	     "\t\twords+=(\"$word\")\n"
	     "\tdone\n"
	     "\tposixtrace completion \"$1\" -- \"${words[@]}\" 2> /dev/null\n"
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
	listing_print("\tfor pattern in", listing_quoted_patterns, "; do");
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
	     "\tcur=${cur#[\\\"\\']}\n"
	     "\tcase ${COMP_WORDS[1]} in");
	for (size_t i = 0; commands[i]; i++)
		bash_command(commands[i]);
	puts("\t*) _posixtrace_files ;;\n"
	     "\tesac\n"
	     "}\n\n"
	     "complete -F _posixtrace posixtrace");
}

const struct shell shell_bash = {
	.name = "bash",
	.print = print,
};
