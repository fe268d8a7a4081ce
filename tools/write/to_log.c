/*
 * to_log.c - options of commands that write a log
 */
#include <string.h>

#include "common/misuse.h"
#include "common/command.h"
#include "select/selection.h"
#include "source/sources.h"
#include "write/to_log.h"

enum {
	OPTION_FORCE = 0x3000,
	OPTION_UTC,
	OPTION_COMPRESS
}; /* distinct from all others */

static const struct argp_option option_table[] = {
	{ "output", 'o', "FILE", 0,
	  "the log to write; or KEY=VALUE: a setting of a format, see convert "
	  "--list",
	  0 },
	{ "force", OPTION_FORCE, NULL, 0, "replace FILE if it exists", 0 },
	COMPRESSION_OPTION(OPTION_COMPRESS),
	{ "utc", OPTION_UTC, NULL, 0, "times of the selection are in UTC", 0 },
	{ "quiet", 'q', NULL, 0, "no totals", 0 },
	{ 0 },
};

static void check(const struct to_log *to, struct argp_state *state)
{
	if (!to->output)
		misuse(state, "-o is missing: name the log to write");
	if (!strcmp(to->output, "-"))
		misuse(state,
		       "-o -: a log cannot be written to a pipe, name a file");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct to_log *to = state->input;

	switch (key) {
	case 'o':
		if (to->as && source_as_setting(to->as, arg))
			return 0;
		if (to->as && pxt_settings_is_pair(arg))
			misuse(state,
			       "-o %s: no format that is read has such a "
			       "setting; a file is ./%s",
			       arg, arg);
		to->output = arg;
		return 0;
	case OPTION_FORCE:
		to->force = true;
		return 0;
	case OPTION_COMPRESS:
		to->compression = compression_parse(arg, state);
		return 0;
	case OPTION_UTC:
		to->utc = true;
		return 0;
	case 'q':
		to->quiet = true;
		return 0;
	case ARGP_KEY_END:
		check(to, state);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

const struct argp to_log_argp = {
	.options = option_table,
	.parser = parse,
};

const struct argp_child to_log_children[] = {
	{ &to_log_argp, 0, NULL, 0 },
	{ &selection_argp, 0, NULL, 0 },
	{ 0 },
};

error_t to_log_parse(int key, const struct to_log_inputs *inputs,
		     struct argp_state *state)
{
	switch (key) {
	case ARGP_KEY_INIT:
		inputs->selection->as = &inputs->files->as;
		inputs->to->as = &inputs->files->as;
		state->child_inputs[0] = inputs->to;
		state->child_inputs[1] = inputs->selection;
		return 0;
	case ARGP_KEY_ARGS:
		sources_parse(inputs->files, state);
		return 0;
	case ARGP_KEY_NO_ARGS:
		misuse(state, "%s", inputs->missing);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}
