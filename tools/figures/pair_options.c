/*
 * pair_options.c - pairs of events as options
 */
#include <string.h>

#include "common/misuse.h"
#include "common/command.h"
#include "figures/pair_options.h"

enum { OPTION_PAIR = 0x4000, OPTION_BY }; /* distinct from commands' options */

static const struct argp_option option_table[] = {
	{ "pair", OPTION_PAIR, "BEGIN,END", 0,
	  "from each BEGIN to its END; default: described spans", 0 },
	{ "by", OPTION_BY, "FIELD", 0,
	  "field equal in both, pid or tid; default: key or tid", 0 },
	{ 0 },
};

static void add_pair(struct pair_options *options, char *arg,
		     struct argp_state *state)
{
	struct pair_rule *rule = &options->rules[options->count];
	char *comma = strchr(arg, ',');

	if (!comma || comma == arg || !comma[1] || strchr(comma + 1, ','))
		misuse(state, "--pair=%s: expected two events, BEGIN,END", arg);
	if (options->count == PAIR_OPTIONS_MOST)
		misuse(state, "--pair=%s: these are too many pairs", arg);
	*comma = '\0';
	*rule = (struct pair_rule){ .begin = arg, .end = comma + 1 };
	if (!strcmp(rule->begin, rule->end))
		misuse(state,
		       "--pair=%s,%s: this is one event; its "
		       "intervals come with -i",
		       arg, arg);
	options->count++;
}

/* Gives the field to pairs that have none. */
static void complete(struct pair_options *options, const char *by)
{
	for (size_t i = 0; i < options->count; i++)
		if (!options->rules[i].by)
			options->rules[i].by = by;
}

/* Sets the field of previous pairs that have none; before all pairs, the
 * default. */
static void set_by(struct pair_options *options, const char *arg,
		   struct argp_state *state)
{
	if (!*arg)
		misuse(state, "--by=: no field");
	if (!options->count)
		options->by = arg;
	complete(options, arg);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct pair_options *options = state->input;

	switch (key) {
	case OPTION_PAIR:
		add_pair(options, arg, state);
		return 0;
	case OPTION_BY:
		set_by(options, arg, state);
		return 0;
	case ARGP_KEY_END:
		if (options->by && !options->count)
			misuse(state, "--by=%s: needs a pair: --pair=BEGIN,END",
			       options->by);
		complete(options, options->by);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

const struct argp pair_argp = {
	.options = option_table,
	.parser = parse,
};
