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
#include "common/misuse.h"
#include "common/forms.h"
#include "common/pid.h"
#include "common/screen.h"
#include "common/table.h"
#include "common/talk.h"
#include "live/live_locks.h"
#include "inventory/inventory.h"
#include "inventory/tables.h"
#include "record/candidates.h"
#include "screen/sheets.h"
#include "screen/terminal.h"
#include "source/follow.h"

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
		misuse(state, "-n %s: not a number of times", arg);
	return count;
}

static double parse_delay(const char *arg, struct argp_state *state)
{
	char *end;
	double delay = strtod(arg, &end);

	if (end == arg || *end || !(delay >= 0.01 && delay <= DELAY_MAX))
		misuse(state, "-d %s: expected 0.01 to %d seconds", arg,
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
		misuse(state, "%s: no arguments are expected", arg);
		return 0;
	case ARGP_KEY_END:
		if (options->locks && !options->pid)
			misuse(state, "-l: needs a process: -p PID|NAME");
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp argp = {
	.options = option_table,
	.parser = parse,
	.args_doc = "",
	.doc = "show rates, fill and losses of streams, live"
	       "\vOn a terminal q or Ctrl-C ends the command, and h tells of "
	       "the other keys; elsewhere it prints as with -b. The columns are those of `posixtrace ls'."
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

static struct sums add_up(const struct inventory *inventory, double delay)
{
	struct sums sums = { 0 };

	for (size_t i = 0; i < inventory->stream_count; i++) {
		sums.rate += fmax(inventory->streams[i].rate, 0);
		sums.lost += (double)inventory->streams[i].lost;
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

static void summarise(struct table *table, const struct inventory *inventory,
		      double delay)
{
	const struct sums sums = add_up(inventory, delay);

	table_init(table, "summary", summary_columns,
		   sizeof(summary_columns) / sizeof(summary_columns[0]));
	put_time(table);
	table_number(table, inventory->process_count, NULL);
	table_number(table, inventory->stream_count, NULL);
	put_rate(table, sums.rate);
	put_rate(table, sums.lost);
}

struct picture {
	const struct inventory *inventory;
	const struct options *options;
};

static int draw(void *what, FILE *out)
{
	const struct picture *picture = what;
	const struct inventory *inventory = picture->inventory;
	const struct options *options = picture->options;
	struct table summary, streams, processes;
	const struct table *const tables[] = { &summary, &streams, &processes };
	int err;

	summarise(&summary, inventory, options->delay);
	tables_streams(&streams, inventory, true);
	tables_processes(&processes, inventory, options->pid);
	err = table_print(tables, 3, options->form, out);
	table_fini(&summary);
	table_fini(&streams);
	table_fini(&processes);
	return err;
}

/* A screen with keys */

struct board {
	struct sheets sheets;
	struct table streams, processes;
	const struct table *tables[2];
	bool has_tables;
};

static bool is_dumb(void)
{
	const char *terminal = getenv("TERM");

	return terminal && !strcmp(terminal, "dumb");
}

static void board_fini(struct board *board)
{
	if (board->has_tables) {
		table_fini(&board->streams);
		table_fini(&board->processes);
	}
	sheets_fini(&board->sheets);
}

static int board_show(struct board *board, const struct picture *picture)
{
	const struct inventory *inventory = picture->inventory;
	const struct sums sums = add_up(inventory, picture->options->delay);
	char head[SHEETS_HEAD], rate[TABLE_RATE], lost[TABLE_RATE];

	if (board->has_tables) {
		table_fini(&board->streams);
		table_fini(&board->processes);
	}
	tables_streams(&board->streams, inventory, true);
	tables_processes(&board->processes, inventory, picture->options->pid);
	board->has_tables = true;
	board->tables[0] = &board->streams;
	board->tables[1] = &board->processes;
	snprintf(head, sizeof(head),
		 "%zu processes  %zu streams  %s events/s  %s lost/s",
		 inventory->process_count, inventory->stream_count,
		 table_rate(rate, sums.rate), table_rate(lost, sums.lost));
	return sheets_show(&board->sheets, board->tables, 2, head, sums.rate,
			   NULL);
}

static bool uses_keys(const struct options *options)
{
	return !options->batch && options->form == TABLE_TEXT &&
	       terminal_is_able();
}

static bool is_drawn(const struct options *options)
{
	return !options->batch && options->form == TABLE_TEXT && !is_dumb();
}

/* Repetition */

static int cannot_show(int err)
{
	talk_error("top", err);
	return EXIT_SYSTEM;
}

/* The pictures, and the time between them: drawn with keys, or printed. */
struct output {
	const struct options *options;
	struct board *board; /* NULL: printed */
	struct screen screen;
};

static bool pass_time(struct output *output)
{
	return output->board ?
		       sheets_wait(&output->board->sheets,
				   output->options->delay) :
		       screen_wait(&output->screen, output->options->delay);
}

static int show(struct output *output, struct picture *picture)
{
	return output->board ? board_show(output->board, picture) :
			       screen_show(&output->screen, draw, picture);
}

static int follow(struct output *output, struct inventory *before)
{
	const struct options *options = output->options;
	struct picture picture = { before, options };
	struct inventory now;
	int err;

	for (unsigned long n = 0; !options->counted || n < options->count;
	     n++) {
		if (!pass_time(output))
			return EXIT_SUCCESS;
		err = inventory_take(&now, options->pid);
		if (err)
			return pid_refuse(options->pid, err);
		inventory_compare(&now, before);
		inventory_fini(before);
		*before = now;
		err = show(output, &picture);
		if (err)
			return cannot_show(err);
	}
	return EXIT_SUCCESS;
}

static bool is_ascii(void)
{
	return strcmp(nl_langinfo(CODESET), "UTF-8");
}

static int begin_keys(void)
{
	follow_begin();
	follow_input(STDIN_FILENO);
	return terminal_begin("posixtrace top -b prints the tables");
}

static int follow_with_keys(const struct options *options,
			    struct inventory *before)
{
	static struct board board;
	struct output output = { .options = options, .board = &board };
	int status;

	board.sheets.title = "posixtrace top";
	board.sheets.ascii = is_ascii();
	status = begin_keys();
	if (!status)
		status = follow(&output, before);
	terminal_end();
	board_fini(&board);
	return status;
}

static int follow_printing(const struct options *options,
			   struct inventory *before)
{
	struct output output = { .options = options };
	int status;

	screen_begin(&output.screen, is_drawn(options));
	status = follow(&output, before);
	screen_end(&output.screen);
	return status;
}

/* Locks */

static int begin_locks(void *context)
{
	(void)context;
	return begin_keys();
}

static int show_tables(void *context, const struct table *const *tables,
		       size_t count, const char *remarks)
{
	return sheets_show(context, tables, count,
			   "locks, and who waits for them", -1, remarks);
}

static bool wait_for_tables(void *context, double seconds)
{
	return sheets_wait(context, seconds);
}

static int show_locks(const struct options *options)
{
	static struct sheets sheets = { .title = "posixtrace top -l" };
	const struct live_locks_display display = {
		.begin = begin_locks,
		.show = show_tables,
		.wait = wait_for_tables,
		.context = &sheets,
	};
	const struct live_locks_plan plan = {
		.pid = options->pid,
		.delay = options->delay,
		.count = options->count,
		.form = options->form,
		.drawn = is_drawn(options),
		.display = uses_keys(options) ? &display : NULL,
		.ascii = is_ascii(),
	};
	int status;

	sheets.ascii = is_ascii();
	status = live_locks(&plan);
	terminal_end();
	sheets_fini(&sheets);
	return status;
}

static int run(const struct command *cmd, int argc, char **argv)
{
	struct options options = { .delay = 1 };
	struct inventory before;
	int status, err;

	arguments_parse(cmd, argc, argv, &options);
	if (options.locks)
		return show_locks(&options);
	err = inventory_take(&before, options.pid);
	if (err)
		return pid_refuse(options.pid, err);
	status = uses_keys(&options) ? follow_with_keys(&options, &before) :
				       follow_printing(&options, &before);
	inventory_fini(&before);
	return status;
}

const struct command cmd_top = {
	.name = "top",
	.argp = &argp,
	.run = run,
};
