/*
 * cmd_info.c - facts about a log, and its integrity
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <trace_np.h>

#include "common/arguments.h"
#include "common/misuse.h"
#include "common/forms.h"
#include "common/talk.h"
#include "info/fleet_facts.h"
#include "info/foreign_facts.h"
#include "info/log_facts.h"
#include "source/catalogue.h"
#include "source/fleet/fleet_messages.h"
#include "source/fleet/fleet_set.h"
#include "source/lognames.h"
#include "view/output.h"

enum {
	OPTION_FROM = 256,
	OPTION_MESSAGES,
	OPTION_OFFSET,
	OPTION_UTC,
	OPTION_VERIFY,
};

struct options {
	enum output_format format;
	bool verify;
	bool utc;
	bool full;
	struct source_as as;
	struct fleet_wish fleet;
	char **file;
	int files;
};

static const struct argp_option option_table[] = {
	{ "verify", OPTION_VERIFY, NULL, 0,
	  "read all of it, and check every section and event", 0 },
	{ "from", OPTION_FROM, "FORMAT", 0,
	  "the format of a FILE that is no log, see `posixtrace convert "
	  "--list'",
	  0 },
	{ "output", 'o', "KEY=VALUE", 0, "a setting of its format", 0 },
	{ "format", 'f', "FORMAT", 0,
	  "text (the default) or json: an object a line", 0 },
	{ "utc", OPTION_UTC, NULL, 0, "times in UTC", 0 },
	{ "messages", OPTION_MESSAGES, "SENT,RECEIVED", 0,
	  "of a fleet: events at the two ends of messages, to measure clocks",
	  0 },
	{ "offset", OPTION_OFFSET, "FILE|HOST=TIME", 0,
	  "of a fleet: add this to the times of a log or host", 0 },
	{ "full", 'v', NULL, 0, "all lines of long lists, such as objects", 0 },
	{ 0 },
};

static const struct word formats[] = {
	{ "text", OUTPUT_TEXT },
	{ "json", OUTPUT_JSON },
	{ 0 },
};

static int tell_log(const struct options *options, const char *file,
		    struct source *source)
{
	struct log_facts facts;
	int err = log_facts_gather(&facts, source, options->verify);

	if (!err && options->format == OUTPUT_JSON)
		err = log_facts_print_json(&facts, file);
	else if (!err)
		log_facts_print(&facts, file, options->full, options->utc);
	if (err) {
		talk_error(file, err);
		return EXIT_SYSTEM;
	}
	return facts.damage.count ? EXIT_DAMAGED : EXIT_SUCCESS;
}

static int print_foreign(const struct options *options, const char *file,
			 const struct foreign_facts *facts)
{
	if (options->format == OUTPUT_JSON)
		return foreign_facts_print_json(facts, file);
	foreign_facts_print(facts, file, options->full, options->utc);
	return 0;
}

/* A trace of another system. */
static int tell_foreign(const struct options *options, const char *file,
			struct source *source)
{
	struct foreign_facts *facts = malloc(sizeof(*facts));
	int err = facts ? foreign_facts_gather(facts, source) : ENOMEM;

	if (!err) {
		err = print_foreign(options, file, facts);
		foreign_facts_fini(facts);
	}
	free(facts);
	if (!err)
		return source_tell_damage(source, false);
	talk_error(file, err);
	return EXIT_SYSTEM;
}

static int tell_file(const struct options *options, const char *file)
{
	struct source *source;
	int status;

	status = source_open(&source, file, &options->as);
	if (status)
		return status;
	status = source_foreign_format(source) ?
			 tell_foreign(options, file, source) :
			 tell_log(options, file, source);
	source_close(source);
	return status;
}

/* A fleet */

static int tell_set(const struct options *options, const char *given,
		    const struct fleet_set *set)
{
	struct fleet_facts facts;
	int status, err;

	err = fleet_facts_gather(&facts, given, set);
	if (!err && options->format == OUTPUT_JSON)
		err = fleet_facts_print_json(&facts);
	else if (!err)
		fleet_facts_print(&facts, options->full, options->utc);
	if (err) {
		talk_error(given, err);
		return EXIT_SYSTEM;
	}
	status = set->status	     ? set->status :
		 facts.total.damaged ? EXIT_DAMAGED :
				       EXIT_SUCCESS;
	fleet_facts_fini(&facts);
	return status;
}

static int tell_fleet(struct options *options, char *given)
{
	struct source_as as = options->as;
	struct fleet_set *set;
	int status;

	options->fleet.align = fleet_messages_align;
	as.fleet = &options->fleet;
	status = fleet_set_find(&set, &given, 1, &as, false);
	if (status)
		return status;
	status = tell_set(options, given, set);
	fleet_wish_fini(&options->fleet);
	return status;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *options = state->input;
	struct guess guess;

	switch (key) {
	case OPTION_MESSAGES:
		clock_wishes_add_messages(&options->fleet.clocks, arg, state);
		return 0;
	case OPTION_OFFSET:
		clock_wishes_add_offset(&options->fleet.clocks, arg, state);
		return 0;
	case OPTION_VERIFY:
		options->verify = true;
		return 0;
	case OPTION_FROM:
		if (!source_as_format(&options->as, arg))
			misuse(state, "--from=%s: no such format%s", arg,
			       catalogue_hint(arg, &guess));
		return 0;
	case 'o':
		if (!source_as_setting(&options->as, arg))
			misuse(state, "-o %s: no such setting%s", arg,
			       source_as_hint(arg, &guess));
		return 0;
	case OPTION_UTC:
		options->utc = true;
		return 0;
	case 'v':
		options->full = true;
		return 0;
	case 'f':
		options->format =
			(enum output_format)forms_parse(formats, arg, state);
		return 0;
	case ARGP_KEY_ARGS:
		options->file = state->argv + state->next;
		options->files = state->argc - state->next;
		return 0;
	case ARGP_KEY_NO_ARGS:
		misuse(state, "name a log");
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp argp = {
	.options = option_table,
	.parser = parse,
	.args_doc = "FILE...",
	.doc = "tell what a log is, and whether it is sound"
	       "\vA FILE may be a directory of logs, the name that record "
	       "--rotate gave numbers to, or fleet:DIR/HOST/PROGRAM, which is "
	       "told as a whole. Exit status, of the worst log: 0 "
	       "sound; 2 wrong usage, or no such file; 3 damaged, or no log; "
	       "5 not permitted; 7 input or output error.",
};

/* Handles one argument. Returns the worst exit status. */
static int tell_argument(struct options *options, char *given)
{
	struct lognames names;
	int worst;

	if (fleet_pattern_is(given) && !options->verify)
		return tell_fleet(options, given);
	worst = lognames_find(&names, &given, 1);
	for (size_t i = 0; i < names.count; i++) {
		int status = tell_file(options, names.name[i]);

		if (status > worst)
			worst = status;
	}
	lognames_fini(&names);
	return worst;
}

static int run(const struct command *cmd, int argc, char **argv)
{
	struct options options = { .format = OUTPUT_TEXT };
	int worst = EXIT_SUCCESS;

	arguments_parse(cmd, argc, argv, &options);
	for (int i = 0; i < options.files; i++) {
		int status = tell_argument(&options, options.file[i]);

		if (status > worst)
			worst = status;
	}
	return worst;
}

const struct command cmd_info = {
	.name = "info",
	.argp = &argp,
	.run = run,
};
