/*
 * cmd_recover.c - completing logs whose controller was killed
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "common/arguments.h"
#include "common/misuse.h"
#include "common/runtime.h"
#include "common/talk.h"
#include "record/recovery.h"
#include "source/source_log.h"

enum { OPTION_FORCE = 256 };

struct options {
	const char *output;
	bool force;
	bool dry_run;
	bool quiet;
	bool verbose;
	char **operands;
	int count;
};

static const struct argp_option option_table[] = {
	{ "output", 'o', "FILE", 0,
	  "leave the log as it is, and complete a copy of it; for one stream",
	  0 },
	{ "force", OPTION_FORCE, NULL, 0, "replace FILE if it exists", 0 },
	{ "dry-run", 'n', NULL, 0,
	  "say what could be recovered, and do nothing", 0 },
	{ "quiet", 'q', NULL, 0, "print errors and losses only", 0 },
	{ "verbose", 'v', NULL, 0, "say more", 0 },
	{ 0 },
};

static void check_options(const struct options *options,
			  struct argp_state *state)
{
	if (options->output && options->count > 1)
		misuse(state, "-o takes one stream");
	if (options->output && !strcmp(options->output, "-"))
		misuse(state, "-o -: a log goes to a regular file");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *options = state->input;

	switch (key) {
	case 'o':
		options->output = arg;
		return 0;
	case OPTION_FORCE:
		options->force = true;
		return 0;
	case 'n':
		options->dry_run = true;
		return 0;
	case 'q':
		options->quiet = true;
		return 0;
	case 'v':
		options->verbose = true;
		return 0;
	case ARGP_KEY_ARGS:
		options->operands = state->argv + state->next;
		options->count = state->argc - state->next;
		state->next = state->argc;
		return 0;
	case ARGP_KEY_END:
		check_options(options, state);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp argp = {
	.options = option_table,
	.parser = parse,
	.args_doc = "[STREAM|LOG]...",
	.doc = "complete logs whose controller was killed"
	       "\vSTREAM is a number from the list of -n. Without STREAM or "
	       "LOG all streams without a controller are recovered. A stream "
	       "without log goes to NAME-PID.recovered.ptl in the current "
	       "directory."
	       "\n\nExit status: 0 success; 1 there is nothing to recover; 2 "
	       "wrong usage, no such log, or FILE exists; 3 a stream or a "
	       "log is damaged, or the log is gone; 5 not permitted; 7 no "
	       "space, no memory, input or output error.",
};

static int greater(int a, int b)
{
	return a > b ? a : b;
}

/* Reports why a number cannot be recovered. */
static int cannot_take(int number, int err)
{
	switch (err) {
	case ENOENT:
		talk("stream %d: no such stream", number);
		return EXIT_NOTHING;
	case EBUSY:
		talk("stream %d: it is in use", number);
		return EXIT_NOTHING;
	case EBADMSG:
		talk("stream %d: damaged, or of another version of posixtrace",
		     number);
		return EXIT_DAMAGED;
	case EPERM:
	case EACCES:
		return runtime_refuse();
	}
	talk("stream %d: %s", number, strerror(err));
	return EXIT_SYSTEM;
}

/* log: the path by which it was found, or NULL. */
static int recover(int number, const char *log, const struct options *options)
{
	struct recovery recovery = {
		.number = number,
		.log = log,
		.output = options->output,
		.force = options->force,
		.quiet = options->quiet,
		.verbose = options->verbose,
	};
	int err;

	err = posix_trace_get_orphan_np(number, &recovery.orphan);
	if (err)
		return cannot_take(number, err);
	if (!options->dry_run)
		return recovery_run(&recovery);
	recovery_foretell(&recovery);
	return EXIT_SUCCESS;
}

/* Recovery by log */

static int cannot_open(const char *log, int err)
{
	talk_error(log, err);
	if (err == ENOENT || err == ENOTDIR || err == EISDIR)
		return EXIT_MISUSE;
	return command_error_status(err);
}

/* Completeness shows only when all is read. */
static int tell_complete(const char *log)
{
	struct posix_trace_item_np item;
	struct source *source;
	int unavailable = 0, status, err = 0;

	status = source_log_open(&source, log);
	if (status)
		return status;
	while (!err && !unavailable)
		err = source_next(source, &item, &unavailable);
	if (err) {
		talk_error(log, err);
		status = EXIT_SYSTEM;
	} else {
		status = source_tell_damage(source, false);
	}
	source_close(source);
	if (status == EXIT_DAMAGED)
		talk("%s: it is complete, and memory has nothing to repair "
		     "its damage; `posixtrace show' reads the rest",
		     log);
	if (status)
		return status;
	talk("%s: it is complete already", log);
	return EXIT_NOTHING;
}

static int has_no_orphan(const char *log, int err)
{
	switch (err) {
	case EALREADY:
		return tell_complete(log);
	case ENOENT:
		talk("%s: memory has no events of it any more; `posixtrace "
		     "show' reads it as far as it was written",
		     log);
		return EXIT_NOTHING;
	case EBUSY:
		talk("%s: it is being recorded", log);
		return EXIT_NOTHING;
	case EINVAL:
		talk("%s: not a posixtrace log", log);
		return EXIT_DAMAGED;
	case EBADMSG:
		talk("%s: its stream is damaged", log);
		return EXIT_DAMAGED;
	}
	talk_error(log, err);
	return err == EPERM ? EXIT_DENIED : EXIT_SYSTEM;
}

static int recover_log(const char *log, const struct options *options)
{
	int number, err, fd;

	fd = open(log, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return cannot_open(log, errno);
	err = posix_trace_find_orphan_np(fd, &number);
	close(fd);
	return err ? has_no_orphan(log, err) : recover(number, log, options);
}

static int has_no_stream(const char *number)
{
	talk("stream %s: no such stream", number);
	return EXIT_NOTHING;
}

/* Digits are a number; a file of that name is written "./3". */
static int recover_operand(const char *operand, const struct options *options)
{
	const bool is_number = !operand[strspn(operand, "0123456789")];

	if (!*operand)
		return cannot_open(operand, ENOENT);
	if (is_number && strlen(operand) < 5)
		return recover(atoi(operand), NULL, options);
	return is_number ? has_no_stream(operand) :
			   recover_log(operand, options);
}

/* Orphans, when none is named */

/* Collects the numbers; *status: set if others are damaged. */
static int find_all(int *numbers, const struct options *options, int *status)
{
	struct posix_trace_orphan_np orphan;
	int count = 0;

	for (int n = 0; n < POSIX_TRACE_NUMBERS_NP; n++) {
		int err = posix_trace_get_orphan_np(n, &orphan);

		if (!err)
			numbers[count++] = n;
		else if (err == EBUSY && options->verbose)
			cannot_take(n, err);
		else if (err != ENOENT && err != EBUSY)
			*status = greater(*status, cannot_take(n, err));
		if (*status == EXIT_DENIED)
			break;
	}
	return count;
}

static int recover_all(const struct options *options)
{
	int numbers[POSIX_TRACE_NUMBERS_NP];
	int status = EXIT_SUCCESS;
	int count = find_all(numbers, options, &status);

	if (!count && !status) {
		if (!options->quiet)
			talk("there is nothing to recover");
		return EXIT_NOTHING;
	}
	if (count > 1 && options->output) {
		talk("-o %s takes one stream, and there are %d: see "
		     "posixtrace recover -n",
		     options->output, count);
		return EXIT_MISUSE;
	}
	for (int i = 0; i < count; i++)
		status = greater(status, recover(numbers[i], NULL, options));
	return status;
}

static int run(const struct command *cmd, int argc, char **argv)
{
	struct options options = { 0 };
	int status = EXIT_SUCCESS;

	arguments_parse(cmd, argc, argv, &options);
	if (!options.count)
		status = recover_all(&options);
	for (int i = 0; i < options.count; i++)
		status = greater(
			status, recover_operand(options.operands[i], &options));
	if (!options.dry_run)
		posix_trace_sweep_np();
	return status;
}

const struct command cmd_recover = {
	.name = "recover",
	.argp = &argp,
	.run = run,
};
