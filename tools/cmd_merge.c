/*
 * cmd_merge.c - merging several logs into one
 */
#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "common/arguments.h"
#include "common/digest.h"
#include "common/quantity.h"
#include "common/talk.h"
#include "select/selection.h"
#include "source/lognames.h"
#include "source/source_merge.h"
#include "source/sources.h"
#include "source/clocks/clocks.h"
#include "source/clocks/messages.h"
#include "write/rewrite.h"

enum { OPTION_BY = 256, OPTION_OFFSET, OPTION_PAIR };
enum { HANDS_MAX = 256 };

struct options {
	struct source_files files;
	struct to_log to;
	const char *by;
	struct message_rule pair[MESSAGES_RULES];
	size_t pairs;
	struct clock_hand hand[HANDS_MAX];
	size_t hands;
	struct selection selection;
};

static const struct argp_option option_table[] = {
	{ NULL, 0, NULL, 0, "Clocks of several machines:", 3 },
	{ "offset", OPTION_OFFSET, "FILE|HOST=TIME", 0,
	  "add this to the times of a log or host: +1.284ms, -2s", 3 },
	{ "pair", OPTION_PAIR, "SENT,RECEIVED", 0,
	  "events at the two ends of messages, to compute clock offsets", 3 },
	{ "by", OPTION_BY, "FIELD", 0,
	  "field that identifies a message; by default the key", 3 },
	{ 0 },
};

static void add_pair(struct options *options, char *arg,
		     struct argp_state *state)
{
	struct message_rule *rule = &options->pair[options->pairs];
	char *comma = strchr(arg, ',');

	if (!comma || comma == arg || !comma[1] || strchr(comma + 1, ','))
		argp_error(state, "--pair=%s: not two names of events", arg);
	if (options->pairs == MESSAGES_RULES)
		argp_error(state, "--pair=%s: too many pairs", arg);
	*comma = '\0';
	if (!strcmp(arg, comma + 1))
		argp_error(state, "--pair=%s,%s: one event is not a pair", arg,
			   arg);
	rule->sent = arg;
	rule->received = comma + 1;
	options->pairs++;
}

static bool parse_offset(const char *text, int64_t *ns)
{
	const bool minus = *text == '-';

	text += *text == '-' || *text == '+';
	/* 0 is an offset, too: the clocks are right. */
	if (!strcmp(text, "0"))
		*ns = 0;
	else if (!quantity_duration(text, ns))
		return false;
	if (minus)
		*ns = -*ns;
	return true;
}

static void add_offset(struct options *options, char *arg,
		       struct argp_state *state)
{
	struct clock_hand *hand = &options->hand[options->hands];
	char *equals = strrchr(arg, '=');

	if (!equals || equals == arg ||
	    !parse_offset(equals + 1, &hand->offset_ns))
		argp_error(state, "--offset=%s: not as in h2=+1.284ms", arg);
	if (options->hands == HANDS_MAX)
		argp_error(state, "--offset=%s: too many offsets", arg);
	*equals = '\0';
	hand->name = arg;
	options->hands++;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *options = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		options->selection.as = &options->files.as;
		options->to.as = &options->files.as;
		state->child_inputs[0] = &options->to;
		state->child_inputs[1] = &options->selection;
		return 0;
	case OPTION_OFFSET:
		add_offset(options, arg, state);
		return 0;
	case OPTION_PAIR:
		add_pair(options, arg, state);
		return 0;
	case OPTION_BY:
		options->by = arg;
		return 0;
	case ARGP_KEY_ARGS:
		sources_parse(&options->files, state);
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "name some logs");
		return 0;
	case ARGP_KEY_END:
		if (options->by && !options->pairs)
			argp_error(state, "--by: needs a --pair");
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp_child children[] = {
	{ &to_log_argp, 0, NULL, 0 },
	{ &selection_argp, 0, NULL, 0 },
	{ 0 },
};

static const struct argp argp = {
	.options = option_table,
	.parser = parse,
	.args_doc = "FILE... -o FILE",
	.doc = "write several logs to one, on one time line"
	       "\vExit statuses are in posixtrace(1).",
	.children = children,
};

/* Clocks */

static int tell_error(struct source *source, int err)
{
	talk_error(source->name, err);
	return EXIT_SYSTEM;
}

static void tell_found(const struct messages_found *found)
{
	const unsigned long long without = found->without;

	if (without)
		talk("%llu event%s no such field, and %s in no pair", without,
		     without == 1 ? " has" : "s have",
		     without == 1 ? "is" : "are");
	else if (!found->pairs)
		talk("no message is in two of the logs");
}

static int read_messages(const struct options *options, struct source *source,
			 const struct clocks *clocks, struct skew *skew)
{
	struct messages_found found;
	int err;

	err = messages_read(source, options->pair, options->pairs, options->by,
			    clocks->of_origin, skew, &found);
	if (!err)
		err = skew_settle(skew);
	if (!err)
		tell_found(&found);
	return err;
}

static int settle_clocks(const struct options *options, struct source *source,
			 struct clocks *clocks)
{
	const bool is_asked = options->pairs && clocks->count > 1;
	struct skew skew = { 0 };
	int err = 0;

	if (is_asked)
		err = skew_init(&skew, clocks->count);
	if (!err && is_asked)
		err = read_messages(options, source, clocks, &skew);
	if (!err)
		err = clocks_settle(clocks, is_asked ? &skew : NULL,
				    options->hand, options->hands);
	skew_fini(&skew);
	return err;
}

static int set_clocks(const struct options *options, struct source *source)
{
	struct clocks clocks;
	int status = EXIT_SUCCESS;
	int err;

	err = clocks_init(&clocks, source);
	if (err)
		return tell_error(source, err);
	for (size_t i = 0; !status && i < options->hands; i++) {
		if (clocks_know(&clocks, options->hand[i].name))
			continue;
		talk("--offset %s: no such log or host", options->hand[i].name);
		status = EXIT_MISUSE;
	}
	if (!status) {
		err = settle_clocks(options, source, &clocks);
		status = err ? tell_error(source, err) : EXIT_SUCCESS;
	}
	clocks_fini(&clocks);
	return status;
}

/* The log */

/* The same part of the same logs, shifted alike, is the same log. */
static int make_uuid(const struct options *options, struct source *source,
		     unsigned char uuid[16])
{
	struct timespec first = { 0 }, last = { 0 };
	struct source_origin origin;
	struct digest digest;
	int err;

	err = source_get_times(source, &first, &last);
	if (err && err != ENODATA)
		return err;

	digest_begin(&digest);
	digest_add_text(&digest, "merge");
	for (size_t i = 0; i < source_merge_count(source); i++)
		digest_add(&digest, source_merge_uuid(source, i), 16);
	for (unsigned i = 0; !source_get_origin(source, i, &origin); i++) {
		digest_add(&digest, origin.uuid, sizeof(origin.uuid));
		digest_add_number(&digest, origin.offset_ns);
	}
	digest_add(&digest, &first, sizeof(first));
	digest_add(&digest, &last, sizeof(last));
	digest_add_number(&digest, options->to.utc);
	selection_digest(&options->selection, &digest);
	digest_uuid(&digest, uuid);
	return 0;
}

static int merge(struct options *options, struct source *source)
{
	unsigned char uuid[16];
	int status, err;

	status = set_clocks(options, source);
	if (status)
		return status;
	err = make_uuid(options, source, uuid);
	if (err)
		return tell_error(source, err);
	return rewrite(&options->to, uuid, source, &options->selection);
}

static int merge_files(struct options *options)
{
	struct lognames names;
	struct source *source;
	int status;

	status = lognames_find(&names, options->files.file,
			       options->files.count);
	if (status)
		return status;
	status = source_merge_open(&source, names.name, names.count,
				   &options->files.as);
	lognames_fini(&names);
	if (status)
		return status;
	status = merge(options, source);
	source_close(source);
	return status;
}

static int run(const struct command *cmd, int argc, char **argv)
{
	struct options options = { .hands = 0 };
	int status;

	arguments_parse(cmd, argc, argv, &options);
	status = merge_files(&options);
	selection_fini(&options.selection);
	return status;
}

const struct command cmd_merge = {
	.name = "merge",
	.argp = &argp,
	.run = run,
};
