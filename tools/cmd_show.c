/*
 * cmd_show.c - print a log, an event a line
 */
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command.h"
#include "follow.h"
#include "output.h"
#include "selection.h"
#include "source_log.h"
#include "talk.h"

#define ARGS "[FILE]"
#define SUMMARY "print a log, an event a line"

enum { OPTION_STRICT = 256 };

struct options {
	const char *file;
	bool follow;
	bool strict;
	struct selection selection;
	struct output_options output;
};

static const struct argp_option option_table[] = {
	{ "follow", 'F', NULL, 0,
	  "go on with what is recorded, until the log's end or Ctrl-C", 0 },
	{ "strict", OPTION_STRICT, NULL, 0, "exit status 4 if events are lost",
	  0 },
	{ 0 },
};

static void set_file(struct options *options, const char *arg,
		     struct argp_state *state)
{
	if (options->file)
		argp_error(state, "%s: one log at a time", arg);
	if (!strcmp(arg, "-"))
		argp_error(state, "-: reading a log takes seeking in it, "
				  "name a file");
	options->file = arg;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *options = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &options->selection;
		state->child_inputs[1] = &options->output;
		return 0;
	case 'F':
		options->follow = options->output.no_pager = true;
		return 0;
	case OPTION_STRICT:
		options->strict = true;
		return 0;
	case ARGP_KEY_ARG:
		set_file(options, arg, state);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp_child children[] = {
	{ &selection_argp, 0, NULL, 0 },
	{ &output_argp, 0, NULL, 0 },
	{ 0 },
};

static const struct argp argp = {
	.options = option_table,
	.parser = parse,
	.args_doc = ARGS,
	.doc = SUMMARY
	"\vWithout FILE the newest *.ptl of the current directory is shown. "
	"Exit status: 0 all was shown; 1 no event is as asked for; 2 called "
	"wrongly, or no such file; 3 the log is damaged (the rest is shown) or "
	"none; 4 with --strict: events are lost; 5 not permitted; 7 input or "
	"output error.",
	.children = children,
};

static bool is_newer(const struct stat *a, const struct stat *b)
{
	if (a->st_mtim.tv_sec != b->st_mtim.tv_sec)
		return a->st_mtim.tv_sec > b->st_mtim.tv_sec;
	return a->st_mtim.tv_nsec > b->st_mtim.tv_nsec;
}

/* The newest log here, for the caller to free, or NULL. */
static char *find_newest(void)
{
	struct stat newest = { 0 };
	char *name = NULL;
	glob_t found;

	if (glob("*.ptl", 0, NULL, &found))
		return NULL;

	for (size_t i = 0; i < found.gl_pathc; i++) {
		struct stat st;

		if (stat(found.gl_pathv[i], &st) || !S_ISREG(st.st_mode) ||
		    (name && !is_newer(&st, &newest)))
			continue;
		newest = st;
		free(name);
		name = strdup(found.gl_pathv[i]);
	}
	globfree(&found);
	return name;
}

/* Put every item that is wanted, until there is none, or nobody wants them. */
static int put_items(struct source *source, struct options *options,
		     struct output *output)
{
	struct posix_trace_item_np item;
	int unavailable;
	int err;

	for (;;) {
		err = selection_next(&options->selection, &item, &unavailable);
		if (err)
			return err;
		if (!unavailable)
			output_put(output, &item);
		else if (!output_flush(output) || !options->follow ||
			 options->selection.over || !follow_wait(source))
			return 0;
		if (output_is_over(output))
			return 0;
	}
}

static int tell_losses(const struct options *options)
{
	const char *name = options->selection.source->name;
	const uint64_t lost = options->selection.lost;

	if (!options->strict || !lost)
		return EXIT_SUCCESS;
	talk("%s: %llu event%s lost", name, (unsigned long long)lost,
	     lost == 1 ? " is" : "s are");
	return EXIT_LOST;
}

static int show_items(struct source *source, struct options *options)
{
	static struct output output;
	int status, err;

	status = output_open(&output, &options->output, source);
	if (status)
		return status;
	if (options->selection.bounded)
		output_count_from(&output, &options->selection.first);
	err = put_items(source, options, &output);
	status = output_close(&output);

	if (err) {
		talk_error(source->name, err);
		status = EXIT_SYSTEM;
	}
	if (!status)
		status = source_tell_damage(source, options->follow);
	if (!status)
		status = selection_tell(&options->selection);
	return status ? status : tell_losses(options);
}

/* A log that has no events yet has no times. */
static int begin(struct source *source, struct options *options)
{
	const bool utc = options->output.time == STAMP_UTC;
	int err;

	if (options->follow)
		follow_begin();
	do
		err = selection_begin(&options->selection, source, utc);
	while (!err && options->selection.over && options->follow &&
	       follow_wait(source));
	return err;
}

static int show(struct source *source, struct options *options)
{
	int err;

	err = begin(source, options);
	if (!err)
		return show_items(source, options);
	if (err != ESRCH) {
		talk_error(source->name, err);
		return EXIT_SYSTEM;
	}
	talk("%s: no event is at that time: there are not as many of it",
	     source->name);
	return EXIT_NOTHING;
}

static int show_file(struct options *options)
{
	struct source *source;
	int status;

	status = source_log_open(&source, options->file);
	if (status)
		return status;
	status = show(source, options);
	source_close(source);
	return status;
}

static int show_newest(struct options *options)
{
	char *newest = find_newest();
	int status;

	if (!newest) {
		talk("no *.ptl in this directory: name a log");
		return EXIT_MISUSE;
	}

	talk("showing %s, the newest log here", newest);
	options->file = newest;
	status = show_file(options);
	free(newest);
	return status;
}

static int run(int argc, char **argv)
{
	struct options options = { .output.time = STAMP_LOCAL };
	int status;

	command_parse(&cmd_show, &argp, 0, argc, argv, &options);
	status = options.file ? show_file(&options) : show_newest(&options);
	selection_fini(&options.selection);
	return status;
}

const struct command cmd_show = {
	.name = "show",
	.args = ARGS,
	.summary = SUMMARY,
	.argp = &argp,
	.run = run,
};
