/*
 * cmd_diff.c - what differs between runs before and after a change
 */
#include <errno.h>
#include <langinfo.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/array.h"
#include "common/arguments.h"
#include "common/misuse.h"
#include "common/composition.h"
#include "common/forms.h"
#include "common/talk.h"
#include "diff/diff_page.h"
#include "diff/permutations.h"
#include "diff/profile.h"
#include "diff/unknown_names.h"
#include "event/refused_descriptions.h"
#include "figures/pair_options.h"
#include "figures/pair_remarks.h"
#include "live/live_input.h"
#include "live/live_refresh.h"
#include "select/selection_walk.h"
#include "source/runs.h"
#include "view/destination.h"

enum {
	OPTION_LEVEL = 256,
	OPTION_LEAST,
	OPTION_COMPARE,
	OPTION_STRICT,
	OPTION_UTC,
	EVERYTHING = (MEASURES_RATES << 1) - 1,
};

struct options {
	struct live_input input; /* all runs, or the process that is the run
				  * after */
	struct runs side[SIDES];
	char **operand; /* in order; borrowed texts */
	size_t operands, room;
	size_t divided;	 /* operands before "--"; 0: there is none */
	bool is_against; /* the run after is a process */
	bool all;
	bool strict;
	bool utc;
	enum table_form form;
	bool has_form;
	bool is_page;
	struct judgement judgement;
	struct limits limits;
	struct pair_options pairs;
	struct figures_options figures;
	struct selection selection;
	struct destination_options to;
};

static const struct argp_option option_table[] = {
	{ "all", 'a', NULL, 0, "show also what does not differ", 0 },
	{ "compare", OPTION_COMPARE, "WHAT,...", 0,
	  "events,rates,spans,orders,threads,errors,places or none", 0 },
	{ "level", OPTION_LEVEL, "P", 0,
	  "chance that equal sides differ at all; default: 5%", 0 },
	{ "least", OPTION_LEAST, "PART", 0,
	  "smallest difference that is told; default: 5%", 0 },
	{ "strict", OPTION_STRICT, NULL, 0,
	  "exit status 4 if nothing differs, but events are lost", 0 },
	{ NULL, 0, NULL, 0, "Output:", 2 },
	{ "format", 'f', "FORMAT", 0, "text, json, csv, tsv or html", 2 },
	{ "utc", OPTION_UTC, NULL, 0, "times of the selection are in UTC", 2 },
	{ 0 },
};

/* Options */

static const struct word compared[] = {
	{ "events", 1 << SHEET_EVENT },
	{ "rates", MEASURES_RATES },
	{ "spans", 1 << SHEET_SPAN },
	{ "orders", 1 << SHEET_SUCCESSION },
	{ "threads", 1 << SHEET_THREAD },
	{ "errors", 1 << SHEET_ERROR },
	{ "places", 1 << SHEET_PLACE },
	{ "none", 0 },
	{ 0 },
};

static void set_compared(struct options *options, char *arg,
			 struct argp_state *state)
{
	char *rest = arg, *word;

	options->judgement.kinds = 0;
	while ((word = strsep(&rest, ",")))
		options->judgement.kinds |= (unsigned)words_parse(
			compared, "--compare=", word, state);
}

/* A part of a whole: "5%" or "0.05". */
static double parse_part(const char *option, const char *arg,
			 struct argp_state *state)
{
	char *end;
	double part = strtod(arg, &end);

	if (*end == '%' && end != arg) {
		part /= 100;
		end++;
	}
	if (end == arg || *end || !(part >= 0 && part < 1))
		misuse(state, "--%s=%s: expected a part, as 5%% or 0.05",
		       option, arg);
	return part;
}

static void add_operand(struct options *options, char *arg,
			struct argp_state *state)
{
	if (state->quoted && !options->divided)
		options->divided = options->operands;
	if (state->quoted && !options->divided)
		misuse(state, "no log is before --");
	if (pxt_array_reserve(&options->operand, &options->room,
			      options->operands + 1, sizeof(*options->operand)))
		argp_failure(state, EXIT_SYSTEM, ENOMEM, "%s", arg);
	options->operand[options->operands++] = arg;
}

/* A process that is followed is the run after, if all operands are before: a
 * single one, or several with -- behind. */
static bool is_against_process(const struct options *options,
			       const struct argp_state *state)
{
	return options->input.follow && options->selection.processes.count &&
	       options->operands && !options->divided &&
	       (options->operands == 1 || state->quoted);
}

static void check_operands(struct options *options, struct argp_state *state)
{
	options->is_against = is_against_process(options, state);
	if (options->is_against)
		options->divided = options->operands;
	if (!options->divided && options->operands != 2)
		misuse(state,
		       "expected two logs, BEFORE AFTER, or several of each "
		       "with -- between them");
	if (!options->divided)
		options->divided = 1;
}

enum { FORM_PAGE = TABLE_TSV + 1 };

static const struct word forms[] = {
	{ "text", TABLE_TEXT }, { "json", TABLE_JSON }, { "csv", TABLE_CSV },
	{ "tsv", TABLE_TSV },	{ "html", FORM_PAGE },	{ 0 },
};

static void set_form(struct options *options, const char *arg,
		     struct argp_state *state)
{
	const int form = forms_parse(forms, arg, state);

	options->has_form = true;
	options->is_page = form == FORM_PAGE;
	options->form = options->is_page ? TABLE_TEXT : (enum table_form)form;
}

/* The name of the output tells its form if no option does. */
static void guess_form(struct options *options)
{
	const char *dot =
		options->to.file ? strrchr(options->to.file, '.') : NULL;

	if (!options->has_form && dot && !strcmp(dot, ".html"))
		options->is_page = true;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *options = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		options->selection.as = &options->input.files.as;
		options->to.as = &options->input.files.as;
		options->input.selection = &options->selection;
		state->child_inputs[0] = &options->pairs;
		state->child_inputs[1] = &options->limits;
		state->child_inputs[2] = &options->selection;
		state->child_inputs[3] = &options->to;
		state->child_inputs[4] = &options->input;
		return 0;
	case 'a':
		options->all = true;
		return 0;
	case 'f':
		set_form(options, arg, state);
		return 0;
	case OPTION_COMPARE:
		set_compared(options, arg, state);
		return 0;
	case OPTION_LEVEL:
		options->judgement.level = parse_part("level", arg, state);
		return 0;
	case OPTION_LEAST:
		options->judgement.least = parse_part("least", arg, state);
		return 0;
	case OPTION_STRICT:
		options->strict = true;
		return 0;
	case OPTION_UTC:
		options->utc = true;
		return 0;
	case ARGP_KEY_ARG:
		add_operand(options, arg, state);
		return 0;
	case ARGP_KEY_END:
		check_operands(options, state);
		guess_form(options);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp_child children[] = {
	{ &pair_argp, 0, NULL, 0 },	  { &limits_argp, 0, NULL, 3 },
	{ &selection_argp, 0, NULL, 0 },  { &destination_argp, 0, NULL, 0 },
	{ &live_input_argp, 0, NULL, 0 }, { 0 },
};

static const struct argp argp = {
	.options = option_table,
	.parser = parse,
	.args_doc = "BEFORE... [--] AFTER...",
	.doc = "compare logs, each a run: what differs by more than noise",
	.children = children,
};

/* Reading */

struct reading {
	struct options *options;
	struct sheet sheet;
	struct unknown_names unknown;
	struct source *source; /* the latest, or NULL */
	int damage;	       /* exit status of damaged logs */
	bool is_lossy;	       /* events of a run are lost */
	uint64_t left_out;
};

static int add_item(void *argument, const struct posix_trace_item_np *item)
{
	return profile_add(argument, item);
}

static int fail(const struct source *source, int err)
{
	talk_error(source->name, err);
	return EXIT_SYSTEM;
}

/* Reads a run into its profile. */
static int read_run(struct reading *reading, struct profile *profile,
		    struct source *source)
{
	struct options *options = reading->options;
	const struct selection_walk walk = {
		.add = add_item,
		.argument = profile,
	};
	int64_t now;
	int err;

	live_refresh(source, &now);
	err = selection_begin(&options->selection, source, options->utc);
	if (err)
		return selection_refuse(&options->selection, err);
	err = selection_walk(&options->selection, &walk);
	return err ? fail(source, err) : pairs_refuse(&profile->figures);
}

/* Reports what is wrong with a run that was read. Only the worst is kept. */
static void tell_run(struct reading *reading, const struct profile *profile,
		     struct source *source)
{
	const int damage = source_tell_damage(source, false);

	refused_descriptions_tell_all(source);
	reading->damage = damage ? damage : reading->damage;
	reading->is_lossy |= selection_has_losses(&reading->options->selection);
	reading->left_out += profile_left_out(profile);
}

/* Limits are for errors and spans that are not compared, too. */
static unsigned kinds_to_read(const struct options *options)
{
	const unsigned limited = options->limits.count ?
					 1U << SHEET_ERROR | 1U << SHEET_SPAN :
					 0;

	return options->judgement.kinds | limited;
}

static int profile_run(struct reading *reading, struct source *source,
		       unsigned side)
{
	static struct profile profile;
	const struct options *options = reading->options;
	int status = EXIT_SUCCESS, err;

	err = profile_init(&profile, source, &options->figures,
			   kinds_to_read(options),
			   options->judgement.is_of_runs);
	if (err)
		status = fail(source, err);
	if (!status)
		status = read_run(reading, &profile, source);
	if (!status) {
		err = profile_deliver(&profile, &reading->sheet, side);
		if (!err)
			err = unknown_names_look(
				&reading->unknown, &options->selection,
				&profile.figures.pairs, options->pairs.count);
		status = err ? fail(source, err) : EXIT_SUCCESS;
	}
	if (!status)
		tell_run(reading, &profile, source);
	profile_fini(&profile);
	return status;
}

/* No input is replaced by the output. */
static int check_output(const struct options *options, struct source *source)
{
	struct stat there;

	if (!options->to.file || stat(options->to.file, &there) ||
	    !source_has_file(source, &there))
		return EXIT_SUCCESS;
	talk("%s: is a log that is compared", options->to.file);
	return EXIT_MISUSE;
}

static int open_run(struct reading *reading, const struct run_files *run,
		    unsigned side)
{
	const struct source_files files = {
		.file = run->file,
		.count = run->count,
		.as = reading->options->input.files.as,
	};
	int status;

	source_close(reading->source);
	reading->source = NULL;
	status = sources_open(&reading->source, &files);
	if (status) {
		reading->source = NULL;
		return status;
	}
	if (side == SIDE_AFTER)
		live_input_call(&reading->options->input, reading->source);
	status = check_output(reading->options, reading->source);
	return status ? status : profile_run(reading, reading->source, side);
}

static int read_sides(struct reading *reading)
{
	const struct options *options = reading->options;
	int status = EXIT_SUCCESS;

	for (unsigned side = 0; side < SIDES; side++)
		for (size_t i = 0; i < options->side[side].count && !status;
		     i++)
			status = open_run(reading, &options->side[side].run[i],
					  side);
	return status;
}

/* Comparing */

static double mean_lost(const struct sheet *sheet, unsigned side)
{
	const struct sheet_sample *sample = &sheet->side[side];
	double sum = 0;

	for (size_t i = 0; i < sample->runs; i++)
		sum += (double)sample->run[i].lost;
	return sample->runs ? sum / (double)sample->runs : 0;
}

static bool has_events(const struct sheet *sheet)
{
	for (unsigned side = 0; side < SIDES; side++)
		for (size_t i = 0; i < sheet->side[side].runs; i++)
			if (sheet->side[side].run[i].events)
				return true;
	return false;
}

static int print_page(void *tables, FILE *file)
{
	return diff_page_print(tables, file);
}

static int print_tables(void *tables, FILE *file)
{
	return diff_tables_print(tables, file);
}

/* The latest run gives the facts in the name of the output. */
static int print(const struct reading *reading, struct diff_tables *tables)
{
	static struct destination to;
	int status, err;

	status = destination_open(&to, &reading->options->to, reading->source);
	if (status)
		return status;
	table_fit(to.columns);
	err = composition_put(reading->options->is_page ? print_page :
							  print_tables,
			      tables, &to.out);
	status = destination_close(&to);
	if (!err)
		return status;
	talk_error("diff", err);
	return EXIT_SYSTEM;
}

/* Reports after printing. The worst is the status. */
static int tell(const struct reading *reading, const struct diff_tables *tables)
{
	const struct options *options = reading->options;
	const int status = unknown_names_tell(&reading->unknown,
					      &options->pairs, &options->limits,
					      &reading->sheet, options->strict);

	if (reading->left_out)
		talk("%llu events are not compared by order, error or place: "
		     "there are too many",
		     (unsigned long long)reading->left_out);
	if (reading->is_lossy && !tables->lost_exceeds)
		talk("events are lost: counts and orders may differ by that");
	if (reading->damage)
		return reading->damage;
	if (!has_events(&reading->sheet) &&
	    (!reading->is_lossy || selection_is_given(&options->selection))) {
		talk(selection_is_given(&options->selection) ?
			     "no event matches, on neither side" :
			     "no event, on neither side");
		return EXIT_NOTHING;
	}
	if (status || options->judgement.differing || tables->lost_exceeds)
		return EXIT_NOTHING;
	return options->strict && reading->is_lossy ? EXIT_LOST : EXIT_SUCCESS;
}

static int compare(struct reading *reading)
{
	struct options *options = reading->options;
	struct measures measures = { 0 };
	struct diff_tables tables = {
		.judgement = &options->judgement,
		.sheet = &reading->sheet,
		.measures = &measures,
		.form = options->form,
		.all = options->all,
	};
	int status, err;

	limits_judge(&options->limits, LIMIT_LOST, "",
		     mean_lost(&reading->sheet, SIDE_BEFORE),
		     mean_lost(&reading->sheet, SIDE_AFTER),
		     &tables.lost_exceeds);
	err = judgement_pass(&options->judgement, &reading->sheet, &measures);
	if (err)
		talk_error("diff", err);
	status = err ? EXIT_SYSTEM : print(reading, &tables);
	measures_fini(&measures);
	return status ? status : tell(reading, &tables);
}

/* Runs are read when the followed one has come. */
static int gather(struct options *options)
{
	struct live_input *input = &options->input;
	int status;

	if (!options->is_against) {
		input->files.file = options->operand;
		input->files.count = options->operands;
	}
	status = live_input_gather(input, NULL);
	return status || !options->is_against ?
		       status :
		       live_logs_find(&input->logs, options->operand,
				      options->operands);
}

static int find_runs(struct options *options)
{
	int status = gather(options);

	for (size_t i = 0; i < options->operands && !status; i++)
		status = runs_add(
			&options->side[i < options->divided ? SIDE_BEFORE :
							      SIDE_AFTER],
			options->operand[i]);
	if (!status && options->is_against)
		status = runs_add(&options->side[SIDE_AFTER],
				  *options->input.files.file);
	options->judgement.is_of_runs = permutations_suffice(
		options->side[SIDE_BEFORE].count,
		options->side[SIDE_AFTER].count, options->judgement.level);
	return status;
}

static int run(const struct command *cmd, int argc, char **argv)
{
	static struct options options = {
		.judgement = {
			.level = 0.05,
			.least = 0.05,
			.kinds = EVERYTHING,
		},
	};
	struct reading reading = { .options = &options };
	int status;

	arguments_parse(cmd, argc, argv, &options);
	options.figures.lean = true;
	options.figures.ascii = strcmp(nl_langinfo(CODESET), "UTF-8");
	options.figures.rules = options.pairs.rules;
	options.figures.rule_count = options.pairs.count;
	options.figures.system = options.selection.events.count;
	options.judgement.limits = &options.limits;
	status = find_runs(&options);
	if (!status)
		status = read_sides(&reading);
	if (!status)
		status = compare(&reading);
	source_close(reading.source);
	unknown_names_fini(&reading.unknown);
	sheet_fini(&reading.sheet);
	for (unsigned side = 0; side < SIDES; side++)
		runs_fini(&options.side[side]);
	limits_fini(&options.limits);
	selection_fini(&options.selection);
	free(options.operand);
	return live_input_close(&options.input, status);
}

const struct command cmd_diff = {
	.name = "diff",
	.argp = &argp,
	.flags = ARGP_IN_ORDER,
	.mixes = true,
	.run = run,
};
