/*
 * cmd_completion.c - what shells need to complete our commands and options
 *
 * All of it is made from the commands' own tables, and those of formats.
 */
#include <string.h>

#include "common/command.h"
#include "completion/shell.h"

#define ARGS "bash|zsh|fish"
#define SUMMARY "print what a shell needs to complete commands and options"

static const struct shell *const shells[] = {
	&shell_bash,
	&shell_zsh,
	&shell_fish,
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	const struct shell **chosen = state->input;

	switch (key) {
	case ARGP_KEY_ARG:
		if (*chosen)
			return ARGP_ERR_UNKNOWN;
		for (size_t i = 0; i < sizeof(shells) / sizeof(*shells); i++)
			if (!strcmp(arg, shells[i]->name))
				*chosen = shells[i];
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
