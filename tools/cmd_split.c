/*
 * cmd_split.c - splitting a log into parts
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/arguments.h"
#include "common/misuse.h"
#include "common/quantity.h"
#include "common/stamp.h"
#include "common/talk.h"
#include "common/words.h"
#include "event/refused_descriptions.h"
#include "source/sources.h"
#include "write/copy.h"
#include "write/part.h"
#include "write/split.h"

enum { OPTION_SIZE = 256, OPTION_TIME, OPTION_BY };

struct options {
	struct source_files files;
	struct split split;
	struct selection selection;
};

static const struct argp_option option_table[] = {
	{ "size", OPTION_SIZE, "SIZE", 0, "parts of about that size: 100M", 0 },
	{ "time", OPTION_TIME, "TIME", 0,
	  "parts of that time, from the first event on: 10s, 5min", 0 },
	{ "by", OPTION_BY, "WHAT", 0,
	  "process, thread or event: a part for each", 0 },
	{ 0 },
};

static const struct word parts[] = {
	{ "process", SPLIT_BY_PROCESS },
	{ "thread", SPLIT_BY_THREAD },
	{ "event", SPLIT_BY_EVENT },
	{ 0 },
};

static void check(const struct split *split, struct argp_state *state)
{
	const char *output = split->to.output;

	if (!split->bytes && !split->time_ns && !split->by)
		misuse(state, "one of --size, --time and --by is needed");
	if (split->by && (split->bytes || split->time_ns))
		misuse(state, "--by: not with --size or --time");
	if (output && (!*output ||
		       !filename_is_sound(
			       output, split->by == SPLIT_BY_EVENT  ? "nthe" :
				       split->by == SPLIT_BY_THREAD ? "nthcpi" :
								      "nthcp")))
		misuse(state, "-o %s: no name for such parts", output);
}

static void set_size(struct split *split, const char *arg,
		     struct argp_state *state)
{
	if (!quantity_size(arg, &split->bytes))
		misuse(state, "--size=%s: not a size, as 64K, 16M or 1G", arg);
}

static void set_time(struct split *split, const char *arg,
		     struct argp_state *state)
{
	if (!quantity_duration(arg, &split->time_ns))
		misuse(state, "--time=%s: not a time, as 10s or 5min", arg);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *options = state->input;
	const struct to_log_inputs inputs = { &options->files,
					      &options->split.to,
					      &options->selection,
					      "name a log" };

	switch (key) {
	case OPTION_SIZE:
		set_size(&options->split, arg, state);
		return 0;
	case OPTION_TIME:
		set_time(&options->split, arg, state);
		return 0;
	case OPTION_BY:
		options->split.by =
			(enum split_by)words_parse(parts, "--by=", arg, state);
		return 0;
	case ARGP_KEY_END:
		check(&options->split, state);
		return 0;
	}
	return to_log_parse(key, &inputs, state);
}

static const struct argp argp = {
	.options = option_table,
	.parser = parse,
	.args_doc = "FILE... -o 'PART.%n.ptl'",
	.doc = "write a log in several parts"
	       "\vIn the name of the parts %n stands for a number, %t for "
	       "the time, %h "
	       "for the host, %c for the program and %p for the process; "
	       "with --by "
	       "%i for the thread, or %e for the event."
	       "\n\nExit statuses are in posixtrace(1).",
	.children = to_log_children,
};

/* Shared by both ways */

struct timespec split_time(const struct posix_trace_item_np *item)
{
	return item->kind == POSIX_TRACE_ITEM_LOSS_NP ?
		       item->lost_end :
		       item->info.posix_timestamp;
}

void split_tell_process(const struct split *split, unsigned origin, pid_t pid,
			char *program, struct filename_facts *facts)
{
	struct posix_trace_process_np process;

	facts->pid = pid;
	facts->program = program;
	facts->host = source_get_host(split->source, origin);
	if (!source_get_process(split->source, origin, pid, &process))
		snprintf(program, 64, "%s", process.name);
	else
		snprintf(program, 64, "%d", (int)pid);
}

void split_uuid(const struct split *split, unsigned number,
		unsigned char uuid[16])
{
	struct digest digest = split->digest;

	digest_add_number(&digest, number);
	digest_uuid(&digest, uuid);
}

/* Successive parts */

struct series {
	struct split *split;
	struct part part;
	int64_t end_ns; /* later items belong to the next part */
	/* The last part: its file, and the estimate of that. */
	uint64_t made, estimated;
};

static char *make_name(const struct split *split,
		       const struct posix_trace_item_np *item)
{
	struct source_origin origin = { .target = 0 };
	char program[64];
	struct filename_facts facts = {
		.number = split->parts + 1,
		.time = split_time(item).tv_sec,
		.event = "",
	};

	source_get_origin(split->source, 0, &origin);
	split_tell_process(split, 0, origin.target, program, &facts);
	return filename_expand(split->pattern, &facts);
}

static int begin_part(struct series *series,
		      const struct posix_trace_item_np *item)
{
	const struct split *split = series->split;
	char *name = make_name(split, item);
	unsigned char uuid[16];
	int status;

	if (!name) {
		talk_error(split->source->name, ENOMEM);
		return EXIT_SYSTEM;
	}
	split_uuid(split, split->parts + 1, uuid);
	status = part_open(&series->part, split->source, name, &split->to,
			   false, uuid);
	free(name);
	return status;
}

static int end_part(struct series *series)
{
	const uint64_t estimated = series->part.bytes;
	uint64_t made;
	int status;

	if (!series->part.copy)
		return EXIT_SUCCESS;
	status = part_keep(&series->part, series->split->to.quiet, &made);
	if (status)
		return status;
	series->split->parts++;
	series->made = made;
	series->estimated = estimated;
	return EXIT_SUCCESS;
}

/* The size of a part's file, of which an estimate knows nothing of objects and
 * compression: the last part tells. A part that is a little smaller than its estimate
 * has just fewer heads. */
static double size_of(const struct series *series, uint64_t estimate)
{
	if (!series->estimated || (series->made < series->estimated &&
				   series->made > series->estimated / 2))
		return (double)estimate;
	/* Modules and command lines of each part may be more than the size. */
	if (series->made / 4 > series->estimated)
		return 4 * (double)estimate;
	return (double)estimate * (double)series->made /
	       (double)series->estimated;
}

/* The clock may have been set back: then the part goes on. */
static bool is_over(const struct series *series,
		    const struct posix_trace_item_np *item)
{
	const struct split *split = series->split;
	const struct timespec time = split_time(item);

	if (!series->part.copy)
		return true;
	if (split->bytes &&
	    size_of(series, series->part.bytes + item->data_len) >
		    (double)split->bytes)
		return true;
	return split->time_ns && stamp_ns(&time) >= series->end_ns;
}

static void set_end(struct series *series,
		    const struct posix_trace_item_np *item)
{
	const int64_t span = series->split->time_ns;
	const struct timespec time = split_time(item);
	const int64_t ns = stamp_ns(&time);

	if (!span || (series->part.copy && ns < series->end_ns))
		return;
	if (!series->end_ns)
		series->end_ns = ns;
	/* Intervals without events have no part. */
	series->end_ns += ((ns - series->end_ns) / span + 1) * span;
}

static int put(struct series *series, const struct posix_trace_item_np *item)
{
	int status = EXIT_SUCCESS;

	if (is_over(series, item)) {
		set_end(series, item);
		status = end_part(series);
		if (!status)
			status = begin_part(series, item);
	}
	return status ? status : part_put(&series->part, item);
}

static int put_all(struct series *series)
{
	struct split *split = series->split;
	struct posix_trace_item_np item;
	int unavailable, status, err;

	for (;;) {
		err = selection_next(split->selection, &item, &unavailable);
		if (err) {
			talk_error(split->source->name, err);
			return EXIT_SYSTEM;
		}
		if (unavailable)
			return EXIT_SUCCESS;
		status = put(series, &item);
		if (status)
			return status;
	}
}

/* Losses alone are not written. */
static int split_in_order(struct split *split)
{
	struct series series = { .split = split };
	int status, err;

	err = selection_begin(split->selection, split->source, split->to.utc);
	if (err)
		return selection_refuse(split->selection, err);
	status = put_all(&series);
	if (!status && split->selection->matched)
		status = end_part(&series);
	part_drop(&series.part);
	return status;
}

static int make_digest(struct split *split)
{
	digest_begin(&split->digest);
	digest_add_text(&split->digest, "split");
	digest_add_number(&split->digest, split->by);
	digest_add_number(&split->digest, (int64_t)split->bytes);
	digest_add_number(&split->digest, split->time_ns);
	digest_add_number(&split->digest, split->to.utc);
	if (split->to.compression)
		digest_add_number(&split->digest, split->to.compression);
	selection_digest(split->selection, &split->digest);
	return copy_digest(split->source, &split->digest);
}

static int split(struct options *options, struct source *source)
{
	struct split *split = &options->split;
	int status, err;

	split->source = source;
	split->selection = &options->selection;
	err = make_digest(split);
	if (err) {
		talk_error(source->name, err);
		return EXIT_SYSTEM;
	}
	status = split->by ? split_by(split) : split_in_order(split);
	refused_descriptions_tell_all(source);
	if (!status)
		status = source_tell_damage(source, false);
	if (!status)
		status = selection_tell(split->selection);
	if (!status && !split->parts) {
		talk("%s: no event", source->name);
		status = EXIT_NOTHING;
	}
	return status;
}

/* Parts have names by their kind. */
static char *make_pattern(const struct options *options)
{
	static const char *const letters[] = {
		[SPLIT_BY_NOTHING] = "",
		[SPLIT_BY_PROCESS] = "pc",
		[SPLIT_BY_THREAD] = "i",
		[SPLIT_BY_EVENT] = "e",
	};

	for (const char *own = letters[options->split.by]; *own; own++)
		if (filename_has(options->split.to.output, *own))
			return strdup(options->split.to.output);
	return filename_numbered(options->split.to.output);
}

static int run(const struct command *cmd, int argc, char **argv)
{
	struct options options = { .split.parts = 0 };
	struct source *source;
	char *pattern;
	int status;

	arguments_parse(cmd, argc, argv, &options);
	pattern = make_pattern(&options);
	if (!pattern) {
		talk_error(options.split.to.output, ENOMEM);
		return EXIT_SYSTEM;
	}
	options.split.pattern = pattern;
	status = sources_open(&source, &options.files);
	if (!status) {
		status = split(&options, source);
		source_close(source);
	}
	free(pattern);
	selection_fini(&options.selection);
	return status;
}

const struct command cmd_split = {
	.name = "split",
	.argp = &argp,
	.run = run,
};
