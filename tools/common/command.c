/*
 * command.c - find a subcommand, and parse its arguments
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "common/command.h"
#include "common/default_options.h"
#include "common/guess.h"
#include "common/long_options.h"
#include "common/talk.h"

const struct command *const commands[] = {
	&cmd_record,
	&cmd_show,
	&cmd_stat,
	&cmd_info,
	&cmd_convert,
	&cmd_merge,
	&cmd_cut,
	&cmd_split,
	&cmd_recover,
	&cmd_ls,
	&cmd_top,
	&cmd_start,
	&cmd_stop,
	&cmd_select,
	&cmd_clear,
	&cmd_flush,
	&cmd_shutdown,
	&cmd_snapshot,
	&cmd_fmt,
	&cmd_doctor,
	&cmd_bench,
	&cmd_completion,
	&cmd_help,
	NULL,
};

int command_error_status(int err)
{
	return err == EACCES || err == EPERM ? EXIT_DENIED : EXIT_SYSTEM;
}

const struct command *command_find(const char *name)
{
	for (size_t i = 0; commands[i]; i++)
		if (!strcmp(commands[i]->name, name))
			return commands[i];
	return NULL;
}

void command_refuse(const char *typed)
{
	struct guess guess;

	guess_begin(&guess, typed);
	for (size_t i = 0; commands[i]; i++)
		guess_add(&guess, commands[i]->name);
	talk("%s: no such subcommand%s", typed,
	     *guess.best ? guess_hint(&guess) : "; see posixtrace --help");
}

void command_parse(const struct command *cmd, const struct argp *argp,
		   unsigned flags, int argc, char **argv, void *input)
{
	static char name[32];
	int status;

	/* What argp and getopt call the program in their messages. */
	snprintf(name, sizeof(name), "posixtrace %s", cmd->name);
	argv[0] = name;
	status = default_options_insert(argp, &argc, &argv);
	if (status)
		exit(status);
	if (option_refuse(argp, flags, argc, argv))
		exit(EXIT_MISUSE);

	/* Help is to fit a screen. */
	setenv("ARGP_HELP_FMT",
	       "no-dup-args-note,short-opt-col=1,long-opt-col=5,opt-doc-col=24,"
	       "rmargin=80",
	       0);
	if (argp_parse(argp, argc, argv, flags, NULL, input))
		exit(EXIT_MISUSE);
}
