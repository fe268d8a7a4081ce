/*
 * cmd_stat.c - counting events, and measuring times between them
 */
#include <errno.h>
#include <langinfo.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "common/arguments.h"
#include "common/forms.h"
#include "common/stamp.h"
#include "common/talk.h"
#include "event/refused_descriptions.h"
#include "figures/figures.h"
#include "figures/pair_options.h"
#include "figures/pair_remarks.h"
#include "live/live_refresh.h"
#include "select/selection.h"
#include "source/log_workers.h"
#include "source/source_foreign.h"
#include "source/source_log.h"
#include "source/sources.h"
#include "view/destination.h"

enum {
	OPTION_STRICT = 256,
	OPTION_UTC,
};

struct options {
	struct source_files files;
	bool strict;
	bool utc;
	enum table_form form;
	struct pair_options pairs;
	struct figures_options figures;
	struct selection selection;
	bool live;   /* a log is being recorded, */
	int64_t now; /* the log is complete up to this time */
	struct destination_options to;
};

static const struct argp_option option_table[] = {
	{ "interval", 'i', NULL, 0, "measure from each event to the next", 0 },
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
		options->selection.as = &options->files.as;
		options->to.as = &options->files.as;
		state->child_inputs[0] = &options->pairs;
		state->child_inputs[1] = &options->selection;
		state->child_inputs[2] = &options->to;
		return 0;
	case 'i':
		options->figures.intervals = true;
		return 0;
	case 'g':
		options->figures.group = (enum tally_group)words_parse(
			groups, "-g ", arg, state);
		return 0;
	case 's':
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
		sources_parse(&options->files, state);
		return 0;
	case ARGP_KEY_END:
		options->figures.rules = options->pairs.rules;
		options->figures.rule_count = options->pairs.count;
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp_child children[] = {
	{ &pair_argp, 0, NULL, 0 },
	{ &selection_argp, 0, NULL, 0 },
	{ &destination_argp, 0, NULL, 0 },
	{ 0 },
};

static const struct argp argp = {
	.options = option_table,
	.parser = parse,
	.args_doc = "[FILE...]",
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

/* Reading and printing */

static int add(struct selection *selection, struct figures *figures,
	       const struct posix_trace_batch_np *batch)
{
	int err = 0;

	for (size_t i = 0; i < batch->count && !err; i++) {
		selection_count_item(selection, &batch->items[i]);
		err = figures_add(figures, &batch->items[i]);
	}
	return err;
}

/* Takes all items as the workers of a log have them. */
static int gather_batches(struct selection *selection, struct figures *figures,
			  struct log_workers *workers)
{
	const struct posix_trace_batch_np *batch;
	int err;

	do
		err = log_workers_next_batch(workers, &batch);
	while (!err && batch && !(err = add(selection, figures, batch)));
	return err;
}

static int gather_items(struct selection *selection, struct figures *figures)
{
	struct posix_trace_item_np item;
	int unavailable;
	int err;

	for (;;) {
		err = selection_next(selection, &item, &unavailable);
		if (err || unavailable)
			return err;
		err = figures_add(figures, &item);
		if (err)
			return err;
	}
}

static int gather(struct selection *selection, struct figures *figures)
{
	struct log_workers *workers = source_log_workers(figures->source);

	return workers && !selection_is_given(selection) ?
		       gather_batches(selection, figures, workers) :
		       gather_items(selection, figures);
}

static int compose(struct figures *figures, enum table_form form,
		   struct out *out)
{
	char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);
	int err;

	if (!file)
		return ENOMEM;
	err = figures_print(figures, form, file);
	if (fclose(file) && !err)
		err = ENOMEM;
	if (!err)
		out_bytes(out, text, size);
	free(text);
	return err;
}

static int print(struct figures *figures, const struct options *options)
{
	static struct destination to;
	int status, err;

	status = destination_open(&to, &options->to, figures->source);
	if (status)
		return status;
	table_fit(to.columns);
	figures->options.columns = to.columns;
	err = compose(figures, options->form, &to.out);
	status = destination_close(&to);
	if (!err)
		return status;
	talk_error(figures->source->name, err);
	return EXIT_SYSTEM;
}

/* Without any events nothing is reported missing. */
static int tell_emptiness(const struct figures *figures)
{
	if (figures->tally.events || figures->options.system)
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
	status = source_tell_damage(figures->source, false);
	if (!status)
		status = selection_tell(selection);
	if (!status)
		status = pairs_tell(figures);
	if (!status)
		status = tell_emptiness(figures);
	if (!status && options->strict)
		status = selection_tell_losses(selection);
	return status;
}

static int count(struct figures *figures, struct options *options)
{
	int status, err;

	err = gather(&options->selection, figures);
	if (err) {
		talk_error(figures->source->name, err);
		return EXIT_SYSTEM;
	}
	/* Processes that ended before now are known to have ended. */
	if (options->live && !options->selection.to.kind)
		locks_reach(&figures->locks, options->now, live_has_process);
	status = pairs_refuse(figures);
	if (!status)
		status = print(figures, options);
	return status ? status : tell(figures, options);
}

/* Other traces than logs know their begin, but not their end, without being
 * read. */
static int find_first(struct source *source, struct timespec *first)
{
	struct posix_trace_item_np item;
	struct timespec last;
	int unavailable, err;

	if (!source_foreign_format(source))
		return source_get_times(source, first, &last);
	err = source_next(source, &item, &unavailable);
	if (err || unavailable)
		return err ? err : ENODATA;
	*first = item.info.posix_timestamp;
	return source_rewind(source);
}

/* The begin of the trace, if there are events. */
static int find_base(struct source *source, int64_t *ns)
{
	struct timespec first;
	int err;

	*ns = 0;
	err = find_first(source, &first);
	if (!err)
		*ns = stamp_ns(&first);
	return err == ENODATA ? 0 : err;
}

static int stat_source(struct source *source, struct options *options)
{
	static struct figures figures;
	int64_t base;
	int status, err;

	options->figures.system = options->selection.events.count;
	options->figures.partial = selection_is_given(&options->selection) &&
				   !selection_is_of_time(&options->selection);
	options->live = live_refresh(source, &options->now);
	err = find_base(source, &base);
	if (err) {
		talk_error(source->name, err);
		return EXIT_SYSTEM;
	}
	err = selection_begin(&options->selection, source, options->utc);
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

static int stat_files(struct options *options)
{
	struct source *source;
	int status;

	status =
		sources_open_or_newest(&source, &options->files, "counting in");
	if (status)
		return status;
	status = stat_source(source, options);
	source_close(source);
	return status;
}

static int run(const struct command *cmd, int argc, char **argv)
{
	static struct options options;
	int status;

	arguments_parse(cmd, argc, argv, &options);
	options.figures.ascii = strcmp(nl_langinfo(CODESET), "UTF-8");
	status = stat_files(&options);
	selection_fini(&options.selection);
	return status;
}

const struct command cmd_stat = {
	.name = "stat",
	.argp = &argp,
	.run = run,
};
