/*
 * cmd_show.c - printing logs, or a running recording, one event per line
 */
#include <stdbool.h>
#include <string.h>

#include "common/arguments.h"
#include "common/misuse.h"
#include "common/talk.h"
#include "event/refused_descriptions.h"
#include "live/live_input.h"
#include "source/follow.h"
#include "source/source_log.h"
#include "view/formatter.h"
#include "view/output.h"

enum { OPTION_SEND = 256, OPTION_STRICT };

struct options {
	struct live_input input;
	bool strict;
	struct selection selection;
	struct output_options output;
};

static const struct argp_option option_table[] = {
	{ "send", OPTION_SEND, "ORDER", 0,
	  "order the device to: start, stop, mask=..., dump", 0 },
	{ "strict", OPTION_STRICT, NULL, 0, "exit status 4 if events are lost",
	  0 },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *options = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		options->selection.as = &options->input.files.as;
		options->output.to.as = &options->input.files.as;
		options->input.selection = &options->selection;
		state->child_inputs[0] = &options->input;
		state->child_inputs[1] = &options->selection;
		state->child_inputs[2] = &options->output;
		return 0;
	case OPTION_SEND:
		if (!source_as_order(&options->input.files.as, arg))
			misuse(state, "--send %s: too many orders", arg);
		return 0;
	case OPTION_STRICT:
		options->strict = true;
		return 0;
	case ARGP_KEY_ARGS:
		sources_parse(&options->input.files, state);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp_child children[] = {
	{ &live_input_argp, 0, NULL, 0 },
	{ &selection_argp, 0, NULL, 0 },
	{ &output_argp, 0, NULL, 0 },
	{ 0 },
};

static const struct argp argp = {
	.options = option_table,
	.parser = parse,
	.args_doc = "[FILE...]\nSTREAM",
	.doc = "print logs, an event a line"
	       "\vSeveral logs are shown as one. A FILE may be a directory "
	       "of them, or the name that record --rotate gave numbers to; "
	       "by default it is the newest *.ptl here. STREAM is a number "
	       "from `posixtrace ls'.",
	.children = children,
};

static bool go_on(struct options *options, struct output *output)
{
	return output_flush(output) && !options->selection.over &&
	       live_input_wait(&options->input);
}

/* Puts all selected items, until there is none, or the output is closed. */
static int put_items(struct options *options, struct output *output)
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
		else if (!go_on(options, output))
			return 0;
		if (output_is_over(output))
			return 0;
	}
}

/* Puts all items as the workers of a log made them. */
static int put_batches(struct formatter *formatter, struct output *output)
{
	const int err = formatter_put_all(formatter);

	output_flush(output);
	return err;
}

static struct formatter *begin_formatter(struct source *source,
					 struct options *options,
					 struct output *output)
{
	if (options->input.follow || options->selection.over)
		return NULL;
	return formatter_create(output, &options->selection,
				source_log_workers(source));
}

static int show_items(struct source *source, struct options *options)
{
	static struct output output;
	struct formatter *formatter;
	int status, err;

	status = output_open(&output, &options->output, source);
	if (status)
		return status;
	if (options->selection.bounded)
		output_count_from(&output, &options->selection.first);
	formatter = begin_formatter(source, options, &output);
	err = formatter ? put_batches(formatter, &output) :
			  put_items(options, &output);
	/* A signal may end the program from here on, without leaving a stream
	 * behind. */
	live_input_end(&options->input);
	status = output_close(&output);
	refused_descriptions_tell_all(source);

	if (err) {
		talk_error(source->name, err);
		status = EXIT_SYSTEM;
	}
	if (!status)
		status = source_tell_damage(source,
					    options->input.follow ||
						    options->input.logs.count);
	if (!status)
		status = selection_tell(&options->selection);
	if (!status && options->strict)
		status = selection_tell_losses(&options->selection);
	if (!status)
		status = output.missing;
	formatter_close(formatter);
	return status;
}

/* A log without events has no times yet. */
static int begin(struct source *source, struct options *options)
{
	const bool utc = options->output.time == STAMP_UTC;
	int err;

	do
		err = selection_begin(&options->selection, source, utc);
	while (!err && options->selection.over &&
	       live_input_wait(&options->input));
	return err;
}

static void follow(struct options *options)
{
	options->output.to.keeps_part = true;
	options->output.to.no_pager = true;
	if (!options->output.to.file)
		follow_reader();
}

static int show(struct options *options)
{
	int status, err;

	status = live_input_open(&options->input, "showing");
	if (status)
		return status;
	if (options->input.follow)
		follow(options);
	err = begin(options->input.source, options);
	return err ? selection_refuse(&options->selection, err) :
		     show_items(options->input.source, options);
}

static int run(const struct command *cmd, int argc, char **argv)
{
	struct options options = { .output.time = STAMP_AUTO };
	int status;

	arguments_parse(cmd, argc, argv, &options);
	status = show(&options);
	status = live_input_close(&options.input, status);
	selection_fini(&options.selection);
	return status;
}

const struct command cmd_show = {
	.name = "show",
	.argp = &argp,
	.run = run,
};
