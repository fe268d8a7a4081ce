/*
 * cmd_view.c - a trace over time, on a terminal
 */
#include <errno.h>
#include <langinfo.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>

#include "common/arguments.h"
#include "common/misuse.h"
#include "common/quantity.h"
#include "common/talk.h"
#include "event/refused_descriptions.h"
#include "live/live_wish.h"
#include "screen/terminal.h"
#include "screen/viewer.h"
#include "select/select_fields.h"
#include "select/selection.h"
#include "source/device/device.h"
#include "source/follow.h"
#include "source/logs.h"
#include "source/source_log.h"
#include "source/sources.h"

enum { OPTION_UTC = 256, OPTION_KEEP };

struct options {
	struct source_files files;
	struct source_files again; /* the same, for the second reading */
	bool follow;
	bool utc;
	uint64_t kept;
	struct live *live; /* the running recording; or NULL */
	struct selection selection;
	struct selection looking; /* the same, of the second reading */
	char *newest;		  /* the log that was not named; or NULL */
};

static const struct argp_option option_table[] = {
	{ "follow", 'F', NULL, 0,
	  "go on with what comes: the right edge is now; without FILE, watch "
	  "the process of -p",
	  0 },
	{ "keep", OPTION_KEEP, "SIZE", 0,
	  "keep so much of a stream or process, to look at it again (1G)", 0 },
	{ "utc", OPTION_UTC, NULL, 0, "times are in UTC", 0 },
	{ 0 },
};

/* A line to a device goes on while it is shown. */
static void set_files(struct options *options, struct argp_state *state)
{
	sources_parse(&options->files, state);
	for (size_t i = 0; i < options->files.count; i++)
		options->follow |= device_is_name(options->files.file[i]);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *options = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		options->selection.as = &options->files.as;
		state->child_inputs[0] = &options->selection;
		return 0;
	case 'F':
		options->follow = true;
		return 0;
	case OPTION_KEEP:
		if (strcmp(arg, "0") && !quantity_size(arg, &options->kept))
			misuse(state, "--keep %s: not a size", arg);
		if (!strcmp(arg, "0"))
			options->kept = 0;
		return 0;
	case OPTION_UTC:
		options->utc = true;
		return 0;
	case ARGP_KEY_ARGS:
		set_files(options, state);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp_child children[] = {
	{ &selection_argp, 0, NULL, 0 },
	{ 0 },
};

static const struct argp argp = {
	.options = option_table,
	.parser = parse,
	.args_doc = "[FILE...]\nSTREAM",
	.doc = "look at a trace over time, on a terminal"
	       "\vSeveral logs are shown as one; by default it is the newest "
	       "*.ptl here. STREAM is a number from `posixtrace ls'. The key h "
	       "tells of the others, q ends the command.",
	.children = children,
};

/* Sources */

static int refuse(const char *name, const char *why)
{
	talk("%s: %s", name, why);
	return EXIT_MISUSE;
}

/* Only files can be read twice. */
static int check_file(const char *name)
{
	struct stat st;

	if (!stat(name, &st) && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))
		return refuse(name, "a timeline is made of files: save it "
				    "first");
	return strcmp(name, "-") ? EXIT_SUCCESS :
				   refuse(name, "a timeline is made of files: "
						"save it first");
}

static int find_newest(struct options *options)
{
	if (options->files.count)
		return EXIT_SUCCESS;
	options->newest = logs_find_newest();
	if (!options->newest) {
		talk("no *.ptl in this directory: name a log");
		return EXIT_MISUSE;
	}
	options->files.file = &options->newest;
	options->files.count = 1;
	return EXIT_SUCCESS;
}

static bool has_device(const struct source_files *files)
{
	for (size_t i = 0; i < files->count; i++)
		if (device_is_name(files->file[i]))
			return true;
	return false;
}

static int refuse_selection(struct options *options, struct source *source,
			    int err)
{
	options->selection.source = source;
	return selection_refuse(&options->selection, err);
}

/* Begins the selections of both readings. A trace that grows may have no times
 * yet. */
static int begin(struct options *options, struct source *source,
		 struct source *look)
{
	int err;

	err = selection_begin(&options->selection, source, options->utc);
	if (err)
		return refuse_selection(options, source, err);
	if (!look)
		return EXIT_SUCCESS;
	options->looking = options->selection;
	options->looking.described = NULL;
	err = selection_begin(&options->looking, look, options->utc);
	return err ? refuse_selection(options, look, err) : EXIT_SUCCESS;
}

static int check_events(struct source *look)
{
	struct timespec first, last;

	if (source_get_times(look, &first, &last) != ENODATA)
		return EXIT_SUCCESS;
	talk("%s: no event", look->name);
	return EXIT_NOTHING;
}

/* Screen */

static int show(struct options *options, struct source *source,
		struct source *look)
{
	const struct viewer_plan plan = {
		.timeline = {
			.source = source,
			.selection = &options->selection,
			.look = look,
			.looking = &options->looking,
			.guesses = look && source_log_is(look),
			.is_live = options->follow,
			.utc = options->utc,
			.ascii = strcmp(nl_langinfo(CODESET), "UTF-8"),
		},
		.files = &options->files,
		.live = options->live,
	};
	int status = EXIT_SUCCESS;

	if (look && !options->follow)
		status = check_events(look);
	if (!status)
		status = begin(options, source, look);
	if (!status)
		status = viewer_run(&plan);
	if (look)
		select_fields_end(&options->looking);
	refused_descriptions_tell_all(source);
	return status ? status : source_tell_damage(source, options->follow);
}

static int open_files(struct options *options, struct source **source,
		      struct source **look)
{
	int status = find_newest(options);

	for (size_t i = 0; !status && i < options->files.count; i++)
		if (!device_is_name(options->files.file[i]))
			status = check_file(options->files.file[i]);
	if (status)
		return status;
	options->again = options->files;
	options->again.as.workers = 0;
	options->files.as.grows = options->follow;
	if (!has_device(&options->files)) {
		status = sources_open(look, &options->again);
		if (status)
			return status;
	}
	return options->follow ? sources_open_growing(source, &options->files) :
				 sources_open(source, &options->files);
}

static int show_files(struct options *options)
{
	struct source *source = NULL, *look = NULL;
	int status;

	status = open_files(options, &source, &look);
	if (!status) {
		source_follow(source, options->follow);
		status = show(options, source, look);
	}
	source_close(source);
	source_close(look);
	return status;
}

/* The log of a stream is read a second time, if that is possible. */
static int open_again(struct options *options, struct source **look)
{
	struct live *live = options->live;
	int status;

	if (!live->log)
		return EXIT_SUCCESS;
	options->files.file = &live->log;
	options->files.count = 1;
	options->again = options->files;
	options->again.as.workers = 0;
	status = sources_open(look, &options->again);
	if (!status)
		(*look)->name = live->source->name;
	return status;
}

static int show_live(struct options *options, const struct live_wish *wish)
{
	const struct live_plan plan = {
		.follow = true,
		.kept = options->kept,
	};
	struct source *look = NULL;
	int status;

	status = live_wish_open(&options->live, wish, &plan);
	if (status)
		return status;
	options->follow = true;
	status = open_again(options, &look);
	if (!status)
		status = show(options, options->live->source, look);
	source_close(look);
	live_end(options->live);
	if (options->live->status)
		status = options->live->status;
	live_close(options->live);
	return status;
}

static int view(struct options *options)
{
	const struct live_wish wish = {
		.operand = options->files.file,
		.operands = options->files.count,
		.selection = &options->selection,
		.follow = options->follow,
	};

	return live_wish_is_live(&wish) ? show_live(options, &wish) :
					  show_files(options);
}

static int run(const struct command *cmd, int argc, char **argv)
{
	struct options options = { .kept = LIVE_KEPT };
	int status;

	arguments_parse(cmd, argc, argv, &options);
	status = terminal_check("posixtrace show prints the events");
	if (!status) {
		follow_begin();
		status = view(&options);
	}
	selection_fini(&options.selection);
	free(options.newest);
	return status;
}

const struct command cmd_view = {
	.name = "view",
	.argp = &argp,
	.run = run,
};
