/*
 * cmd_ship.c - sending logs elsewhere, while they grow
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/crc32c.h"
#include "common/arguments.h"
#include "common/misuse.h"
#include "common/remote_options.h"
#include "common/talk.h"
#include "ship/otlp/collector_url.h"
#include "ship/shipper.h"

enum {
	OPTION_TO = 256,
	OPTION_NAME,
	OPTION_ONCE,
	OPTION_REMOVE,
	OPTION_METRICS,
	OPTION_CREATE,
	OPTION_PARTITION,
	OPTION_REPLICAS,
	REPLICAS_MOST = 5,
	NAME_MOST = 64
};

static const struct argp_option option_table[] = {
	{ "to", OPTION_TO, "WHERE", 0,
	  "a directory, ssh:HOST:DIR, nats://HOST[,HOST...][/STREAM], "
	  "postgresql://..., otlp+http://HOST, otlp+https://HOST",
	  0 },
	{ "once", OPTION_ONCE, NULL, 0,
	  "end when all that is there was shipped", 0 },
	{ "remove", OPTION_REMOVE, NULL, 0,
	  "remove rotated logs when all of them is there", 0 },
	{ "name", OPTION_NAME, "NAME", 0,
	  "of the files beside the logs that say how far they were shipped",
	  0 },
	{ "metrics", OPTION_METRICS, "FILE", 0,
	  "how it goes, in the text format of Prometheus, once a second", 0 },
	{ "create", OPTION_CREATE, NULL, 0,
	  "make what is absent there: a stream, tables", 0 },
	{ "replicas", OPTION_REPLICAS, "N", 0,
	  "of that stream, 1 to 5: servers that have it", 0 },
	{ "partition", OPTION_PARTITION, "day", 0,
	  "of tables that are made: a part for each day", 0 },
	{ "quiet", 'q', NULL, 0, "no progress", 0 },
	{ 0 },
};

static bool is_name(const char *name)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
				      "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "0123456789_-";
	const size_t len = strlen(name);

	return len && len < NAME_MOST && strspn(name, letters) == len;
}

/* An URL that names a user may have a secret as well, and is not repeated. */
static void check_collector(const struct ship_destination *destination,
			    struct argp_state *state)
{
	const char *where = destination->where;
	struct collector_url url = { "" };
	const char *why;

	if (collector_lacks())
		misuse_brief(state, "--to: %s", collector_lacks());
	why = collector_url_parse(&url, where, &destination->options.remote);
	if (why)
		misuse(state, "--to%s%s: %s",
		       remote_names_user(where) ? "" : "=",
		       remote_names_user(where) ? "" : where, why);
	store_options_check(&destination->options,
			    collector_url_is_secure(where) ?
				    STORE_LOGINS | STORE_CERTIFICATES :
				    STORE_LOGINS | STORE_PLAIN,
			    collector_url_is_secure(where) ? "otlp+https" :
							     "otlp+http",
			    state);
}

static void check_destination(struct ship_destination *destination,
			      struct argp_state *state)
{
	const char *wrong = NULL;

	if (!destination->where)
		misuse(state, "--to is needed");
	if (collector_url_is(destination->where)) {
		check_collector(destination, state);
		return;
	}
	destination->class =
		*destination->where ? store_find(destination->where) : NULL;
	if (!destination->class)
		misuse(state, "--to=%s: no place to ship to",
		       destination->where);
	if (destination->class->refuse)
		wrong = destination->class->refuse(destination->where);
	if (wrong)
		misuse_brief(state, "--to: %s", wrong);
	store_options_check(&destination->options,
			    destination->class->abilities,
			    destination->class->kind, state);
}

static void set_name(struct ship_destination *destination, const char *name,
		     struct argp_state *state)
{
	if (!is_name(name))
		misuse(state,
		       "--name=%s: not a name of letters, digits, - and _",
		       name);
	destination->name = name;
}

static unsigned parse_replicas(const char *text, struct argp_state *state)
{
	if (text[0] < '1' || text[0] > '0' + REPLICAS_MOST || text[1])
		misuse(state, "--replicas=%s: not a number from 1 to %d", text,
		       REPLICAS_MOST);
	return (unsigned)(text[0] - '0');
}

static bool is_day(const char *text, struct argp_state *state)
{
	if (strcmp(text, "day"))
		misuse(state, "--partition=%s: not day", text);
	return true;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct shipper *shipper = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &shipper->destination.options.remote;
		return 0;
	case OPTION_TO:
		shipper->destination.where = arg;
		return 0;
	case OPTION_NAME:
		set_name(&shipper->destination, arg, state);
		return 0;
	case OPTION_ONCE:
		shipper->once = shipper->destination.once = true;
		return 0;
	case OPTION_REMOVE:
		shipper->removes = true;
		return 0;
	case OPTION_METRICS:
		shipper->metrics = arg;
		return 0;
	case OPTION_CREATE:
		shipper->destination.options.creates = true;
		return 0;
	case OPTION_REPLICAS:
		shipper->destination.options.replicas =
			parse_replicas(arg, state);
		return 0;
	case OPTION_PARTITION:
		shipper->destination.options.by_day = is_day(arg, state);
		return 0;
	case 'q':
		shipper->quiet = true;
		return 0;
	case ARGP_KEY_ARGS:
		shipper->given = state->argv + state->next;
		shipper->given_count = (size_t)(state->argc - state->next);
		return 0;
	case ARGP_KEY_NO_ARGS:
		misuse(state, "name a log");
		return 0;
	case ARGP_KEY_END:
		check_destination(&shipper->destination, state);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp_child children[] = {
	{ &remote_argp, 0, NULL, 0 },
	{ 0 },
};

static const struct argp argp = {
	.options = option_table,
	.parser = parse,
	.args_doc = "LOG... --to WHERE",
	.doc = "send logs elsewhere, while they are written"
	       "\vA log is sent section by section, each once, and can be read "
	       "there at each instant. The command goes on where it ended, "
	       "however it ended. Beside LOG it keeps LOG.ship-NAME."
	       "\n\nExit statuses are in posixtrace(1).",
	.children = children,
};

static int ship(struct shipper *shipper)
{
	struct ship_destination *destination = &shipper->destination;
	int status, err;

	if (!destination->class) {
		err = collector_open(&destination->collector,
				     destination->where,
				     &destination->options.remote);
		if (err) {
			talk_error(destination->where, err);
			return EXIT_SYSTEM;
		}
	}
	status = shipper_run(shipper);
	collector_close(destination->collector);
	return status;
}

static int run(const struct command *cmd, int argc, char **argv)
{
	struct shipper shipper = { .count = 0 };
	struct ship_destination *destination = &shipper.destination;
	char name[16];

	arguments_parse(cmd, argc, argv, &shipper);
	if (!destination->name) {
		snprintf(name, sizeof(name), "%08" PRIx32,
			 pxt_crc32c(0, destination->where,
				    strlen(destination->where)));
		destination->name = name;
	}
	return ship(&shipper);
}

const struct command cmd_ship = {
	.name = "ship",
	.argp = &argp,
	.run = run,
};
