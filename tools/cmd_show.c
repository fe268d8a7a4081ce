/*
 * cmd_show.c - print logs, an event a line
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "follow.h"
#include "logs.h"
#include "output.h"
#include "selection.h"
#include "sources.h"
#include "talk.h"

#define ARGS "[FILE...]"
#define SUMMARY "print logs, an event a line"

enum { OPTION_STRICT = 256 };

struct options {
	char **files;
	size_t count;
	bool follow;
	bool strict;
	struct selection selection;
	struct output_options output;
};

static const struct argp_option option_table[] = {
	{ "follow", 'F', NULL, 0,
	  "go on with what is recorded, until the log's end or Ctrl-C", 0 },
	{ "strict", OPTION_STRICT, NULL, 0, "exit status 4 if events are lost",
	  0 },
	{ 0 },
};

static void set_files(struct options *options, struct argp_state *state)
{
	options->files = state->argv + state->next;
	options->count = (size_t)(state->argc - state->next);
	for (size_t i = 0; i < options->count; i++)
		if (!strcmp(options->files[i], "-"))
			argp_error(state,
				   "-: reading a log takes seeking in it, "
				   "name a file");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *options = state->input;

	(void)arg;
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &options->selection;
		state->child_inputs[1] = &options->output;
		return 0;
	case 'F':
		options->follow = options->output.to.no_pager = true;
		return 0;
	case OPTION_STRICT:
		options->strict = true;
		return 0;
	case ARGP_KEY_ARGS:
		set_files(options, state);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp_child children[] = {
	{ &selection_argp, 0, NULL, 0 },
	{ &output_argp, 0, NULL, 0 },
	{ 0 },
};

static const struct argp argp = {
	.options = option_table,
	.parser = parse,
	.args_doc = ARGS,
	.doc = SUMMARY
	"\vSeveral logs are shown as one. A FILE may be a directory of them, or "
	"the name that record --rotate gave numbers to. Without FILE it is the "
	"newest *.ptl of the current directory. "
	"Exit status: 0 all was shown; 1 no event is as asked for; 2 called "
	"wrongly, or no such file; 3 a log is damaged (the rest is shown) or "
	"none; 4 with --strict: events are lost; 5 not permitted; 7 input or "
	"output error.",
	.children = children,
};

/* Put every item that is wanted, until there is none, or nobody wants them. */
static int put_items(struct source *source, struct options *options,
		     struct output *output)
{
	struct posix_trace_item_np item;
	int unavailable;
	int err;

	for (;;) {
		err = selection_next(&options->selection, &item, &unavailable);
		if (err)
			return err;
		if (!unavailable)
			output_put(output, &item);
		else if (!output_flush(output) || !options->follow ||
			 options->selection.over || !follow_wait(source))
			return 0;
		if (output_is_over(output))
			return 0;
	}
}

static int show_items(struct source *source, struct options *options)
{
	static struct output output;
	int status, err;

	status = output_open(&output, &options->output, source);
	if (status)
		return status;
	if (options->selection.bounded)
		output_count_from(&output, &options->selection.first);
	err = put_items(source, options, &output);
	status = output_close(&output);

	if (err) {
		talk_error(source->name, err);
		status = EXIT_SYSTEM;
	}
	if (!status)
		status = source_tell_damage(source, options->follow);
	if (!status)
		status = selection_tell(&options->selection);
	if (!status && options->strict)
		status = selection_tell_losses(&options->selection);
	return status;
}

/* A log that has no events yet has no times. */
static int begin(struct source *source, struct options *options)
{
	const bool utc = options->output.time == STAMP_UTC;
	int err;

	if (options->follow)
		follow_begin();
	do
		err = selection_begin(&options->selection, source, utc);
	while (!err && options->selection.over && options->follow &&
	       follow_wait(source));
	return err;
}

static int show(struct source *source, struct options *options)
{
	int err;

	err = begin(source, options);
	return err ? selection_refuse(&options->selection, err) :
		     show_items(source, options);
}

static int show_files(struct options *options)
{
	struct source *source;
	int status;

	status = sources_open(&source, options->files, options->count);
	if (status)
		return status;
	status = show(source, options);
	source_close(source);
	return status;
}

static int show_newest(struct options *options)
{
	char *newest = logs_find_newest();
	int status;

	if (!newest) {
		talk("no *.ptl in this directory: name a log");
		return EXIT_MISUSE;
	}

	talk("showing %s, the newest log here", newest);
	options->files = &newest;
	options->count = 1;
	status = show_files(options);
	free(newest);
	return status;
}

static int run(int argc, char **argv)
{
	struct options options = { .output.time = STAMP_LOCAL };
	int status;

	command_parse(&cmd_show, &argp, 0, argc, argv, &options);
	status = options.count ? show_files(&options) : show_newest(&options);
	selection_fini(&options.selection);
	return status;
}

const struct command cmd_show = {
	.name = "show",
	.args = ARGS,
	.summary = SUMMARY,
	.argp = &argp,
	.run = run,
};
