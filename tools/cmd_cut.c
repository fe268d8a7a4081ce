/*
 * cmd_cut.c - part of a log, as a log
 */
#include <stdbool.h>
#include <string.h>

#include "command.h"
#include "copy.h"
#include "digest.h"
#include "rewrite.h"
#include "selection.h"
#include "sources.h"
#include "talk.h"

#define ARGS "FILE -o FILE"
#define SUMMARY "write part of a log to another"

enum { OPTION_FORCE = 256, OPTION_UTC };

struct options {
	char *file;
	const char *output;
	bool force;
	bool quiet;
	bool utc;
	struct selection selection;
};

static const struct argp_option option_table[] = {
	{ "output", 'o', "FILE", 0, "the log to write", 0 },
	{ "force", OPTION_FORCE, NULL, 0, "FILE may be there: replace it", 0 },
	{ "utc", OPTION_UTC, NULL, 0, "times that are asked for are in UTC",
	  0 },
	{ "quiet", 'q', NULL, 0, "no totals", 0 },
	{ 0 },
};

static void set_file(struct options *options, char *arg,
		     struct argp_state *state)
{
	if (options->file)
		argp_error(state, "%s: one log at a time", arg);
	options->file = arg;
}

static void check(const struct options *options, struct argp_state *state)
{
	if (!options->file)
		argp_error(state, "name a log");
	if (!options->output)
		argp_error(state, "-o is missing: name the log to write");
	if (!strcmp(options->output, "-") || !strcmp(options->file, "-"))
		argp_error(state, "-: logs take seeking in them, name a file");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *options = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &options->selection;
		return 0;
	case 'o':
		options->output = arg;
		return 0;
	case OPTION_FORCE:
		options->force = true;
		return 0;
	case OPTION_UTC:
		options->utc = true;
		return 0;
	case 'q':
		options->quiet = true;
		return 0;
	case ARGP_KEY_ARG:
		set_file(options, arg, state);
		return 0;
	case ARGP_KEY_END:
		check(options, state);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp_child children[] = {
	{ &selection_argp, 0, NULL, 0 },
	{ 0 },
};

static const struct argp argp = {
	.options = option_table,
	.parser = parse,
	.args_doc = ARGS,
	.doc = SUMMARY
	"\vExit status: 0 done; 1 no event is as asked for, and nothing is "
	"written; 2 called wrongly, or no such file; 3 the log is damaged (the "
	"rest is written) or none; 5 not permitted; 7 input or output error.",
	.children = children,
};

/* Of the same log the same part is the same log. */
static int make_uuid(const struct options *options, struct source *source,
		     unsigned char uuid[16])
{
	struct digest digest;
	int err;

	digest_begin(&digest);
	digest_add_text(&digest, "cut");
	digest_add_number(&digest, options->utc);
	selection_digest(&options->selection, &digest);
	err = copy_digest(source, &digest);
	digest_uuid(&digest, uuid);
	return err;
}

static int cut(struct options *options, struct source *source)
{
	unsigned char uuid[16];
	const struct rewrite log = {
		.output = options->output,
		.force = options->force,
		.quiet = options->quiet,
		.utc = options->utc,
		.uuid = uuid,
	};
	int err = make_uuid(options, source, uuid);

	if (!err)
		return rewrite(&log, source, &options->selection);
	talk_error(source->name, err);
	return EXIT_SYSTEM;
}

static int run(int argc, char **argv)
{
	struct options options = { .file = NULL };
	struct source *source;
	int status;

	command_parse(&cmd_cut, &argp, 0, argc, argv, &options);
	status = sources_open(&source, &options.file, 1);
	if (!status) {
		status = cut(&options, source);
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
