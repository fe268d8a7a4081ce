/*
 * cmd_convert.c - converting a trace to the format of another system, or to a
 * log
 */
#include <fnmatch.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "common/arguments.h"
#include "common/misuse.h"
#include "common/talk.h"
#include "live/live_input.h"
#include "select/selection.h"
#include "source/catalogue.h"
#include "write/export/export.h"
#include "write/rewrite.h"

enum {
	OPTION_COMPRESS = 256,
	OPTION_FORCE,
	OPTION_LIST,
	OPTION_UTC,
	OPTION_STRICT,
	OPTION_TEMPLATES
};

/* The side that a setting belongs to. */
enum side { BOTH, READING, WRITING };

struct setting {
	const char *text;
	enum side side;
};

struct options {
	struct live_input input;
	const char *type; /* type named by the user; NULL: none */
	bool was_read_as; /* true if --from preceded -t */
	const struct pxt_format *format; /* NULL: a log */
	const char *output;
	enum compression compression;
	bool force;
	bool quiet;
	bool utc;
	bool strict;
	struct setting setting[PXT_SETTINGS_MAX];
	size_t count;
	struct pxt_settings writing;
	struct selection selection;
	struct carried_templates carried;
	int status; /* status so far */
};

static const struct argp_option option_table[] = {
	{ "type", 't', "FORMAT", 0,
	  "the format to write; by default that of the file's name", 0 },
	{ "output", 'o', "FILE", 0,
	  "the file to write, - is standard output; or KEY=VALUE: a setting "
	  "of a format, see --list",
	  0 },
	{ "list", OPTION_LIST, NULL, 0, "list the formats and their settings",
	  0 },
	{ "force", OPTION_FORCE, NULL, 0, "replace FILE if it exists", 0 },
	COMPRESSION_OPTION(OPTION_COMPRESS),
	{ "strict", OPTION_STRICT, NULL, 0, "exit status 4 if events are lost",
	  0 },
	{ "utc", OPTION_UTC, NULL, 0, "times of the selection are in UTC", 0 },
	{ "templates", OPTION_TEMPLATES, "FILE", 0,
	  "with -t ptl: put these templates into the log, for show --templates",
	  0 },
	{ "quiet", 'q', NULL, 0, "no totals", 0 },
	{ 0 },
};

static enum side side_of(const struct options *options)
{
	const bool is_read_as = options->input.files.as.format;

	if (options->type && (options->was_read_as || !is_read_as))
		return WRITING;
	return is_read_as ? READING : BOTH;
}

static void add_setting(struct options *options, const char *text,
			struct argp_state *state)
{
	if (options->count == PXT_SETTINGS_MAX)
		misuse(state, "-o %s: too many settings", text);
	options->setting[options->count++] =
		(struct setting){ text, side_of(options) };
}

static void set_type(struct options *options, const char *type,
		     struct argp_state *state)
{
	static const char *const shown[] = { "text", "json", "csv", "tsv" };
	struct guess guess;

	options->type = type;
	options->was_read_as = options->input.files.as.format;
	options->format = catalogue_find(type);
	if (!strcmp(type, CATALOGUE_LOG) ||
	    (options->format && options->format->export))
		return;
	for (size_t i = 0; i < sizeof(shown) / sizeof(*shown); i++)
		if (!strcmp(type, shown[i]))
			misuse(state,
			       "-t %s: `posixtrace show -f %s' "
			       "writes that",
			       type, type);
	if (options->format && options->format->missing)
		misuse_brief(state, "-t %s: built without %s", type,
			     options->format->missing);
	if (options->format)
		misuse(state, "-t %s: this format can only be read", type);
	catalogue_hint(type, &guess);
	misuse(state, "-t %s: no such format%s", type,
	       *guess.best ? guess_hint(&guess) : "; --list names them");
}

static void guess_type(struct options *options, struct argp_state *state)
{
	unsigned count;

	if (!fnmatch("*." CATALOGUE_LOG, options->output, 0))
		return;
	options->format = catalogue_guess(options->output, &count);
	if (count != 1)
		misuse(state,
		       "-t is missing: %s name says which format to "
		       "write; --list names them",
		       count ? "more than its" : "not even its");
	talk("%s: written for %s, by its name; -t chooses another format",
	     options->output, options->format->name);
}

/* Keys may be known to both sides. */
static void sort_setting(struct options *options, const struct setting *setting,
			 struct argp_state *state)
{
	const bool writes = options->format &&
			    catalogue_has_key(options->format->export_options,
					      setting->text);
	bool is_taken = false;
	struct guess guess;

	if (!writes || setting->side != WRITING)
		is_taken = source_as_setting(&options->input.files.as,
					     setting->text);
	if (writes && (!is_taken || setting->side != READING))
		is_taken = pxt_settings_add(&options->writing, setting->text);
	if (is_taken)
		return;
	source_as_hint(setting->text, &guess);
	if (options->format)
		catalogue_guess_key(options->format->export_options, &guess);
	misuse(state,
	       "-o %s: no format that is read, or written, has such "
	       "a setting%s",
	       setting->text,
	       *guess.best ? guess_hint(&guess) : "; --list names them");
}

static void check_output(struct options *options, struct argp_state *state)
{
	if (!options->output)
		misuse(state, "-o is missing: name the file to write");
	if (!options->type)
		guess_type(options, state);
	if (strcmp(options->output, "-"))
		return;
	if (options->format && options->format->export->owns_folder)
		misuse(state, "-o -: %s is a directory, name one to be made",
		       options->format->name);
	if (options->format && options->format->export->owns_file)
		misuse(state,
		       "-o -: %s cannot be written to a pipe, name a file",
		       options->format->name);
	if (!options->format)
		misuse(state,
		       "-o -: a log cannot be written to a pipe, name a file");
	if (isatty(STDOUT_FILENO))
		misuse(state, "-o -: a trace cannot go to a terminal");
}

static void check(struct options *options, struct argp_state *state)
{
	if (!options->input.files.count && !options->input.follow)
		misuse(state, "name a trace");
	check_output(options, state);
	if (options->format && options->carried.count)
		misuse(state, "--templates is for a log: -t ptl");
	for (size_t i = 0; i < options->count; i++)
		sort_setting(options, &options->setting[i], state);
}

static void list(void)
{
	catalogue_print(stdout);
	exit(EXIT_SUCCESS);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *options = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		options->selection.as = &options->input.files.as;
		options->input.selection = &options->selection;
		state->child_inputs[0] = &options->input;
		state->child_inputs[1] = &options->selection;
		return 0;
	case 't':
		set_type(options, arg, state);
		return 0;
	case 'o':
		if (pxt_settings_is_pair(arg))
			add_setting(options, arg, state);
		else
			options->output = arg;
		return 0;
	case OPTION_LIST:
		list();
		return 0;
	case OPTION_COMPRESS:
		options->compression = compression_parse(arg, state);
		return 0;
	case OPTION_FORCE:
		options->force = true;
		return 0;
	case OPTION_TEMPLATES:
		if (!options->status)
			options->status =
				carried_templates_add(&options->carried, arg);
		return 0;
	case OPTION_STRICT:
		options->strict = true;
		return 0;
	case OPTION_UTC:
		options->utc = true;
		return 0;
	case 'q':
		options->quiet = true;
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

/* -t here is that of this command. */
static const struct argp_child children[] = {
	{ &live_input_argp, 0, NULL, 0 },
	{ &selection_argp, 0, NULL, 0 },
	{ 0 },
};

static const struct argp argp = {
	.options = option_table,
	.parser = parse,
	.args_doc = "FILE... [-t FORMAT] -o FILE",
	.doc = "write a trace in another format"
	       "\vExit statuses are in posixtrace(1).",
	.children = children,
};

/* Most formats need to know all of a trace. */
static bool is_written_as_it_comes(const struct options *options)
{
	return options->input.follow && options->format &&
	       options->format->export->flush;
}

static bool wait_for_more(void *input)
{
	return live_input_wait(input);
}

static int convert(struct options *options)
{
	struct source *source = options->input.source;
	const struct to_log log = {
		.output = options->output,
		.force = options->force,
		.quiet = options->quiet,
		.utc = options->utc,
		.compression = options->compression,
		.carried = &options->carried,
	};
	const struct export_to other = {
		.format = options->format,
		.option = "-t ",
		.output = options->output,
		.force = options->force,
		.quiet = options->quiet,
		.utc = options->utc,
		.settings = &options->writing,
		.wait = is_written_as_it_comes(options) ? wait_for_more : NULL,
		.waiting = &options->input,
	};

	return options->format ?
		       export_write(&other, source, &options->selection) :
		       rewrite_part(&log, source, &options->selection);
}

static int open_input(struct options *options)
{
	int status;

	if (is_written_as_it_comes(options))
		return live_input_open(&options->input, "converting");
	status = live_input_gather(&options->input, "converting");
	return status ? status : live_input_open_gathered(&options->input);
}

static int run(const struct command *cmd, int argc, char **argv)
{
	static struct options options;
	int status;

	arguments_parse(cmd, argc, argv, &options);
	status = options.status;
	if (!status)
		status = open_input(&options);
	if (!status)
		status = convert(&options);
	if (!status && options.strict)
		status = selection_tell_losses(&options.selection);
	status = live_input_close(&options.input, status);
	carried_templates_fini(&options.carried);
	selection_fini(&options.selection);
	return status;
}

const struct command cmd_convert = {
	.name = "convert",
	.argp = &argp,
	.run = run,
};
