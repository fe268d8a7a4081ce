/*
 * arguments.c - the arguments of a subcommand
 */
#include <stdio.h>

#include "common/arguments.h"
#include "common/default_options.h"
#include "common/long_options.h"

/* Help is to fit a screen, unless the user has another form. The environment
 * afterwards is what it was: the command that is recorded inherits it. */
static error_t parse(const struct command *cmd, int argc, char **argv,
		     void *input)
{
	static const char form[] = "ARGP_HELP_FMT";
	const bool is_users = getenv(form);
	error_t err;

	setenv(form,
	       "no-dup-args-note,short-opt-col=1,long-opt-col=5,opt-doc-col=24,"
	       "rmargin=80",
	       0);
	err = argp_parse(cmd->argp, argc, argv, cmd->flags, NULL, input);
	if (!is_users)
		unsetenv(form);
	return err;
}

void arguments_parse(const struct command *cmd, int argc, char **argv,
		     void *input)
{
	static char name[32];
	int status;

	/* The program's name in messages of argp and getopt. */
	snprintf(name, sizeof(name), "posixtrace %s", cmd->name);
	argv[0] = name;
	status = default_options_insert(cmd->argp, &argc, &argv);
	if (status)
		exit(status);
	if (option_refuse(cmd->argp, cmd->mixes ? 0 : cmd->flags, argc, argv))
		exit(EXIT_MISUSE);
	if (parse(cmd, argc, argv, input))
		exit(EXIT_MISUSE);
}
