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
static void check_collector(const struct ship_place *place,
			    struct argp_state *state)
{
	const char *where = place->where;
	struct collector_url url = { "" };
	const char *why;

	if (collector_lacks())
		misuse_brief(state, "--to: %s", collector_lacks());
	why = collector_url_parse(&url, where, &place->options.remote);
	if (why)
		misuse(state, "--to%s%s: %s",
		       remote_names_user(where) ? "" : "=",
		       remote_names_user(where) ? "" : where, why);
}

static void check_place(struct ship_place *place, struct argp_state *state)
{
	const char *wrong = NULL;

	if (!place->where)
		misuse(state, "--to is needed");
	if (collector_url_is(place->where)) {
		check_collector(place, state);
		return;
	}
	place->class = *place->where ? store_find(place->where) : NULL;
	if (!place->class)
		misuse(state, "--to=%s: no place to ship to", place->where);
	if (place->class->refuse)
		wrong = place->class->refuse(place->where);
	if (wrong)
		misuse_brief(state, "--to: %s", wrong);
}

static void set_name(struct ship_place *place, const char *name,
		     struct argp_state *state)
{
	if (!is_name(name))
		misuse(state,
		       "--name=%s: not a name of letters, digits, - and _",
		       name);
	place->name = name;
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
		state->child_inputs[0] = &shipper->place.options.remote;
		return 0;
	case OPTION_TO:
		shipper->place.where = arg;
		return 0;
	case OPTION_NAME:
		set_name(&shipper->place, arg, state);
		return 0;
	case OPTION_ONCE:
		shipper->once = shipper->place.once = true;
		return 0;
	case OPTION_REMOVE:
		shipper->removes = true;
		return 0;
	case OPTION_METRICS:
		shipper->metrics = arg;
		return 0;
	case OPTION_CREATE:
		shipper->place.options.creates = true;
		return 0;
	case OPTION_REPLICAS:
		shipper->place.options.replicas = parse_replicas(arg, state);
		return 0;
	case OPTION_PARTITION:
		shipper->place.options.by_day = is_day(arg, state);
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
		check_place(&shipper->place, state);
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
	struct ship_place *place = &shipper->place;
	int status, err;

	if (!place->class) {
		err = collector_open(&place->collector, place->where,
				     &place->options.remote);
		if (err) {
			talk_error(place->where, err);
			return EXIT_SYSTEM;
		}
	}
	status = shipper_run(shipper);
	collector_close(place->collector);
	return status;
}

static int run(const struct command *cmd, int argc, char **argv)
{
	struct shipper shipper = { .count = 0 };
	struct ship_place *place = &shipper.place;
	char name[16];

	arguments_parse(cmd, argc, argv, &shipper);
	if (!place->name) {
		snprintf(name, sizeof(name), "%08" PRIx32,
			 pxt_crc32c(0, place->where, strlen(place->where)));
		place->name = name;
	}
	return ship(&shipper);
}

const struct command cmd_ship = {
	.name = "ship",
	.argp = &argp,
	.run = run,
};
