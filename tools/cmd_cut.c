/*
 * cmd_cut.c - part of a log, as a log
 */

#include "common/arguments.h"
#include "select/selection.h"
#include "source/sources.h"
#include "write/rewrite.h"

enum { OPTION_TEMPLATES = 256 };

struct options {
	struct source_files files;
	struct to_log to;
	struct carried_templates carried;
	int status; /* status so far */
	struct selection selection;
};

static const struct argp_option option_table[] = {
	{ "templates", OPTION_TEMPLATES, "FILE", 0,
	  "put these templates into the log, for show --templates", 0 },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *options = state->input;
	const struct to_log_inputs inputs = { &options->files, &options->to,
					      &options->selection,
					      "name a log" };

	switch (key) {
	case OPTION_TEMPLATES:
		if (!options->status)
			options->status =
				carried_templates_add(&options->carried, arg);
		return 0;
	}
	return to_log_parse(key, &inputs, state);
}

static const struct argp argp = {
	.options = option_table,
	.parser = parse,
	.args_doc = "FILE... -o FILE",
	.doc = "write part of a log to another"
	       "\vExit statuses are in posixtrace(1).",
	.children = to_log_children,
};

static int run(const struct command *cmd, int argc, char **argv)
{
	struct options options = { .to.carried = &options.carried };
	struct source *source;
	int status;

	arguments_parse(cmd, argc, argv, &options);
	status = options.status;
	if (!status)
		status = sources_open(&source, &options.files);
	if (!status) {
		status = rewrite_part(&options.to, source, &options.selection);
		source_close(source);
	}
	carried_templates_fini(&options.carried);
	selection_fini(&options.selection);
	return status;
}

const struct command cmd_cut = {
	.name = "cut",
	.argp = &argp,
	.run = run,
};
