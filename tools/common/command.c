/*
 * command.c - find a subcommand, and parse its arguments
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "common/command.h"
#include "common/default_options.h"

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

static size_t min3(size_t a, size_t b, size_t c)
{
	size_t min = a < b ? a : b;

	return min < c ? min : c;
}

enum { TYPED_MAX = 32 };

/* How many characters to insert, delete or change to come from a to b. */
static size_t distance(const char *a, const char *b)
{
	size_t row[TYPED_MAX + 1];
	size_t len = strlen(b);

	if (len > TYPED_MAX)
		return len;

	for (size_t j = 0; j <= len; j++)
		row[j] = j;
	for (size_t i = 0; a[i]; i++) {
		size_t corner = row[0];

		row[0] = i + 1;
		for (size_t j = 0; j < len; j++) {
			size_t above = row[j + 1];

			row[j + 1] = min3(above + 1, row[j] + 1,
					  corner + (a[i] != b[j]));
			corner = above;
		}
	}
	return row[len];
}

const struct command *command_guess(const char *typed)
{
	const struct command *best = NULL;
	size_t least = 3; /* two slips are still a guess */

	for (size_t i = 0; commands[i]; i++) {
		size_t slips = distance(commands[i]->name, typed);

		if (slips < least && slips < strlen(commands[i]->name)) {
			least = slips;
			best = commands[i];
		}
	}
	return best;
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

	/* Help is to fit a screen. */
	setenv("ARGP_HELP_FMT",
	       "no-dup-args-note,short-opt-col=1,long-opt-col=5,opt-doc-col=24,"
	       "rmargin=80",
	       0);
	if (argp_parse(argp, argc, argv, flags, NULL, input))
		exit(EXIT_MISUSE);
}
