/*
 * cmd_cut.c - part of a log, as a log
 */
#include <stdbool.h>
#include <string.h>

#include "common/command.h"
#include "select/selection.h"
#include "source/sources.h"
#include "write/rewrite.h"

#define ARGS "FILE... -o FILE"
#define SUMMARY "write part of a log to another"

enum { OPTION_FORCE = 256, OPTION_UTC };

struct options {
	struct source_files files;
	struct to_log to;
	struct selection selection;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *options = state->input;

	(void)arg;
	switch (key) {
	case ARGP_KEY_INIT:
		options->selection.as = &options->files.as;
		options->to.as = &options->files.as;
		state->child_inputs[0] = &options->to;
		state->child_inputs[1] = &options->selection;
		return 0;
	case ARGP_KEY_ARGS:
		sources_parse(&options->files, state);
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "name a log");
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp_child children[] = {
	{ &to_log_argp, 0, NULL, 0 },
	{ &selection_argp, 0, NULL, 0 },
	{ 0 },
};

static const struct argp argp = {
	.parser = parse,
	.args_doc = ARGS,
	.doc = SUMMARY
	"\vExit statuses are in posixtrace(1).",
	.children = children,
};

static int run(int argc, char **argv)
{
	struct options options = { .to.output = NULL };
	struct source *source;
	int status;

	command_parse(&cmd_cut, &argp, 0, argc, argv, &options);
	status = sources_open(&source, &options.files);
	if (!status) {
		status = rewrite_part(&options.to, source,
				      &options.selection);
		source_close(source);
	}
	selection_fini(&options.selection);
	return status;
}

const struct command cmd_cut = {
	.name = "cut",
	.args = ARGS,
	.summary = SUMMARY,
	.argp = &argp,
	.run = run,
};
