/*
 * cmd_gather.c - logs that come from elsewhere, into a directory
 */
#include <string.h>

#include "common/arguments.h"
#include "common/misuse.h"
#include "gather/pipe_gather.h"
#include "gather/sink.h"
#include "gather/stream_gather.h"
#include "nats/nats_link.h"
#include "nats/nats_address.h"

enum {
	OPTION_TO = 256,
	OPTION_ONCE,
	OPTION_METRICS,
	OPTION_CREATE,
	OPTION_PARTITION
};

struct request {
	struct gatherer gatherer;
	struct store_options options;
	const struct sink_class *class;
	const char *from;
	struct nats_address address;
};

static const struct argp_option option_table[] = {
	{ "to", OPTION_TO, "WHERE", 0, "a directory, or postgresql://...", 0 },
	{ "once", OPTION_ONCE, NULL, 0,
	  "end when all that is there was gathered", 0 },
	{ "metrics", OPTION_METRICS, "FILE", 0,
	  "how it goes, in the text format of Prometheus, once a second", 0 },
	{ "create", OPTION_CREATE, NULL, 0,
	  "make the tables if they are absent there", 0 },
	{ "partition", OPTION_PARTITION, "day", 0,
	  "of tables that are made: a part for each day", 0 },
	{ "quiet", 'q', NULL, 0, "no progress", 0 },
	{ 0 },
};

static void set_sink(struct request *request, const char *where,
		     struct argp_state *state)
{
	const char *wrong = NULL;

	request->class = sink_find(where);
	if (!request->class)
		misuse(state, "--to=%s: no place to gather in", where);
	if (request->class->refuse)
		wrong = request->class->refuse(where);
	if (wrong)
		misuse_brief(state, "--to: %s", wrong);
	request->gatherer.where = where;
}

static void set_source(struct request *request, const char *from,
		       struct argp_state *state)
{
	const char *wrong;

	if (request->from)
		misuse(state, "more than one place to gather from");
	request->from = from;
	if (!strcmp(from, "-"))
		return;
	if (!nats_address_is(from))
		misuse(state, "%s: no place to gather from", from);
	wrong = nats_address_parse(&request->address, from);
	if (wrong)
		misuse(state, "%s", wrong);
	wrong = nats_link_lacks();
	if (wrong)
		misuse_brief(state, "%s", wrong);
}

/* An option is for one of both sides, or for both. */
static void check_options(const struct request *request,
			  struct argp_state *state)
{
	const struct store_class *to = store_find(request->gatherer.where);
	const bool is_pipe = !strcmp(request->from, "-");
	unsigned abilities = to->abilities;

	if (!is_pipe)
		abilities |= STORE_CERTIFICATES | STORE_LOGINS | STORE_PLAIN;
	store_options_check(
		&request->options, abilities,
		is_pipe ? "standard input and a directory" : to->kind, state);
}

static void check(const struct request *request, struct argp_state *state)
{
	if (!request->from)
		misuse(state, "name where from");
	if (!request->class)
		misuse(state, "--to is needed");
	if (!strcmp(request->from, "-") && request->class != &folder_sink)
		misuse(state, "from standard input, --to is a directory");
	check_options(request, state);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct request *request = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &request->options.remote;
		return 0;
	case OPTION_TO:
		set_sink(request, arg, state);
		return 0;
	case OPTION_ONCE:
		request->gatherer.once = true;
		return 0;
	case OPTION_METRICS:
		request->gatherer.metrics = arg;
		return 0;
	case OPTION_CREATE:
		request->options.creates = true;
		return 0;
	case OPTION_PARTITION:
		if (strcmp(arg, "day"))
			misuse(state, "--partition=%s: not day", arg);
		request->options.by_day = true;
		return 0;
	case 'q':
		request->gatherer.quiet = true;
		return 0;
	case ARGP_KEY_ARG:
		set_source(request, arg, state);
		return 0;
	case ARGP_KEY_END:
		check(request, state);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp_child children[] = {
	{ &remote_argp, 0, "Connections:", 0 },
	{ 0 },
};

static const struct argp argp = {
	.options = option_table,
	.parser = parse,
	.children = children,
	.args_doc = "nats://HOST[,HOST...][/STREAM] --to WHERE\n- --to DIR",
	.doc = "gather logs of many machines, while they are written"
	       "\vIn a directory, each log becomes DIR/HOST/PROGRAM/"
	       "TIME-UUID.ptl, the same as it was written, and can be read at "
	       "each instant. In PostgreSQL each event is a row. From -, "
	       "standard input, posixtrace ship takes answers on standard "
	       "output."
	       "\n\nExit statuses are in posixtrace(1).",
};

static int run(const struct command *cmd, int argc, char **argv)
{
	struct request request = { .from = NULL };

	int status;

	arguments_parse(cmd, argc, argv, &request);
	if (!strcmp(request.from, "-"))
		return pipe_gather(&request.gatherer);
	status = stream_gather(&request.gatherer, request.class,
			       &request.address, &request.options);
	nats_address_fini(&request.address);
	return status;
}

const struct command cmd_gather = {
	.name = "gather",
	.argp = &argp,
	.run = run,
};
