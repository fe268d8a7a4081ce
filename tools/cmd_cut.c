/*
 * cmd_cut.c - part of a log, as a log
 */
#include <stdbool.h>
#include <string.h>

#include "common/command.h"
#include "common/digest.h"
#include "common/talk.h"
#include "select/selection.h"
#include "source/sources.h"
#include "write/copy.h"
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

/* Of the same log the same part is the same log. */
static int make_uuid(const struct options *options, struct source *source,
		     unsigned char uuid[16])
{
	struct digest digest;
	int err;

	digest_begin(&digest);
	digest_add_text(&digest, "cut");
	digest_add_number(&digest, options->to.utc);
	selection_digest(&options->selection, &digest);
	err = copy_digest(source, &digest);
	digest_uuid(&digest, uuid);
	return err;
}

static int cut(struct options *options, struct source *source)
{
	unsigned char uuid[16];
	int err = make_uuid(options, source, uuid);

	if (!err)
		return rewrite(&options->to, uuid, source, &options->selection);
	talk_error(source->name, err);
	return EXIT_SYSTEM;
}

static int run(int argc, char **argv)
{
	struct options options = { .to.output = NULL };
	struct source *source;
	int status;

	command_parse(&cmd_cut, &argp, 0, argc, argv, &options);
	status = sources_open(&source, &options.files);
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
