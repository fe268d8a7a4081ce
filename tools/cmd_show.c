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
#include "when.h"

#define ARGS "[FILE]"
#define SUMMARY "print a log, an event a line"

enum colour { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER };

enum {
	OPTION_TIME = 256,
	OPTION_UTC,
	OPTION_COLOUR,
	OPTION_NO_PAGER,
	OPTION_FROM,
	OPTION_TO,
};

struct options {
	const char *file;
	enum stamp_form time;
	enum colour colour;
	bool no_pager;
	bool full;
	struct when from;
	struct when to;
};

static const struct argp_option option_table[] = {
	{ "from", OPTION_FROM, "TIME", 0,
	  "begin there: 14:03:07.118, 2026-09-21 14:03:07, "
	  "2026-09-21T14:03:07Z, +1.5s (after the first event: ns, us, ms, "
	  "s, m, h) or @SECONDS (since the epoch)",
	  0 },
	{ "to", OPTION_TO, "TIME", 0, "end there", 0 },
	{ "time", OPTION_TIME, "FORM", 0,
	  "local (the default), utc, elapsed (since the first event), delta "
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

static void set_when(struct when *when, const char *option, const char *arg,
		     struct argp_state *state)
{
	if (!when_parse(arg, when))
		argp_error(state, "--%s=%s: no time", option, arg);
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
	case OPTION_FROM:
		set_when(&options->from, "from", arg, state);
		return 0;
	case OPTION_TO:
		set_when(&options->to, "to", arg, state);
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
	"directory is shown.\n\nExit status: 0 all was shown; 1 nothing is "
	"in that time; 2 called wrongly, or no such file; 3 the log is "
	"damaged (the rest is shown) or none; 5 not permitted; 7 input or "
	"output error.",
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

/* *any: there is one. */
static int find_first(trace_id_t trid, struct timespec *first, bool *any)
{
	struct posix_trace_item_np item;
	int unavailable;
	int err;

	err = posix_trace_getnext_item_np(trid, &item, &unavailable);
	*any = !err && !unavailable;
	if (*any)
		*first = item.info.posix_timestamp;
	return err;
}

/* Times are given, and told, from the first event on. *any: there is one; what
 * comes later to a log without any is not looked at, as its times are not
 * known. */
static int go_to_range(trace_id_t trid, const struct options *options,
		       struct line *line, struct timespec *to, bool *any)
{
	struct when_log log = { .utc = options->time == STAMP_UTC };
	struct timespec from;
	int err;

	err = find_first(trid, &log.first, any);
	if (err || !*any)
		return err;
	stamp_count_from(&line->stamp, &log.first);
	if (options->to.kind)
		*to = when_resolve(&options->to, &log);
	if (!options->from.kind)
		return posix_trace_rewind(trid);
	from = when_resolve(&options->from, &log);
	return posix_trace_seek_np(trid, &from);
}

static bool is_after(const struct timespec *a, const struct timespec *b)
{
	if (a->tv_sec != b->tv_sec)
		return a->tv_sec > b->tv_sec;
	return a->tv_nsec > b->tv_nsec;
}

/* Put every item, until there is none, or nobody wants them. */
static int put_items(trace_id_t trid, const struct options *options,
		     struct line *line, struct out *out)
{
	struct posix_trace_item_np item;
	struct timespec to = { 0 };
	bool any = true;
	int unavailable;
	int err = 0;

	if (options->from.kind || options->to.kind)
		err = go_to_range(trid, options, line, &to, &any);
	while (any && !err && !out->error) {
		err = posix_trace_getnext_item_np(trid, &item, &unavailable);
		if (err || unavailable ||
		    (options->to.kind &&
		     is_after(&item.info.posix_timestamp, &to)))
			break;
		line_put(line, out, &item);
	}
	return err;
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

static int tell_empty(const struct options *options, bool empty)
{
	if (!empty || (!options->from.kind && !options->to.kind))
		return EXIT_SUCCESS;

	talk("%s: nothing is in that time", options->file);
	return EXIT_NOTHING;
}

static int show(trace_id_t trid, const struct options *options)
{
	static struct out out;
	static struct line line;
	struct line_style style = choose_style(options);
	struct pager pager = { 0 };
	bool paged, empty;
	int status;
	int err;

	if (on_terminal() && !options->no_pager)
		pager_start(&pager);
	paged = pager_runs(&pager);

	out_init(&out, STDOUT_FILENO);
	line_init(&line, trid, &style);
	err = put_items(trid, options, &line, &out);
	empty = !line.stamp.lines;
	line_fini(&line);
	out_flush(&out);
	pager_finish(&pager);

	status = tell_written(out.error, paged);
	if (err) {
		talk_error(options->file, err);
		status = EXIT_SYSTEM;
	}
	if (!status)
		status = tell_damage(trid, options->file);
	return status ? status : tell_empty(options, empty);
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
