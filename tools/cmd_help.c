/*
 * cmd_help.c - the overview, or the help of a subcommand
 */
#include <stddef.h>
#include <string.h>

#include "common/arguments.h"
#include "source/catalogue.h"

static error_t parse(int key, char *arg, struct argp_state *state)
{
	const char **topic = state->input;

	if (key != ARGP_KEY_ARG || *topic)
		return ARGP_ERR_UNKNOWN;
	*topic = arg;
	return 0;
}

static const struct argp argp = {
	.parser = parse,
	.args_doc = "[COMMAND|formats]",
	.doc = "say how the command, or one subcommand, is used",
};

static int help_on(const struct command *cmd)
{
	char name[] = "";
	char option[] = "--help";
	char *argv[] = { name, option, NULL };

	return cmd->run(cmd, 2, argv);
}

static int run(const struct command *cmd, int argc, char **argv)
{
	const struct command *asked;
	const char *topic = NULL;

	arguments_parse(cmd, argc, argv, &topic);
	if (topic && !strcmp(topic, "formats")) {
		catalogue_print(stdout);
		return EXIT_SUCCESS;
	}
	if (!topic) {
		command_overview();
		return EXIT_SUCCESS;
	}

	asked = command_find(topic);
	if (!asked) {
		command_refuse(topic);
		return EXIT_MISUSE;
	}
	return help_on(asked);
}

const struct command cmd_help = {
	.name = "help",
	.argp = &argp,
	.run = run,
};
