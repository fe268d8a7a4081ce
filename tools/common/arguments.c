/*
 * arguments.c - the arguments of a subcommand
 */
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>

#include "common/arguments.h"
#include "common/default_options.h"
#include "common/long_options.h"
#include "common/text.h"

enum { MESSAGE = PATH_MAX + 256 };

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
	if (option_refuse(cmd->argp, cmd->flags, argc, argv))
		exit(EXIT_MISUSE);

	/* Help is to fit a screen. */
	setenv("ARGP_HELP_FMT",
	       "no-dup-args-note,short-opt-col=1,long-opt-col=5,opt-doc-col=24,"
	       "rmargin=80",
	       0);
	if (argp_parse(cmd->argp, argc, argv, cmd->flags, NULL, input))
		exit(EXIT_MISUSE);
}

/* Messages */

static void compose(char message[MESSAGE], const char *format, va_list ap)
{
	char raw[MESSAGE];

	vsnprintf(raw, sizeof(raw), format, ap);
	text_tame(message, MESSAGE, raw);
}

void misuse(const struct argp_state *state, const char *format, ...)
{
	char message[MESSAGE];
	va_list ap;

	va_start(ap, format);
	compose(message, format, ap);
	va_end(ap);
	argp_error(state, "%s", message);
	exit(EXIT_MISUSE);
}

void misuse_brief(const struct argp_state *state, const char *format, ...)
{
	char message[MESSAGE];
	va_list ap;

	va_start(ap, format);
	compose(message, format, ap);
	va_end(ap);
	argp_failure(state, EXIT_MISUSE, 0, "%s", message);
	exit(EXIT_MISUSE);
}
