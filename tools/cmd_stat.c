/*
 * cmd_stat.c - counting events, and measuring times between them
 */
#include <errno.h>
#include <langinfo.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/arguments.h"
#include "common/misuse.h"
#include "common/composition.h"
#include "common/forms.h"
#include "common/quantity.h"
#include "common/stamp.h"
#include "common/talk.h"
#include "event/refused_descriptions.h"
#include "figures/figures.h"
#include "figures/pair_options.h"
#include "figures/pair_remarks.h"
#include "figures/periods_table.h"
#include "live/live_input.h"
#include "live/live_refresh.h"
#include "select/selection_walk.h"
#include "source/follow.h"
#include "source/source_begin.h"
#include "source/source_foreign.h"
#include "view/destination.h"

enum {
	OPTION_STRICT = 256,
	OPTION_UTC,
	OPTION_EVERY,
	IDLE_MOST = 1000000, /* empty periods in a row that are printed */
};

struct options {
	struct live_input input;
	bool strict;
	bool utc;
	enum table_form form;
	struct pair_options pairs;
	struct figures_options figures;
	struct selection selection;
	int64_t every; /* length of periods; 0: the whole is counted */
	bool has_base; /* the trace's beginning is known */
	bool sorts;
	struct destination_options to;
};

static const struct argp_option option_table[] = {
	{ "interval", 'i', NULL, 0, "measure from each event to the next", 0 },
	{ "every", OPTION_EVERY, "TIME", 0,
	  "figures of each such time, as 1s or 100ms, instead of the whole",
	  0 },
	{ "group", 'g', "WHAT", 0,
	  "event, thread or process: a line for each event, or for each "
	  "event of each thread or process",
	  0 },
	{ "sort", 's', "ORDER", 0, "first, count, name or lost", 0 },
	{ "strict", OPTION_STRICT, NULL, 0, "exit status 4 if events are lost",
	  0 },
	{ NULL, 0, NULL, 0, "Output:", 2 },
	{ "format", 'f', "FORMAT", 0, "text, json, csv or tsv", 2 },
	{ "utc", OPTION_UTC, NULL, 0, "times of the selection are in UTC", 2 },
	{ 0 },
};

/* Options */

static void set_every(struct options *options, const char *arg,
		      struct argp_state *state)
{
	if (!quantity_duration(arg, &options->every))
		misuse(state, "--every=%s: not a time; 1s and 100ms are some",
		       arg);
	options->figures.lean = true;
}

/* Periods are in the order of time, and have no table of intervals. */
static void check_every(const struct options *options, struct argp_state *state)
{
	if (options->every && (options->figures.intervals || options->sorts))
		misuse(state, "--every: not together with -%c",
		       options->figures.intervals ? 'i' : 's');
	if (options->input.follow && !options->every)
		misuse(state, "-F: needs --every=TIME");
}

static const struct word groups[] = {
	{ "event", TALLY_EVENT },
	{ "thread", TALLY_THREAD },
	{ "process", TALLY_PROCESS },
	{ 0 },
};

static const struct word orders[] = {
	{ "first", FIGURES_FIRST },
	{ "count", FIGURES_COUNT },
	{ "name", FIGURES_NAME },
	{ "lost", FIGURES_LOST },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *options = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		options->selection.as = &options->input.files.as;
		options->to.as = &options->input.files.as;
		options->input.selection = &options->selection;
		state->child_inputs[0] = &options->pairs;
		state->child_inputs[1] = &options->selection;
		state->child_inputs[2] = &options->to;
		state->child_inputs[3] = &options->input;
		return 0;
	case 'i':
		options->figures.intervals = true;
		return 0;
	case OPTION_EVERY:
		set_every(options, arg, state);
		return 0;
	case 'g':
		options->figures.group = (enum tally_group)words_parse(
			groups, "-g ", arg, state);
		return 0;
	case 's':
		options->sorts = true;
		options->figures.sort = (enum figures_sort)words_parse(
			orders, "-s ", arg, state);
		return 0;
	case 'f':
		options->form =
			(enum table_form)forms_parse(table_forms, arg, state);
		return 0;
	case OPTION_UTC:
		options->utc = true;
		return 0;
	case OPTION_STRICT:
		options->strict = true;
		return 0;
	case ARGP_KEY_ARGS:
		sources_parse(&options->input.files, state);
		return 0;
	case ARGP_KEY_END:
		options->figures.rules = options->pairs.rules;
		options->figures.rule_count = options->pairs.count;
		check_every(options, state);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp_child children[] = {
	{ &pair_argp, 0, NULL, 0 },
	{ &selection_argp, 0, NULL, 0 },
	{ &destination_argp, 0, NULL, 0 },
	{ &live_input_argp, 0, NULL, 0 },
	{ 0 },
};

static const struct argp argp = {
	.options = option_table,
	.parser = parse,
	.args_doc = "[FILE...]\nSTREAM",
	.doc = "count events, and measure the time between them"
	       "\vSeveral logs are counted as one. The default FILE is the "
	       "newest *.ptl of the current directory. Exit statuses are in "
	       "posixtrace(1).",
	.children = children,
};

/* Remarks */

static void tell_intervals(const struct figures *figures)
{
	if (figures->tally.interval_rows == TALLY_INTERVALS)
		talk("%s: intervals are shown for %d lines only",
		     figures->source->name, TALLY_INTERVALS);
}

static void tell_tests(const struct figures *figures)
{
	if (figures->tests.left_out)
		talk("%s: %llu rows of unit tests are left out",
		     figures->source->name,
		     (unsigned long long)figures->tests.left_out);
}

static void tell_locks(const struct figures *figures)
{
	const uint64_t refused = locks_refused(&figures->locks);

	if (refused)
		talk("%s: there are more objects than can be told apart: %llu "
		     "times one was left out",
		     figures->source->name, (unsigned long long)refused);
}

/* Reading */

/* The figures of the whole, or of its periods if there are any. */
struct counting {
	struct options *options;
	struct figures *figures;
	struct periods *periods; /* NULL: no periods are wanted */
	struct out *out;	 /* for the periods */
	bool is_survey;
};

static int add(void *argument, const struct posix_trace_item_np *item)
{
	struct counting *counting = argument;

	if (counting->is_survey)
		return periods_survey(counting->periods, item);
	return counting->periods ? periods_add(counting->periods, item) :
				   figures_add(counting->figures, item);
}

static bool wait_for_more(void *argument)
{
	struct counting *counting = argument;

	if (counting->options->selection.over)
		return false;
	out_flush(counting->out);
	return live_input_wait(&counting->options->input);
}

static int gather(struct counting *counting)
{
	const struct selection_walk walk = {
		.add = add,
		.wait = counting->options->input.follow ? wait_for_more : NULL,
		.argument = counting,
	};

	return selection_walk(&counting->options->selection, &walk);
}

/* Printing */

static int open_destination(struct destination *to, struct figures *figures,
			    const struct options *options)
{
	const int status = destination_open(to, &options->to, figures->source);

	if (status)
		return status;
	table_fit(to->columns);
	figures->options.columns = to->columns;
	return EXIT_SUCCESS;
}

static int close_destination(struct destination *to,
			     const struct figures *figures, int err)
{
	const int status = destination_close(to);

	if (!err)
		return status;
	talk_error(figures->source->name, err);
	return EXIT_SYSTEM;
}

struct printing {
	struct figures *figures;
	enum table_form form;
};

static int print_whole(void *argument, FILE *file)
{
	const struct printing *printing = argument;

	return figures_print(printing->figures, printing->form, file);
}

static int print(struct figures *figures, const struct options *options)
{
	static struct destination to;
	struct printing printing = { figures, options->form };
	int status;

	status = open_destination(&to, figures, options);
	return status ? status :
			close_destination(&to, figures,
					  composition_put(print_whole,
							  &printing, &to.out));
}

/* Without any events nothing is reported missing. If all are lost, some were
 * recorded. */
static int tell_emptiness(const struct figures *figures,
			  const struct selection *selection)
{
	if (figures->tally.events || figures->options.system ||
	    selection_has_losses(selection))
		return EXIT_SUCCESS;
	talk("%s: no event was recorded; `posixtrace doctor -p PID' tells what "
	     "stands in the way of a program",
	     figures->source->name);
	return EXIT_NOTHING;
}

/* Reports after printing: the worst is the status. */
static int tell(const struct figures *figures, const struct options *options)
{
	const struct selection *selection = &options->selection;
	int status;

	tell_intervals(figures);
	tell_locks(figures);
	tell_tests(figures);
	refused_descriptions_tell_all(figures->source);
	status = source_tell_damage(figures->source, options->input.follow);
	if (!status)
		status = selection_tell(selection);
	if (!status)
		status = pairs_tell(figures);
	if (!status)
		status = tell_emptiness(figures, selection);
	if (!status && options->strict)
		status = selection_tell_losses(selection);
	return status;
}

static int fail_to_read(const struct figures *figures, int err)
{
	talk_error(figures->source->name, err);
	return EXIT_SYSTEM;
}

static int count_whole(struct figures *figures, struct options *options)
{
	struct counting counting = { .options = options, .figures = figures };
	const int err = gather(&counting);
	const int64_t now = live_input_complete_ns(&options->input);
	int status;

	if (err)
		return fail_to_read(figures, err);
	/* Processes that ended before now are known to have ended. */
	if (now && !options->selection.to.kind)
		locks_reach(&figures->locks, now, live_has_process);
	status = pairs_refuse(figures);
	return status ? status : print(figures, options);
}

/* Periods */

struct rows {
	struct periods_table table;
	const struct periods *periods;
	struct out *out;
};

static int print_rows(void *argument, FILE *file)
{
	struct rows *rows = argument;

	return periods_table_print(&rows->table, rows->periods, file);
}

static int put_period(struct periods *periods, void *argument)
{
	struct rows *rows = argument;

	rows->periods = periods;
	return composition_put(print_rows, rows, rows->out);
}

/* The periods begin where the selection does, or the trace. */
static void begin_periods(struct periods *periods,
			  const struct options *options)
{
	const struct selection *selection = &options->selection;
	const int64_t base = periods->figures->base_ns;

	if (selection->from.kind && selection->bounded)
		periods_begin(periods, stamp_ns(&selection->since), base);
	else if (options->has_base)
		periods_begin(periods, base, base);
}

/* The periods end where the selection does, or the trace with its losses. */
static int end_periods(struct periods *periods,
		       const struct selection *selection)
{
	int64_t last = stamp_ns(&selection->passed);
	int err;

	if (!periods->has_begun)
		return 0;
	if (periods->last_ns > last)
		last = periods->last_ns;
	if (selection->bounded && selection->to.kind &&
	    stamp_ns(&selection->until) < last)
		last = stamp_ns(&selection->until);
	err = periods_reach(periods, last);
	return err ? err : periods_end(periods);
}

/* Reads a log before it is counted. */
static int survey(struct counting *counting)
{
	struct options *options = counting->options;
	struct source *source = counting->figures->source;
	int err;

	if (options->input.follow || !counting->periods->has_begun ||
	    source_foreign_format(source))
		return 0;
	counting->is_survey = true;
	err = gather(counting);
	counting->is_survey = false;
	if (!err)
		err = periods_survey(counting->periods, NULL);
	if (!err)
		err = source_rewind(source);
	return err ? err :
		     selection_begin(&options->selection, source, options->utc);
}

static void tell_idle(const struct periods *periods)
{
	if (periods->idle)
		talk("%s: %llu periods without any event are left out",
		     periods->figures->source->name,
		     (unsigned long long)periods->idle);
}

static int count_periods(struct figures *figures, struct options *options)
{
	static struct destination to;
	struct rows rows = { .table.form = options->form, .out = &to.out };
	struct periods periods;
	struct counting counting = {
		.options = options,
		.figures = figures,
		.periods = &periods,
		.out = &to.out,
	};
	int status, err;

	status = open_destination(&to, figures, options);
	if (status)
		return status;
	periods_init(&periods, figures, options->every, put_period, &rows);
	periods.most_idle = IDLE_MOST;
	begin_periods(&periods, options);
	err = survey(&counting);
	if (!err)
		err = gather(&counting);
	live_input_end(&options->input);
	if (!err)
		err = end_periods(&periods, &options->selection);
	status = close_destination(&to, figures, err);
	tell_idle(&periods);
	periods_fini(&periods);
	return status ? status : pairs_refuse(figures);
}

static int count(struct figures *figures, struct options *options)
{
	const int status = options->every ? count_periods(figures, options) :
					    count_whole(figures, options);

	return status ? status : tell(figures, options);
}

/* A trace that has just begun has no times yet. */
static int begin_selection(struct options *options, struct source *source)
{
	struct selection *selection = &options->selection;
	int err;

	do
		err = selection_begin(selection, source, options->utc);
	while (!err && selection->over && live_input_wait(&options->input));
	return err;
}

static int stat_source(struct source *source, struct options *options)
{
	static struct figures figures;
	int64_t base;
	int status, err;

	options->figures.system = options->selection.events.count;
	options->figures.partial = selection_is_given(&options->selection) &&
				   !selection_is_of_time(&options->selection);
	err = source_begin(source, &base);
	options->has_base = !err;
	if (err && err != ENODATA) {
		talk_error(source->name, err);
		return EXIT_SYSTEM;
	}
	err = begin_selection(options, source);
	if (err)
		return selection_refuse(&options->selection, err);
	err = figures_init(&figures, source, &options->figures, base);
	if (err) {
		talk_error(source->name, err);
		status = EXIT_SYSTEM;
	} else {
		status = count(&figures, options);
	}
	figures_fini(&figures);
	return status;
}

static int run(const struct command *cmd, int argc, char **argv)
{
	static struct options options;
	int status;

	arguments_parse(cmd, argc, argv, &options);
	options.to.keeps_part = options.input.follow;
	options.figures.ascii = strcmp(nl_langinfo(CODESET), "UTF-8");
	status = live_input_open(&options.input, "counting in");
	if (options.input.follow && !options.to.file)
		follow_reader();
	if (!status)
		status = stat_source(options.input.source, &options);
	status = live_input_close(&options.input, status);
	selection_fini(&options.selection);
	return status;
}

const struct command cmd_stat = {
	.name = "stat",
	.argp = &argp,
	.run = run,
};
