/*
 * destination.c - where the output of a command goes
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command.h"
#include "destination.h"
#include "talk.h"

/* Options */

enum {
	OPTION_NO_PAGER = 0x3000, /* apart from those of the commands */
	OPTION_FORCE,
};

static const struct argp_option option_table[] = {
	{ "output", 'o', "FILE", 0, "write to FILE; - is standard output", 2 },
	{ "force", OPTION_FORCE, NULL, 0, "FILE may be a log: replace it", 2 },
	{ "no-pager", OPTION_NO_PAGER, NULL, 0,
	  "on a terminal too, write to it and to no pager", 2 },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct destination_options *options = state->input;

	switch (key) {
	case 'o':
		options->file = strcmp(arg, "-") ? arg : NULL;
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

/* A text may replace a text. */
static int refuse(const struct destination_options *options,
		  struct source *source)
{
	struct stat there;

	if (stat(options->file, &there) || !S_ISREG(there.st_mode))
		return EXIT_SUCCESS;
	if (source_has_file(source, &there)) {
		talk("%s: is the log itself", options->file);
		return EXIT_MISUSE;
	}
	if (!options->force && is_log(options->file)) {
		talk("%s: is a log; --force replaces it", options->file);
		return EXIT_MISUSE;
	}
	return EXIT_SUCCESS;
}

static int open_file(struct destination *to, struct source *source)
{
	const struct destination_options *options = &to->options;
	int status, err;

	to->fd = -1;
	if (!options->file)
		return EXIT_SUCCESS;
	status = refuse(options, source);
	if (status)
		return status;

	to->fd = open(options->file,
		      O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY,
		      0666);
	if (to->fd >= 0)
		return EXIT_SUCCESS;
	err = errno;
	talk_error(options->file, err);
	return err == EACCES || err == EPERM ? EXIT_DENIED : EXIT_SYSTEM;
}

bool destination_is_terminal(const struct destination *to)
{
	return to->fd < 0 && isatty(STDOUT_FILENO);
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

	if (destination_is_terminal(to) && !options->no_pager)
		pager_start(&to->pager);
	to->paged = pager_runs(&to->pager);
	out_init(&to->out, to->fd < 0 ? STDOUT_FILENO : to->fd);
	return EXIT_SUCCESS;
}

/* What became of writing: who leaves a pager early has seen enough, and who
 * closes a pipe ends us silently. */
static int tell_written(const struct destination *to, int err)
{
	const char *file = to->options.file;

	if (err == EPIPE && !to->paged) {
		signal(SIGPIPE, SIG_DFL);
		raise(SIGPIPE);
	}
	if (!err || err == EPIPE)
		return EXIT_SUCCESS;

	if (file)
		talk_error(file, err);
	else
		talk("write error: %s", strerror(err));
	return EXIT_SYSTEM;
}

int destination_close(struct destination *to)
{
	int err;

	err = out_flush(&to->out);
	if (to->fd >= 0 && close(to->fd) && !err)
		err = errno;
	pager_finish(&to->pager);
	return tell_written(to, err);
}
