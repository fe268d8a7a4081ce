/*
 * cmd_show.c - printing logs, or a running recording, one event per line
 */
#include <stdbool.h>
#include <string.h>

#include "common/arguments.h"
#include "common/misuse.h"
#include "common/talk.h"
#include "event/refused_descriptions.h"
#include "live/live_wish.h"
#include "live/live_urge.h"
#include "select/selection.h"
#include "source/device/device.h"
#include "source/follow.h"
#include "source/source_log.h"
#include "source/sources.h"
#include "view/formatter.h"
#include "view/output.h"

enum { OPTION_SEND = 256, OPTION_STRICT };

struct options {
	struct source_files files;
	bool follow;
	bool strict;
	struct live *live; /* the running recording; or NULL */
	struct live_urge urge;
	struct selection selection;
	struct output_options output;
};

static const struct argp_option option_table[] = {
	{ "follow", 'F', NULL, 0,
	  "go on until its end or Ctrl-C; without FILE, watch the process of "
	  "-p",
	  0 },
	{ "send", OPTION_SEND, "ORDER", 0,
	  "order the device to: start, stop, mask=..., dump", 0 },
	{ "strict", OPTION_STRICT, NULL, 0, "exit status 4 if events are lost",
	  0 },
	{ 0 },
};

static void follow(struct options *options)
{
	options->follow = options->files.as.grows = true;
	options->output.to.keeps_part = true;
	options->output.to.no_pager = true;
}

/* A line to a device goes on while it is shown. */
static void set_files(struct options *options, struct argp_state *state)
{
	sources_parse(&options->files, state);
	for (size_t i = 0; i < options->files.count; i++)
		if (device_is_name(options->files.file[i]))
			follow(options);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *options = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		options->selection.as = &options->files.as;
		options->output.to.as = &options->files.as;
		state->child_inputs[0] = &options->selection;
		state->child_inputs[1] = &options->output;
		return 0;
	case 'F':
		follow(options);
		return 0;
	case OPTION_SEND:
		if (!source_as_order(&options->files.as, arg))
			misuse(state, "--send %s: too many orders", arg);
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
	.args_doc = "[FILE...]\nSTREAM",
	.doc = "print logs, an event a line"
	       "\vSeveral logs are shown as one. A FILE may be a directory "
	       "of them, or the name that record --rotate gave numbers to; "
	       "by default it is the newest *.ptl here. STREAM is a number "
	       "from `posixtrace ls'.",
	.children = children,
};

static bool wait_for_more(struct source *source, struct options *options)
{
	if (!options->follow)
		return false;
	if (options->live)
		return live_more(options->live);
	live_urge(&options->urge, source);
	return follow_wait(source);
}

static bool go_on(struct source *source, struct options *options,
		  struct output *output)
{
	if (!output_flush(output))
		return false;
	if (options->live)
		live_done(options->live);
	return !options->selection.over && wait_for_more(source, options);
}

/* Puts all selected items, until there is none, or the output is closed. */
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
		else if (!go_on(source, options, output))
			return 0;
		if (output_is_over(output))
			return 0;
	}
}

/* Puts all items as the workers of a log made them. */
static int put_batches(struct formatter *formatter, struct output *output)
{
	bool none = false;
	int err = 0;

	while (!none && !output_is_over(output))
		err = formatter_put_batch(formatter, &none);
	output_flush(output);
	return err;
}

static struct formatter *begin_formatter(struct source *source,
					 struct options *options,
					 struct output *output)
{
	if (options->follow || options->live || options->selection.over)
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
			  put_items(source, options, &output);
	/* A signal may end the program from here on, without leaving a stream
	 * behind. */
	if (options->live)
		live_end(options->live);
	status = output_close(&output);
	refused_descriptions_tell_all(source);

	if (err) {
		talk_error(source->name, err);
		status = EXIT_SYSTEM;
	}
	if (!status)
		status = source_tell_damage(source,
					    options->follow || options->live);
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
	       wait_for_more(source, options));
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

	if (options->follow && options->files.count)
		status = sources_open_growing(&source, &options->files);
	else
		status = sources_open_or_newest(&source, &options->files,
						"showing");
	if (status)
		return status;
	source_follow(source, options->follow);
	status = show(source, options);
	source_close(source);
	return status;
}

static struct live_wish wish_of(struct options *options)
{
	return (struct live_wish){
		.operand = options->files.file,
		.operands = options->files.count,
		.selection = &options->selection,
		.follow = options->follow,
	};
}

/* The stream filters events if names suffice. */
static int show_live(struct options *options, const struct live_wish *wish)
{
	char *events = live_wish_events(&options->selection);
	const struct live_plan plan = {
		.events = events,
		.follow = options->follow,
	};
	int status;

	options->output.to.keeps_part = true;
	status = live_wish_open(&options->live, wish, &plan);
	if (!status) {
		status = show(options->live->source, options);
		if (options->live->status)
			status = options->live->status;
		live_close(options->live);
	}
	free(events);
	return status;
}

static int run(const struct command *cmd, int argc, char **argv)
{
	struct options options = { .output.time = STAMP_AUTO };
	struct live_wish wish;
	int status;

	arguments_parse(cmd, argc, argv, &options);
	if (options.follow)
		follow_begin();
	if (options.follow && !options.output.to.file)
		follow_reader();
	wish = wish_of(&options);
	status = live_wish_is_live(&wish) ? show_live(&options, &wish) :
					    show_files(&options);
	selection_fini(&options.selection);
	return status;
}

const struct command cmd_show = {
	.name = "show",
	.argp = &argp,
	.run = run,
};
