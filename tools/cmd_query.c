/*
 * cmd_query.c - asking a trace in SQL
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/arguments.h"
#include "common/forms.h"
#include "common/talk.h"
#include "event/read_files.h"
#include "live/live_input.h"
#include "live/live_refresh.h"
#include "query/session.h"

enum { OPTION_UTC = 256, OPTION_STRICT };

struct options {
	struct live_input input;
	struct source_files opened; /* options of readers, which refer to it */
	struct query_session session;
	struct selection selection;
	const char *file; /* of statements; NULL: none */
	char *text;	  /* statements that were read */
};

static const struct argp_option option_table[] = {
	{ "input", 'i', "FILE", 0, "a file of statements, - is standard input",
	  0 },
	{ NULL, 0, NULL, 0, "Output:", 2 },
	{ "format", 'f', "FORMAT", 0, "text, json, csv or tsv", 2 },
	{ "strict", OPTION_STRICT, NULL, 0, "exit status 4 if events are lost",
	  2 },
	{ "utc", OPTION_UTC, NULL, 0, "times of the selection are in UTC", 2 },
	{ 0 },
};

/* Statements have blanks; and a file may be called as it likes. */
static bool is_sql(const char *word)
{
	const bool is_command = *word == '.' && isalpha((unsigned char)word[1]);

	return (is_command || strpbrk(word, " \t\n;")) && access(word, F_OK);
}

static void set_files(struct options *options, struct argp_state *state)
{
	struct source_files *files = &options->input.files;

	sources_parse(files, state);
	if (files->count && !options->file &&
	    is_sql(files->file[files->count - 1]))
		options->session.sql = files->file[--files->count];
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *options = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		options->selection.as = &options->input.files.as;
		options->session.to.as = &options->input.files.as;
		options->input.selection = &options->selection;
		state->child_inputs[0] = &options->input;
		state->child_inputs[1] = &options->selection;
		state->child_inputs[2] = &options->session.to;
		return 0;
	case 'i':
		options->file = arg;
		return 0;
	case 'f':
		options->session.form =
			(enum table_form)forms_parse(table_forms, arg, state);
		return 0;
	case OPTION_STRICT:
		options->session.input.is_strict = true;
		return 0;
	case OPTION_UTC:
		options->session.input.utc = true;
		return 0;
	case ARGP_KEY_ARGS:
		set_files(options, state);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp_child children[] = {
	{ &live_input_argp, 0, NULL, 0 },
	{ &selection_argp, 0, NULL, 0 },
	{ &destination_argp, 0, NULL, 0 },
	{ 0 },
};

static const struct argp argp = {
	.options = option_table,
	.parser = parse,
	.args_doc = "[FILE...] [SQL]\nSTREAM [SQL]",
	.doc = "ask a trace in SQL"
	       "\vThe last argument is SQL if it has a blank. Without it, "
	       "statements come from standard input; from a terminal, they "
	       "are asked for one by one. The default FILE is the newest *.ptl "
	       "of the current directory. posixtrace-query(1) has the tables.",
	.children = children,
};

/* Statements */

static int refuse_input(const char *name, int err)
{
	talk_error(name, err);
	return err == ENOENT || err == EISDIR ? EXIT_MISUSE :
						command_error_status(err);
}

static int read_text(struct options *options, FILE *file, const char *name)
{
	size_t room = 0;
	ssize_t len;
	int err;

	errno = 0;
	len = getdelim(&options->text, &room, '\0', file);
	err = errno;
	if (len < 0 && ferror(file))
		return refuse_input(name, err);
	options->session.sql = len < 0 ? "" : options->text;
	return EXIT_SUCCESS;
}

static int read_file(struct options *options)
{
	FILE *file = fopen(options->file, "re");
	int status;

	if (!file)
		return refuse_input(options->file, errno);
	read_files_add(fileno(file));
	status = read_text(options, file, options->file);
	fclose(file);
	return status;
}

static int find_sql(struct options *options)
{
	const bool is_named = options->file && strcmp(options->file, "-");

	if (options->session.sql)
		return EXIT_SUCCESS;
	if (is_named)
		return read_file(options);
	if (options->file || !isatty(STDIN_FILENO))
		return read_text(options, stdin, "standard input");
	options->session.to.no_pager = true;
	return EXIT_SUCCESS;
}

/* The trace */

static int open_files(struct source **source, void *context)
{
	struct options *options = context;
	int64_t now;
	int status;

	/* A single log may be read in part: its readers decide. */
	options->opened = options->input.files;
	if (options->opened.count == 1)
		options->opened.as.workers = 0;
	status = sources_open(source, &options->opened);
	if (status)
		return status;
	live_input_call(&options->input, *source);
	live_refresh(*source, &now);
	return EXIT_SUCCESS;
}

static bool is_of_pipe(const struct source_files *files)
{
	for (size_t i = 0; i < files->count; i++)
		if (!strcmp(files->file[i], "-"))
			return true;
	return false;
}

static int query(struct options *options)
{
	struct query_input *input = &options->session.input;
	int status;

	status = live_input_gather(&options->input, "querying");
	if (status)
		return status;
	input->is_once = is_of_pipe(&options->input.files);
	input->open = open_files;
	input->context = options;
	input->selection = &options->selection;
	input->files = options->input.files;
	return query_session_run(&options->session);
}

/* The name of an option has no blank, and the comments of SQL begin as one. */
static bool is_comment(const char *word)
{
	const char *end;

	if (strncmp(word, "--", 2))
		return false;
	end = strpbrk(word, " \t\n=");
	return end && *end != '=';
}

/* A blank in front makes a last argument that is a comment, and maybe a
 * statement, no option. */
static char *shield_comment(int argc, char **argv)
{
	char *shielded;

	if (argc < 2 || !is_comment(argv[argc - 1]))
		return NULL;
	if (asprintf(&shielded, " %s", argv[argc - 1]) < 0)
		return NULL;
	argv[argc - 1] = shielded;
	return shielded;
}

static int run(const struct command *cmd, int argc, char **argv)
{
	static struct options options;
	char *shielded = shield_comment(argc, argv);
	int status;

	arguments_parse(cmd, argc, argv, &options);
	status = query_session_is_there() ? find_sql(&options) : EXIT_SUCCESS;
	if (!status)
		status = query(&options);
	status = live_input_close(&options.input, status);
	free(options.text);
	free(shielded);
	selection_fini(&options.selection);
	return status;
}

const struct command cmd_query = {
	.name = "query",
	.argp = &argp,
	.run = run,
};
