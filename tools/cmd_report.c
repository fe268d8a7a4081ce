/*
 * cmd_report.c - a trace as a page for browsers
 */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/arguments.h"
#include "common/misuse.h"
#include "common/talk.h"
#include "event/carried_notes.h"
#include "live/live_input.h"
#include "report/report.h"
#include "report/settings.h"
#include "select/selection.h"
#include "source/source_begin.h"
#include "view/report_options.h"
#include "write/export/export.h"

enum {
	OPTION_FORCE = 256,
	OPTION_MAX_EVENTS,
	OPTION_STRICT,
	OPTION_UTC,
	MOST = 5000000, /* events, if the user does not say */
};

struct options {
	struct live_input input;
	const char *output;
	unsigned long long most;
	bool force;
	bool quiet;
	bool strict;
	bool utc;
	struct selection selection;
	struct report_options templates;
};

static const struct argp_option option_table[] = {
	{ "output", 'o', "FILE", 0, "the page to write, - is standard output",
	  0 },
	{ "force", OPTION_FORCE, NULL, 0, "replace FILE if it exists", 0 },
	{ "max-events", OPTION_MAX_EVENTS, "N", 0,
	  "leave out the events, and keep spans, losses and counters, if there "
	  "are more; by default 5000000",
	  0 },
	{ "strict", OPTION_STRICT, NULL, 0, "exit status 4 if events are lost",
	  0 },
	{ "quiet", 'q', NULL, 0, "no totals", 0 },
	{ "utc", OPTION_UTC, NULL, 0,
	  "times of the selection, and of the page, are in UTC", 0 },
	{ 0 },
};

static void set_most(struct options *options, const char *arg,
		     struct argp_state *state)
{
	char *end;

	errno = 0;
	options->most = strtoull(arg, &end, 10);
	if (*arg < '0' || *arg > '9' || *end || errno)
		misuse(state, "--max-events=%s: a number was expected", arg);
}

static void check(const struct options *options, struct argp_state *state)
{
	if (!options->output)
		misuse(state, "-o is missing: name the page to write");
	if (!strcmp(options->output, "-") && isatty(STDOUT_FILENO))
		misuse(state, "-o -: a page cannot go to a terminal");
	if (options->templates.is_given)
		misuse(state, "this needs a report of AIX's form: "
			      "`posixtrace show -f report'");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *options = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		options->most = MOST;
		options->selection.as = &options->input.files.as;
		options->input.selection = &options->selection;
		state->child_inputs[0] = &options->input;
		state->child_inputs[1] = &options->selection;
		state->child_inputs[2] = &options->templates;
		return 0;
	case 'o':
		options->output = arg;
		return 0;
	case OPTION_FORCE:
		options->force = true;
		return 0;
	case OPTION_MAX_EVENTS:
		set_most(options, arg, state);
		return 0;
	case OPTION_STRICT:
		options->strict = true;
		return 0;
	case 'q':
		options->quiet = true;
		return 0;
	case OPTION_UTC:
		options->utc = true;
		return 0;
	case ARGP_KEY_ARGS:
		sources_parse(&options->input.files, state);
		return 0;
	case ARGP_KEY_END:
		check(options, state);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp_child children[] = {
	{ &live_input_argp, 0, NULL, 0 },
	{ &selection_argp, 0, NULL, 0 },
	{ &report_argp, 0, NULL, 0 },
	{ 0 },
};

static const struct argp argp = {
	.options = option_table,
	.parser = parse,
	.args_doc = "[FILE...] -o FILE",
	.doc = "write a page for browsers: timeline, figures and events"
	       "\vThe page is one file, which needs no network. Several logs "
	       "are one trace. The default FILE is the newest *.ptl of the "
	       "current directory. Exit statuses are in posixtrace(1).",
	.children = children,
};

static void tell_left_out(const struct options *options,
			  const struct report_settings *settings)
{
	if (*settings->left_out)
		talk("%s: its %llu events are more than %llu, and left out; "
		     "spans, losses and counters are all there (--max-events, "
		     "--range)",
		     options->output, (unsigned long long)*settings->left_out,
		     options->most);
}

static int write_page(struct options *options, struct source *source,
		      struct report_settings *settings)
{
	const struct export_to to = {
		.format = &report_format,
		.option = "a ",
		.output = options->output,
		.force = options->force,
		.quiet = options->quiet,
		.utc = options->utc,
		.settings = &settings->settings,
	};
	int status = export_write(&to, source, &options->selection);

	if (!status || status == EXIT_DAMAGED)
		tell_left_out(options, settings);
	if (!status && options->strict)
		status = selection_tell_losses(&options->selection);
	return status;
}

static int write_report(struct options *options, struct source *source,
			struct rendering *rendering)
{
	const struct selection *selection = &options->selection;
	uint64_t left_out = 0;
	struct report_settings settings = {
		.most = options->most,
		.utc = options->utc,
		.figures = {
			.system = selection->events.count,
			.partial = selection_is_given(selection) &&
				   !selection_is_of_time(selection),
		},
		.is_part = selection_is_given(selection),
		.source = source,
		.rendering = rendering,
		.left_out = &left_out,
	};
	const int err = source_begin(source, &settings.start_ns);

	if (!err || err == ENODATA)
		return write_page(options, source, &settings);
	talk_error(source->name, err);
	return EXIT_SYSTEM;
}

/* Loads the templates, if they are wanted. */
static int report_with_templates(struct options *options, struct source *source)
{
	struct pxt_templates *templates;
	struct rendering *rendering;
	int status;

	status = report_options_load(&options->templates, source, &templates);
	if (status)
		return status;
	rendering = rendering_create(source, templates);
	if (rendering) {
		status = write_report(options, source, rendering);
	} else {
		talk_error("templates", ENOMEM);
		status = EXIT_SYSTEM;
	}
	rendering_close(rendering);
	pxt_templates_close(templates);
	return status;
}

static int report(struct options *options)
{
	struct source *source;
	int status;

	status = live_input_gather(&options->input, "a report of");
	if (!status)
		status = live_input_open_gathered(&options->input);
	if (status)
		return status;
	source = options->input.source;
	return options->templates.wants || carried_notes_are_in(source) ?
		       report_with_templates(options, source) :
		       write_report(options, source, NULL);
}

static int run(const struct command *cmd, int argc, char **argv)
{
	static struct options options;
	int status;

	arguments_parse(cmd, argc, argv, &options);
	status = report(&options);
	status = live_input_close(&options.input, status);
	selection_fini(&options.selection);
	return status;
}

const struct command cmd_report = {
	.name = "report",
	.argp = &argp,
	.run = run,
};
