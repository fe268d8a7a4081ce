/*
 * cmd_completion.c - scripts for shells that complete commands and options
 *
 * They are made from the commands' own tables, and those of formats.
 */
#include <stdbool.h>
#include <string.h>

#include "common/arguments.h"
#include "common/misuse.h"
#include "common/words.h"
#include "completion/names.h"
#include "completion/shell.h"

static const struct shell *const shells[] = {
	&shell_bash,
	&shell_zsh,
	&shell_fish,
};

static const struct word names[] = {
	{ "events", NAMES_EVENTS },
	{ "fields", NAMES_FIELDS },
	{ 0 },
};

/* The shell whose script to print, or the kind of names. */
struct options {
	const struct shell *shell; /* may be NULL: names */
	enum names_kind names;
	char **word; /* words of the line being typed */
	int count;
};

static bool choose_names(struct options *options, const char *arg,
			 struct argp_state *state)
{
	for (const struct word *kind = names; kind->text; kind++) {
		if (strcmp(arg, kind->text))
			continue;
		options->names = (enum names_kind)kind->value;
		options->word = state->argv + state->next;
		options->count = state->argc - state->next;
		state->next = state->argc;
		return true;
	}
	return false;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *options = state->input;

	switch (key) {
	case ARGP_KEY_ARG:
		if (options->shell)
			return ARGP_ERR_UNKNOWN;
		for (size_t i = 0; i < sizeof(shells) / sizeof(*shells); i++)
			if (!strcmp(arg, shells[i]->name))
				options->shell = shells[i];
		if (!options->shell && !choose_names(options, arg, state))
			misuse(state, "%s: expected bash, zsh or fish", arg);
		return 0;
	case ARGP_KEY_NO_ARGS:
		misuse(state, "which shell? bash, zsh or fish");
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp argp = {
	.parser = parse,
	.args_doc = "bash|zsh|fish\nevents|fields -- WORD...",
	.doc = "print what a shell needs to complete commands and options"
	       "\vFor bash, `source <(posixtrace completion bash)'; for zsh "
	       "the same, behind compinit; for fish, `posixtrace completion "
	       "fish | source'. The scripts also complete names of events "
	       "and fields."
	       "\n\nExit status: 0; 2 wrong usage; 7 output cannot be "
	       "written.",
};

static int run(const struct command *cmd, int argc, char **argv)
{
	struct options options = { 0 };

	arguments_parse(cmd, argc, argv, &options);
	if (!options.shell)
		return names_print(options.names, options.word, options.count);
	options.shell->print();
	return EXIT_SUCCESS;
}

const struct command cmd_completion = {
	.name = "completion",
	.argp = &argp,
	.run = run,
};
