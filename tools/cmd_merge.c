/*
 * cmd_merge.c - merging several logs into one
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/arguments.h"
#include "common/misuse.h"
#include "common/digest.h"
#include "common/talk.h"
#include "select/selection.h"
#include "source/clocks/alignment.h"
#include "source/clocks/merge_clocks.h"
#include "source/fleet/fleet_set.h"
#include "source/fleet/fleet_wish.h"
#include "source/lognames.h"
#include "source/source_merge.h"
#include "source/sources.h"
#include "write/rewrite.h"

enum { OPTION_BY = 256, OPTION_OFFSET, OPTION_PAIR };

struct options {
	struct source_files files;
	struct to_log to;
	struct clock_wishes clocks;
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

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *options = state->input;
	const struct to_log_inputs inputs = { &options->files, &options->to,
					      &options->selection,
					      "name some logs" };

	switch (key) {
	case OPTION_OFFSET:
		clock_wishes_add_offset(&options->clocks, arg, state);
		return 0;
	case OPTION_PAIR:
		clock_wishes_add_pair(&options->clocks, "pair", arg, state);
		return 0;
	case OPTION_BY:
		options->clocks.by = arg;
		return 0;
	case ARGP_KEY_END:
		if (options->clocks.by && !options->clocks.pairs)
			misuse(state, "--by: needs a --pair");
		return 0;
	}
	return to_log_parse(key, &inputs, state);
}

static const struct argp argp = {
	.options = option_table,
	.parser = parse,
	.args_doc = "FILE... -o FILE",
	.doc = "write several logs to one, on one time line"
	       "\vExit statuses are in posixtrace(1).",
	.children = to_log_children,
};

/* Clocks */

static int tell_error(struct source *source, int err)
{
	talk_error(source->name, err);
	return EXIT_SYSTEM;
}

struct reading {
	struct alignment_source from;
	struct source *source;
};

/* The logs are open already. */
static int open_again(struct alignment_source *from,
		      const struct clocks *clocks)
{
	struct reading *reading = (struct reading *)from;

	from->source = reading->source;
	from->of_origin = merge_clocks_origins(from->source, clocks->of);
	return from->of_origin ? EXIT_SUCCESS :
				 tell_error(from->source, ENOMEM);
}

static int set_clocks(const struct options *options, struct source *source)
{
	struct reading reading = { { .open = open_again }, source };
	struct merge_clocks of;
	int status, err;

	err = merge_clocks_init(&of, source);
	if (err)
		return tell_error(source, err);
	status = alignment_settle(&of.clocks, &options->clocks, &reading.from);
	free(reading.from.of_origin);
	if (!status) {
		err = merge_clocks_apply(&of);
		status = err ? tell_error(source, err) : EXIT_SUCCESS;
	}
	merge_clocks_fini(&of);
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
	int err;

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
	status = set_clocks(options, source);
	if (!status)
		status = merge(options, source);
	source_close(source);
	return status;
}

/* Opening a fleet aligns its clocks already. */
static int merge_fleet(struct options *options)
{
	struct source *source;
	int status;

	options->files.as.fleet->clocks = options->clocks;
	status = sources_open(&source, &options->files);
	if (status)
		return status;
	status = merge(options, source);
	source_close(source);
	return status;
}

static int run(const struct command *cmd, int argc, char **argv)
{
	struct options options = { .clocks.hands = 0 };
	int status;

	arguments_parse(cmd, argc, argv, &options);
	status = fleet_set_is_named(options.files.file, options.files.count) ?
			 merge_fleet(&options) :
			 merge_files(&options);
	selection_fini(&options.selection);
	return status;
}

const struct command cmd_merge = {
	.name = "merge",
	.argp = &argp,
	.run = run,
};
