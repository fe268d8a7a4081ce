/*
 * output.c - output of items in the user's format
 */
#include <errno.h>
#include <langinfo.h>
#include <stdlib.h>
#include <string.h>

#include "common/misuse.h"
#include "common/command.h"
#include "common/forms.h"
#include "common/talk.h"
#include "common/words.h"
#include "source/own_time.h"
#include "view/output.h"

/* Options */

enum {
	OPTION_TIME = 0x2000, /* distinct from commands' options */
	OPTION_UTC,
	OPTION_COLOUR,
	OPTION_NO_SYMBOLS,
};

static const struct argp_option option_table[] = {
	{ NULL, 0, NULL, 0, "Output:", 2 },
	{ "format", 'f', "FORMAT", 0,
	  "text, json (a line each), csv, tsv, report (AIX)", 2 },
	{ "columns", 'O', "NAME,...", 0,
	  "time, delta, ts, thread, name, pid, tid, comm, tname, host, addr, "
	  "func, src, mangled, inlined, len, data, hex, args, lost, or names of fields",
	  2 },
	{ "time", OPTION_TIME, "FORM", 0,
	  "local, utc, elapsed (since the first event), delta (since the line "
	  "before) or raw (nanoseconds)",
	  2 },
	{ "utc", OPTION_UTC, NULL, 0, "the same as --time=utc", 2 },
	{ "color", OPTION_COLOUR, "WHEN", 0,
	  "auto (on a terminal), always or never", 2 },
	{ "no-symbols", OPTION_NO_SYMBOLS, NULL, 0,
	  "do not look for functions and lines of the source", 2 },
	{ "full", 'v', NULL, 0, "all data, however long, and all fields", 2 },
	{ 0 },
};

static const struct word formats[] = {
	{ "text", OUTPUT_TEXT },     { "json", OUTPUT_JSON },
	{ "csv", OUTPUT_CSV },	     { "tsv", OUTPUT_TSV },
	{ "report", OUTPUT_REPORT }, { 0 },
};

static const struct word colours[] = {
	{ "auto", COLOUR_AUTO },
	{ "always", COLOUR_ALWAYS },
	{ "never", COLOUR_NEVER },
	{ 0 },
};

static bool has_symbols(const struct output_options *options)
{
	return columns_have(&options->columns, COLUMN_FUNCTION) ||
	       columns_have(&options->columns, COLUMN_PLACE) ||
	       columns_have(&options->columns, COLUMN_MANGLED) ||
	       columns_have(&options->columns, COLUMN_INLINED);
}

static void set_columns(struct output_options *options, const char *arg,
			struct argp_state *state)
{
	char why[COLUMNS_WHY];

	/* Options of reports are not columns. */
	if (strchr(arg, '=')) {
		report_options_parse(&options->templates, arg, state);
		return;
	}
	if (!columns_parse(arg, &options->columns, why))
		misuse(state, "-O %s: %s", arg, why);
	if (has_symbols(options) && !symbols_are_there())
		misuse(state, "-O %s: built without libdw", arg);
}

static void check(const struct output_options *options,
		  struct argp_state *state)
{
	const bool is_report = options->format == OUTPUT_REPORT;

	if (options->columns.count && options->format == OUTPUT_JSON)
		misuse(state, "-O: JSON has no columns");
	if (options->columns.count && is_report)
		misuse(state, "-O: a report has NAME=VALUE, as exec=on");
	if (options->templates.is_given && !is_report)
		misuse(state, "this needs a report: -f report");
	if (options->templates.wants && !is_report && options->columns.count)
		misuse(state, "templates and -O exclude each other: a "
			      "template prints all of an event");
	if (options->templates.wants && !is_report &&
	    options->format != OUTPUT_TEXT)
		misuse(state,
		       "templates and -f %s exclude each other: a template "
		       "prints lines, of -f text or report",
		       words_find(formats, (int)options->format, ""));
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct output_options *options = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &options->to;
		state->child_inputs[1] = &options->templates;
		return 0;
	case 'f':
		options->format =
			(enum output_format)forms_parse(formats, arg, state);
		return 0;
	case 'O':
		set_columns(options, arg, state);
		return 0;
	case OPTION_TIME:
		options->time = (enum stamp_form)words_parse(
			stamp_forms, "--time=", arg, state);
		return 0;
	case OPTION_UTC:
		options->time = STAMP_UTC;
		return 0;
	case OPTION_COLOUR:
		options->colour = (enum output_colour)words_parse(
			colours, "--color=", arg, state);
		return 0;
	case OPTION_NO_SYMBOLS:
		options->no_symbols = true;
		return 0;
	case 'v':
		options->full = true;
		return 0;
	case ARGP_KEY_END:
		check(options, state);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp_child children[] = {
	{ &destination_argp, 0, NULL, 0 },
	{ &report_argp, 0, NULL, 0 },
	{ 0 },
};

const struct argp output_argp = {
	.options = option_table,
	.parser = parse,
	.children = children,
};

/* Views */

static bool want_colour(const struct output *output)
{
	const enum output_colour colour = output->options.colour;
	const char *no_color = getenv("NO_COLOR");
	const char *term = getenv("TERM");

	if (colour != COLOUR_AUTO)
		return colour == COLOUR_ALWAYS;
	return destination_shows_colour(&output->to) &&
	       !(no_color && *no_color) && term && strcmp(term, "dumb");
}

static bool is_lines(const struct output *output)
{
	return output->options.format == OUTPUT_TEXT &&
	       !output->options.columns.count;
}

static bool is_report(const struct output *output)
{
	return output->options.format == OUTPUT_REPORT;
}

static bool is_json(const struct output *output)
{
	return output->options.format == OUTPUT_JSON;
}

static struct payload_style payload_style(const struct output *output)
{
	const bool text =
		output->options.format == OUTPUT_TEXT || is_report(output);

	return (struct payload_style){
		.full = output->options.full || !text,
		.ascii = text && destination_is_terminal(&output->to) &&
			 strcmp(nl_langinfo(CODESET), "UTF-8"),
	};
}

static void begin_lines(struct output *output, struct source *source)
{
	const struct line_style style = {
		.time = output->options.time,
		.colour = want_colour(output),
		.payload = payload_style(output),
		.symbols = output->symbols,
		.rendering = output->rendering,
	};

	line_init(&output->view.line, source, &style);
}

static void begin_table(struct output *output, struct source *source)
{
	static const enum grid_form forms[] = {
		[OUTPUT_TEXT] = GRID_TEXT,
		[OUTPUT_CSV] = GRID_CSV,
		[OUTPUT_TSV] = GRID_TSV,
	};
	const struct grid_style style = {
		.form = forms[output->options.format],
		.time = output->options.time,
		.payload = payload_style(output),
		.symbols = output->symbols,
		.no_symbols = output->options.no_symbols,
		.columns = output->options.columns,
	};

	grid_init(&output->view.grid, source, &style);
	grid_put_head(&output->view.grid, &output->to.out);
}

/* Tables have them in columns. */
static bool want_symbols(const struct output *output)
{
	return !output->options.no_symbols && !is_report(output) &&
	       (is_json(output) || is_lines(output) ||
		has_symbols(&output->options));
}

static int begin_report(struct output *output, struct source *source)
{
	output->view.report = report_view_create(
		&output->options.templates, source, output->rendering,
		&output->to.out, payload_style(output).ascii);
	return output->view.report ? 0 : ENOMEM;
}

static int begin_view(struct output *output, struct source *source)
{
	output->symbols = NULL;
	if (is_report(output))
		return begin_report(output, source);
	if (want_symbols(output))
		output->symbols =
			symbols_create(source, payload_style(output).ascii);
	if (is_json(output))
		return json_init(&output->view.json, source, output->symbols,
				 &output->to.out);
	if (is_lines(output))
		begin_lines(output, source);
	else
		begin_table(output, source);
	return 0;
}

static void end_view(struct output *output)
{
	if (is_report(output))
		; /* a failure was reported already, in output_close() */
	else if (is_json(output))
		json_fini(&output->view.json);
	else if (is_lines(output))
		line_fini(&output->view.line);
	else
		grid_fini(&output->view.grid);
	symbols_close(output->symbols);
}

static int begin_templates(struct output *output, struct source *source)
{
	int status;

	output->templates = NULL;
	output->rendering = NULL;
	if (!output->options.templates.wants && !is_report(output))
		return EXIT_SUCCESS;
	status = report_options_load(&output->options.templates, source,
				     &output->templates);
	if (status)
		return status;
	output->rendering = rendering_create(source, output->templates);
	if (output->rendering)
		return EXIT_SUCCESS;
	talk_error("templates", ENOMEM);
	pxt_templates_close(output->templates);
	return EXIT_SYSTEM;
}

/* Returns the exit status. */
static int tell_failures(const struct output *output)
{
	const uint64_t failures =
		output->rendering ? rendering_failures(output->rendering) : 0;

	if (!failures)
		return EXIT_SUCCESS;
	talk("%llu event%s ended early as a template failed: see [error: ...]",
	     (unsigned long long)failures, failures == 1 ? "" : "s");
	return EXIT_MISUSE;
}

static void end_templates(struct output *output)
{
	rendering_close(output->rendering);
	pxt_templates_close(output->templates);
}

int output_open(struct output *output, const struct output_options *options,
		struct source *source)
{
	int status, err;

	output->options = *options;
	output->source = source;
	output->has_items = false;
	output->hidden = 0;
	output->missing = EXIT_SUCCESS;
	output->is_over = false;
	status = begin_templates(output, source);
	if (status)
		return status;
	status = destination_open(&output->to, &options->to, source);
	if (status) {
		end_templates(output);
		return status;
	}

	err = begin_view(output, source);
	if (err)
		output->to.out.error = err;
	return EXIT_SUCCESS;
}

static struct stamp *stamp_of(struct output *output)
{
	if (is_json(output) || is_report(output))
		return NULL;
	return is_lines(output) ? &output->view.line.stamp :
				  &output->view.grid.stamp;
}

void output_count_from(struct output *output, const struct timespec *time)
{
	struct stamp *stamp = stamp_of(output);

	if (stamp)
		stamp_count_from(stamp, time);
}

static bool hides_losses(const struct output *output)
{
	const struct columns *columns = &output->options.columns;

	return columns->count && !columns_have(columns, COLUMN_NAME) &&
	       !columns_have(columns, COLUMN_LOST);
}

/* The time of day is left out if it is unknown. */
static void decide(struct output *output,
		   const struct posix_trace_item_np *item)
{
	struct stamp *stamp = stamp_of(output);

	output->has_items = true;
	if (stamp && output->options.time == STAMP_AUTO &&
	    own_time_is(output->source, item))
		stamp->form = STAMP_ELAPSED;
}

void output_put(struct output *output, const struct posix_trace_item_np *item)
{
	if (!output->has_items)
		decide(output, item);
	if (is_lines(output)) {
		line_put(&output->view.line, &output->to.out, item);
		output->is_over = output->view.line.is_over;
	} else if (is_report(output)) {
		output->is_over = !output->view.report ||
				  !report_view_put(output->view.report, item);
	} else if (is_json(output)) {
		json_put(&output->view.json, item);
	} else {
		grid_put(&output->view.grid, &output->to.out, item);
	}

	if (item->kind == POSIX_TRACE_ITEM_LOSS_NP && hides_losses(output)) {
		output->hidden += item->lost;
		output->hides_some |= !item->lost;
	}
}

bool output_is_of_batches(const struct output *output)
{
	return is_json(output) || (is_lines(output) && !output->rendering);
}

bool output_is_ascii(const struct output *output)
{
	return payload_style(output).ascii;
}

bool output_flush(struct output *output)
{
	return !out_flush(&output->to.out);
}

static void tell_hidden(const struct output *output)
{
	const unsigned long long hidden = output->hidden;

	if (hidden)
		talk("%llu event%s lost, and no column shows it: -O lost",
		     hidden, hidden == 1 ? " is" : "s are");
	else if (output->hides_some)
		talk("events are lost, and no column shows it: -O name");
}

int output_close(struct output *output)
{
	int status;

	if (is_report(output))
		report_view_close(output->view.report);
	status = destination_close(&output->to);
	tell_hidden(output);
	if (!status && !is_lines(output) && !is_json(output) &&
	    !is_report(output))
		output->missing = grid_tell(&output->view.grid);
	end_view(output);
	if (!status)
		status = tell_failures(output);
	end_templates(output);
	return status;
}
