/*
 * cmd_top.c - current activity of streams and processes, repeatedly
 */
#include <errno.h>
#include <langinfo.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "common/arguments.h"
#include "common/forms.h"
#include "common/pid.h"
#include "common/screen.h"
#include "common/table.h"
#include "common/talk.h"
#include "live/live_locks.h"
#include "look/survey.h"
#include "look/tables.h"
#include "record/candidates.h"

enum { DELAY_MAX = 3600 };

struct options {
	bool batch;
	bool locks;
	bool counted;
	unsigned long count;
	double delay; /* seconds */
	pid_t pid;
	enum table_form form;
};

static const struct argp_option option_table[] = {
	{ "batch", 'b', NULL, 0,
	  "print displays one after the other, as without a terminal", 0 },
	{ "count", 'n', "COUNT", 0, "end after so many displays", 0 },
	{ "delay", 'd', "SECONDS", 0, "time between two displays (1)", 0 },
	{ "pid", 'p', "PID|NAME", 0, "only this process and its streams", 0 },
	{ "locks", 'l', NULL, 0,
	  "objects that the process's threads wait for, and their holders", 0 },
	{ "format", 'f', "FORM", 0,
	  "text (the default), or json: a line for each display, as with -b",
	  0 },
	{ 0 },
};

static unsigned long parse_count(const char *arg, struct argp_state *state)
{
	unsigned long count;
	char *end;

	errno = 0;
	count = strtoul(arg, &end, 10);
	if (*arg < '0' || *arg > '9' || *end || errno || !count)
		argp_error(state, "-n %s: not a number of times", arg);
	return count;
}

static double parse_delay(const char *arg, struct argp_state *state)
{
	char *end;
	double delay = strtod(arg, &end);

	if (end == arg || *end || !(delay >= 0.01 && delay <= DELAY_MAX))
		argp_error(state, "-d %s: expected 0.01 to %d seconds", arg,
			   DELAY_MAX);
	return delay;
}

static const struct word forms[] = {
	{ "text", TABLE_TEXT },
	{ "json", TABLE_JSON },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *options = state->input;

	switch (key) {
	case 'b':
		options->batch = true;
		return 0;
	case 'n':
		options->counted = true;
		options->count = parse_count(arg, state);
		return 0;
	case 'd':
		options->delay = parse_delay(arg, state);
		return 0;
	case 'p':
		options->pid = candidates_must_choose(arg);
		return 0;
	case 'l':
		options->locks = true;
		return 0;
	case 'f':
		options->form = (enum table_form)forms_parse(forms, arg, state);
		return 0;
	case ARGP_KEY_ARG:
		argp_error(state, "%s: no arguments are expected", arg);
		return 0;
	case ARGP_KEY_END:
		if (options->locks && !options->pid)
			argp_error(state, "-l: needs a process: -p PID|NAME");
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp argp = {
	.options = option_table,
	.parser = parse,
	.args_doc = "",
	.doc = "show rates, fill and losses of streams, live"
	       "\vOn a terminal q or Ctrl-C ends the command; elsewhere it "
	       "prints as with -b. The columns are those of `posixtrace ls'."
	       "\n\nExit status: 0; 2 wrong usage; 5 not permitted; 6 no "
	       "such process; 7 no memory, or output cannot be written.",
};

/* A picture */

static const struct table_column summary_columns[] = {
	{ "TIME", "time_ns", false, 0 },
	{ "PROCESSES", "processes", true, 0 },
	{ "STREAMS", "streams", true, 0 },
	{ "EVENTS/S", "events_per_s", true, 0 },
	{ "LOST/S", "lost_per_s", true, 0 },
};

struct sums {
	double rate, lost;
};

static struct sums add_up(const struct survey *survey, double delay)
{
	struct sums sums = { 0 };

	for (size_t i = 0; i < survey->stream_count; i++) {
		sums.rate += fmax(survey->streams[i].rate, 0);
		sums.lost += (double)survey->streams[i].lost;
	}
	sums.lost /= delay;
	return sums;
}

static void put_rate(struct table *table, double rate)
{
	char shown[TABLE_RATE], value[32];

	snprintf(value, sizeof(value), "%.1f", rate);
	table_bare(table, table_rate(shown, rate), value);
}

static void put_time(struct table *table)
{
	char shown[32], value[32];
	struct timespec now;
	struct tm local;

	clock_gettime(CLOCK_REALTIME, &now);
	snprintf(value, sizeof(value), "%lld%09ld", (long long)now.tv_sec,
		 now.tv_nsec);
	if (!localtime_r(&now.tv_sec, &local) ||
	    !strftime(shown, sizeof(shown), "%H:%M:%S", &local))
		snprintf(shown, sizeof(shown), "-");
	table_bare(table, shown, value);
}

static void summarise(struct table *table, const struct survey *survey,
		      double delay)
{
	const struct sums sums = add_up(survey, delay);

	table_init(table, "summary", summary_columns,
		   sizeof(summary_columns) / sizeof(summary_columns[0]));
	put_time(table);
	table_number(table, survey->process_count, NULL);
	table_number(table, survey->stream_count, NULL);
	put_rate(table, sums.rate);
	put_rate(table, sums.lost);
}

struct picture {
	const struct survey *survey;
	const struct options *options;
};

static int draw(void *what, FILE *out)
{
	const struct picture *picture = what;
	const struct survey *survey = picture->survey;
	const struct options *options = picture->options;
	struct table summary, streams, processes;
	const struct table *const tables[] = { &summary, &streams, &processes };
	int err;

	summarise(&summary, survey, options->delay);
	tables_streams(&streams, survey, true);
	tables_processes(&processes, survey, options->pid);
	err = table_print(tables, 3, options->form, out);
	table_fini(&summary);
	table_fini(&streams);
	table_fini(&processes);
	return err;
}

/* Repetition */

static int cannot_show(int err)
{
	talk_error("top", err);
	return EXIT_SYSTEM;
}

static int follow(const struct options *options, struct screen *screen,
		  struct survey *before)
{
	struct picture picture = { before, options };
	struct survey now;
	int err;

	for (unsigned long n = 0; !options->counted || n < options->count;
	     n++) {
		if (!screen_wait(screen, options->delay))
			return EXIT_SUCCESS;
		err = survey_take(&now, options->pid);
		if (err)
			return pid_refuse(options->pid, err);
		survey_compare(&now, before);
		survey_fini(before);
		*before = now;
		err = screen_show(screen, draw, &picture);
		if (err)
			return cannot_show(err);
	}
	return EXIT_SUCCESS;
}

static int show_locks(const struct options *options)
{
	const struct live_locks_plan plan = {
		.pid = options->pid,
		.delay = options->delay,
		.count = options->count,
		.form = options->form,
		.drawn = !options->batch && options->form == TABLE_TEXT,
		.ascii = strcmp(nl_langinfo(CODESET), "UTF-8"),
	};

	return live_locks(&plan);
}

static int run(const struct command *cmd, int argc, char **argv)
{
	struct options options = { .delay = 1 };
	struct survey before;
	struct screen screen;
	int status, err;

	arguments_parse(cmd, argc, argv, &options);
	if (options.locks)
		return show_locks(&options);
	err = survey_take(&before, options.pid);
	if (err)
		return pid_refuse(options.pid, err);
	screen_begin(&screen, !options.batch && options.form == TABLE_TEXT);
	status = follow(&options, &screen, &before);
	screen_end(&screen);
	survey_fini(&before);
	return status;
}

const struct command cmd_top = {
	.name = "top",
	.argp = &argp,
	.run = run,
};
