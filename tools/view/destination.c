/*
 * destination.c - the destination of output
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/misuse.h"
#include "common/command.h"
#include "common/filename.h"
#include "common/link.h"
#include "common/screen.h"
#include "common/talk.h"
#include "event/read_files.h"
#include "view/destination.h"

/* Options */

enum {
	OPTION_NO_PAGER = 0x3000, /* distinct from commands' options */
	OPTION_FORCE,
};

static const struct argp_option option_table[] = {
	{ "output", 'o', "FILE", 0,
	  "to FILE: %p process, %c program, %h host, %t time; or KEY=VALUE: a "
	  "setting of a format, see convert --list",
	  2 },
	{ "force", OPTION_FORCE, NULL, 0, "replace FILE even if it is a log",
	  2 },
	{ "no-pager", OPTION_NO_PAGER, NULL, 0, "write to the terminal itself",
	  2 },
	{ 0 },
};

/* Letters of filename.h. */
static const char letters[] = "pcht";

static void set_file(struct destination_options *options, const char *arg,
		     struct argp_state *state)
{
	if (!filename_is_sound(arg, letters))
		misuse(state,
		       "-o '%s': not a file name with %%p, %%c, "
		       "%%h, %%t or %%%%",
		       arg);
	options->file = strcmp(arg, "-") ? arg : NULL;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct destination_options *options = state->input;
	struct guess guess;

	switch (key) {
	case 'o':
		if (options->as && source_as_setting(options->as, arg))
			return 0;
		if (options->as && pxt_settings_is_pair(arg))
			misuse(state,
			       "-o %s: no format that is read has such a "
			       "setting; a file is ./%s%s",
			       arg, arg, source_as_hint(arg, &guess));
		set_file(options, arg, state);
		return 0;
	case OPTION_FORCE:
		options->force = true;
		return 0;
	case OPTION_NO_PAGER:
		options->no_pager = true;
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

const struct argp destination_argp = {
	.options = option_table,
	.parser = parse,
};

/* The file */

static bool begins_like_a_log(int fd)
{
	static const char magic[8] = "\x89PTL\r\n\x1a\n";
	char begin[sizeof(magic)];

	return pread(fd, begin, sizeof(begin), 0) == sizeof(begin) &&
	       !memcmp(begin, magic, sizeof(magic));
}

static bool is_log(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	bool is_it = fd >= 0 && begins_like_a_log(fd);

	if (fd >= 0)
		close(fd);
	return is_it;
}

static void name_program(struct source *source, pid_t pid, char *name,
			 size_t size)
{
	struct posix_trace_process_np process;

	if (source_get_process(source, 0, pid, &process))
		snprintf(name, size, "%d", (int)pid);
	else
		snprintf(name, size, "%s", process.name);
}

/* The first of several logs gives the name. */
static char *make_name(const char *pattern, struct source *source)
{
	struct source_origin origin = { .target = 0 };
	char program[64];
	struct filename_facts facts = {
		.program = program,
		.host = origin.host,
	};

	source_get_origin(source, 0, &origin);
	facts.pid = origin.target;
	facts.time = origin.created.tv_sec;
	name_program(source, origin.target, program, sizeof(program));
	return filename_expand(pattern, &facts);
}

/* A text may replace a text. */
static int refuse(const char *file, bool force, struct source *source)
{
	struct stat there;

	if (stat(file, &there) || !S_ISREG(there.st_mode))
		return EXIT_SUCCESS;
	if (source_has_file(source, &there)) {
		talk("%s: is the log itself", file);
		return EXIT_MISUSE;
	}
	if (read_files_have(&there)) {
		talk("%s: is read itself, and not replaced", file);
		return EXIT_MISUSE;
	}
	if (!force && is_log(file)) {
		talk("%s: is a log; --force replaces it", file);
		return EXIT_MISUSE;
	}
	return EXIT_SUCCESS;
}

static int open_named(struct destination *to, struct source *source)
{
	const enum link_kind kind = link_kind(to->file);
	int status, err;

	if (kind == LINK_SHARED) {
		talk("%s: a link in a directory that others can write to, and "
		     "not followed",
		     to->file);
		return EXIT_MISUSE;
	}
	status = refuse(to->file, to->options.force, source);
	if (status)
		return status;
	to->fd = open(to->file,
		      O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY |
			      (kind == LINK_NONE ? O_NOFOLLOW : 0),
		      0666);
	if (to->fd >= 0)
		return EXIT_SUCCESS;
	err = errno;
	talk_error(to->file, err);
	return command_error_status(err);
}

static int open_file(struct destination *to, struct source *source)
{
	const char *pattern = to->options.file;
	int status;

	to->fd = -1;
	to->file = NULL;
	if (!pattern)
		return EXIT_SUCCESS;
	to->file = make_name(pattern, source);
	if (!to->file) {
		talk_error(pattern, ENOMEM);
		return EXIT_SYSTEM;
	}
	status = open_named(to, source);
	if (status)
		free(to->file);
	return status;
}

bool destination_is_terminal(const struct destination *to)
{
	return to->is_terminal;
}

bool destination_shows_colour(const struct destination *to)
{
	return to->is_terminal && (!to->paged || to->pager.passes_colour);
}

int destination_open(struct destination *to,
		     const struct destination_options *options,
		     struct source *source)
{
	int status;

	to->options = *options;
	to->pager = (struct pager){ 0 };
	status = open_file(to, source);
	if (status)
		return status;

	to->is_terminal = to->fd < 0 && isatty(STDOUT_FILENO);
	to->columns = to->is_terminal ? screen_columns() : 0;
	if (to->is_terminal && !options->no_pager)
		pager_start(&to->pager);
	to->paged = pager_runs(&to->pager);
	out_init(&to->out, to->fd < 0 ? STDOUT_FILENO : to->fd);
	return EXIT_SUCCESS;
}

/* Reports errors of writing: leaving a pager early is none, and a closed pipe
 * ends the program silently. */
static int tell_written(const struct destination *to, int err)
{
	if (err == EPIPE && !to->paged) {
		signal(SIGPIPE, SIG_DFL);
		raise(SIGPIPE);
	}
	if (!err || err == EPIPE)
		return EXIT_SUCCESS;

	if (to->file)
		talk_error(to->file, err);
	else
		talk("write error: %s", strerror(err));
	return EXIT_SYSTEM;
}

/* A link stays, and what it leads to is empty. */
static void drop_part(const struct destination *to)
{
	struct stat there;

	if (to->options.keeps_part || fstat(to->fd, &there) ||
	    !S_ISREG(there.st_mode))
		return;
	if (link_kind(to->file) != LINK_NONE ? ftruncate(to->fd, 0) :
					       unlink(to->file))
		talk_error(to->file, errno);
}

int destination_close(struct destination *to)
{
	int status, err;

	err = out_flush(&to->out);
	if (err && to->fd >= 0)
		drop_part(to);
	if (to->fd >= 0 && close(to->fd) && !err)
		err = errno;
	pager_finish(&to->pager);
	status = tell_written(to, err);
	free(to->file);
	return status;
}
