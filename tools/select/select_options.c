/*
 * select_options.c - selections as options of all commands
 */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

#include "common/misuse.h"
#include "common/command.h"
#include "select/select_logs.h"
#include "select/selection.h"
#include "source/catalogue.h"
#include "source/fleet/fleet_wish.h"
#include "source/log_workers.h"

enum {
	OPTION_FROM = 0x1000, /* distinct from commands' options */
	OPTION_TO,
	OPTION_RANGE,
	OPTION_MESSAGES,
	OPTION_OFFSET,
	WORKERS_MOST = 256,
};

static const struct argp_option option_table[] = {
	{ NULL, 0, NULL, 0, "Selection:", 1 },
	{ "event", 'e', "NAME,...", 0,
	  "these events; patterns as in the shell, !NAME excludes", 1 },
	{ "process", 'p', "WHO,...", 0, "these processes: PID or name, as -e",
	  1 },
	{ "thread", 't', "WHO,...", 0, "these threads: TID or name, as -e", 1 },
	{ "host", 'H', "HOST,...", 0, "these machines, as -e", 1 },
	{ "where", 'w', "CONDITION", 0,
	  "events with this true: price > 100 && side == \"buy\"", 1 },
	{ "from", OPTION_FROM, "TIME", 0,
	  "begin at 14:03:07.118, +1.5s, -2s from the end, @NAME:3", 1 },
	{ "to", OPTION_TO, "TIME", 0, "end there", 1 },
	{ "range", OPTION_RANGE, "FROM..TO", 0,
	  "both times; one may be left out: -1s..", 1 },
	/* Options of fleets: posixtrace-fleet(7) */
	{ "messages", OPTION_MESSAGES, "SENT,RECEIVED[,FIELD]", OPTION_HIDDEN,
	  NULL, 1 },
	{ "offset", OPTION_OFFSET, "FILE|HOST=TIME", OPTION_HIDDEN, NULL, 1 },
	{ "workers", 'j', "N", 0,
	  "threads that read large logs; default: the processors", 1 },
	{ 0 },
};

static void add_words(struct select_words *words, const char *option,
		      const char *arg, struct argp_state *state)
{
	int err = select_words_add(words, arg);

	if (err == EINVAL)
		misuse(state, "-%s %s: an empty name", option, arg);
	else if (err)
		argp_failure(state, EXIT_SYSTEM, err, "-%s", option);
}

static void set_where(struct selection *selection, const char *arg,
		      struct argp_state *state)
{
	struct where_error error;

	where_free(selection->where);
	selection->where = where_parse(arg, &error);
	selection->condition = arg;
	if (!selection->where)
		misuse(state, "-w %s: column %zu: %s", arg, error.column,
		       error.what);
}

/* A single processor gains nothing by a second thread. */
static void set_default_workers(struct source_as *as)
{
	const unsigned processors = log_workers_processors();

	as->workers = processors > 1 ? processors : 0;
}

static void set_workers(struct source_as *as, const char *arg,
			struct argp_state *state)
{
	unsigned long number;
	char *end;

	number = strtoul(arg, &end, 10);
	if (!isdigit((unsigned char)*arg) || *end || number > WORKERS_MOST)
		misuse(state, "-j %s: expected a number up to %d", arg,
		       WORKERS_MOST);
	as->workers = (unsigned)number;
	as->wants_workers = true;
}

static void begin(struct selection *selection, struct argp_state *state)
{
	int err;

	if (!selection->as)
		return;
	set_default_workers(selection->as);
	err = select_logs_init(selection);
	if (err)
		argp_failure(state, EXIT_SYSTEM, err, "selection");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct selection *selection = state->input;
	struct guess guess;

	switch (key) {
	case ARGP_KEY_INIT:
		begin(selection, state);
		return 0;
	case OPTION_MESSAGES:
		if (!selection->as)
			return ARGP_ERR_UNKNOWN;
		clock_wishes_add_messages(&selection->as->fleet->clocks, arg,
					  state);
		return 0;
	case OPTION_OFFSET:
		if (!selection->as)
			return ARGP_ERR_UNKNOWN;
		clock_wishes_add_offset(&selection->as->fleet->clocks, arg,
					state);
		return 0;
	case 'j':
		if (!selection->as)
			return ARGP_ERR_UNKNOWN;
		set_workers(selection->as, arg, state);
		return 0;
	case 'e':
		add_words(&selection->events, "e", arg, state);
		return 0;
	case 'p':
		add_words(&selection->processes, "p", arg, state);
		return 0;
	case 't':
		add_words(&selection->threads, "t", arg, state);
		return 0;
	case 'H':
		add_words(&selection->hosts, "H", arg, state);
		return 0;
	case 'w':
		set_where(selection, arg, state);
		return 0;
	case OPTION_FROM:
		if (selection->as && source_as_format(selection->as, arg))
			return 0;
		if (!moment_parse(arg, &selection->from))
			misuse(state, "--from=%s: no time, and no format%s",
			       arg, catalogue_hint(arg, &guess));
		return 0;
	case OPTION_TO:
		if (!moment_parse(arg, &selection->to))
			misuse(state, "--to=%s: no time", arg);
		return 0;
	case OPTION_RANGE:
		if (!moment_parse_range(arg, &selection->from, &selection->to))
			misuse(state, "--range=%s: no range of times", arg);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

const struct argp selection_argp = {
	.options = option_table,
	.parser = parse,
};
