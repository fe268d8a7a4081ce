/*
 * cmd_show.c - print a log, an event a line
 */
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <langinfo.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <trace_np.h>

#include "command.h"
#include "line.h"
#include "pager.h"
#include "talk.h"

#define ARGS "[FILE]"
#define SUMMARY "print a log, an event a line"

enum colour { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER };

enum {
	OPTION_TIME = 256,
	OPTION_UTC,
	OPTION_COLOUR,
	OPTION_NO_PAGER,
};

struct options {
	const char *file;
	enum stamp_form time;
	enum colour colour;
	bool no_pager;
	bool full;
};

static const struct argp_option option_table[] = {
	{ "time", OPTION_TIME, "FORM", 0,
	  "local (the default), utc, elapsed (since the first line), delta "
	  "(since the line before), or raw (nanoseconds since the epoch)",
	  0 },
	{ "utc", OPTION_UTC, NULL, 0, "the same as --time=utc", 0 },
	{ "color", OPTION_COLOUR, "WHEN", 0,
	  "auto (the default: on a terminal), always or never", 0 },
	{ "no-pager", OPTION_NO_PAGER, NULL, 0,
	  "on a terminal too, write to it and to no pager", 0 },
	{ "full", 'v', NULL, 0, "all data, however long", 0 },
	{ 0 },
};

static void set_colour(struct options *options, const char *arg,
		       struct argp_state *state)
{
	if (!strcmp(arg, "auto"))
		options->colour = COLOUR_AUTO;
	else if (!strcmp(arg, "always"))
		options->colour = COLOUR_ALWAYS;
	else if (!strcmp(arg, "never"))
		options->colour = COLOUR_NEVER;
	else
		argp_error(state, "--color=%s: no such way", arg);
}

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
	case OPTION_TIME:
		if (!stamp_form_find(arg, &options->time))
			argp_error(state, "--time=%s: no such form", arg);
		return 0;
	case OPTION_UTC:
		options->time = STAMP_UTC;
		return 0;
	case OPTION_COLOUR:
		set_colour(options, arg, state);
		return 0;
	case OPTION_NO_PAGER:
		options->no_pager = true;
		return 0;
	case 'v':
		options->full = true;
		return 0;
	case ARGP_KEY_ARG:
		set_file(options, arg, state);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp argp = {
	.options = option_table,
	.parser = parse,
	.args_doc = ARGS,
	.doc = SUMMARY
	"\vWithout FILE the newest *.ptl of the current "
	"directory is shown.\n\nExit status: 0 all was shown; 2 called "
	"wrongly, or no such file; 3 the log is damaged (the rest is "
	"shown) or none; 5 not permitted; 7 input or output error.",
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

static bool on_terminal(void)
{
	return isatty(STDOUT_FILENO);
}

static bool want_colour(enum colour colour)
{
	const char *no_color = getenv("NO_COLOR");
	const char *term = getenv("TERM");

	if (colour != COLOUR_AUTO)
		return colour == COLOUR_ALWAYS;
	return on_terminal() && !(no_color && *no_color) && term &&
	       strcmp(term, "dumb");
}

static struct line_style choose_style(const struct options *options)
{
	return (struct line_style){
		.time = options->time,
		.colour = want_colour(options->colour),
		.payload.full = options->full,
		.payload.ascii =
			on_terminal() && strcmp(nl_langinfo(CODESET), "UTF-8"),
	};
}

/* Put every item, until there is none, or nobody wants them. */
static int put_items(trace_id_t trid, struct line *line, struct out *out)
{
	struct posix_trace_item_np item;
	int unavailable;
	int err;

	while (!out->error) {
		err = posix_trace_getnext_item_np(trid, &item, &unavailable);
		if (err || unavailable)
			return err;
		line_put(line, out, &item);
	}
	return 0;
}

static int tell_damage(trace_id_t trid, const char *file)
{
	struct posix_trace_damage_np damage;

	if (posix_trace_get_damage_np(trid, &damage) || !damage.count)
		return EXIT_SUCCESS;

	if (damage.count == 1)
		talk("%s: at byte %llu: %s", file, damage.offset, damage.what);
	else
		talk("%s: at byte %llu: %s (and %u more place%s)", file,
		     damage.offset, damage.what, damage.count - 1,
		     damage.count == 2 ? "" : "s");
	return EXIT_DAMAGED;
}

/* What became of writing: who leaves a pager early has seen enough, and who
 * closes a pipe ends us silently. */
static int tell_written(int err, bool paged)
{
	if (err == EPIPE && !paged) {
		signal(SIGPIPE, SIG_DFL);
		raise(SIGPIPE);
	}
	if (!err || err == EPIPE)
		return EXIT_SUCCESS;

	talk("write error: %s", strerror(err));
	return EXIT_SYSTEM;
}

static int show(trace_id_t trid, const struct options *options)
{
	static struct out out;
	static struct line line;
	struct line_style style = choose_style(options);
	struct pager pager = { 0 };
	bool paged;
	int status;
	int err;

	if (on_terminal() && !options->no_pager)
		pager_start(&pager);
	paged = pager_runs(&pager);

	out_init(&out, STDOUT_FILENO);
	line_init(&line, trid, &style);
	err = put_items(trid, &line, &out);
	line_fini(&line);
	out_flush(&out);
	pager_finish(&pager);

	status = tell_written(out.error, paged);
	if (err) {
		talk_error(options->file, err);
		status = EXIT_SYSTEM;
	}
	return status ? status : tell_damage(trid, options->file);
}

static int cannot_open(const char *file, int err)
{
	talk_error(file, err);
	if (err == ENOENT || err == ENOTDIR)
		return EXIT_MISUSE;
	return err == EACCES || err == EPERM ? EXIT_DENIED : EXIT_SYSTEM;
}

static int show_file(const struct options *options)
{
	trace_id_t trid;
	int status;
	int err;
	int fd;

	fd = open(options->file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return cannot_open(options->file, errno);

	err = posix_trace_open(fd, &trid);
	if (!err) {
		status = show(trid, options);
		posix_trace_close(trid);
	} else if (err == EINVAL) {
		talk("%s: not a posixtrace log", options->file);
		status = EXIT_DAMAGED;
	} else {
		talk_error(options->file, err);
		status = EXIT_SYSTEM;
	}

	close(fd);
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
	struct options options = { .time = STAMP_LOCAL };

	command_parse(&cmd_show, &argp, 0, argc, argv, &options);
	return options.file ? show_file(&options) : show_newest(&options);
}

const struct command cmd_show = {
	.name = "show",
	.args = ARGS,
	.summary = SUMMARY,
	.run = run,
};
