/*
 * posixtrace.c - the command: dispatch to a subcommand
 */
#include <errno.h>
#include <locale.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <trace_np.h>

#include "bridge/otlp/ids.h"
#include "bridge/perfetto/perfetto.h"
#include "common/command.h"
#include "common/jsonl.h"
#include "common/long_options.h"
#include "common/own_signals.h"
#include "common/talk.h"
#include "event/demangle.h"
#include "event/symbols.h"
#include "format/gzip.h"
#include "nats/nats_link.h"
#include "query/session.h"
#include "screen/terminal.h"
#include "ship/otlp/collector_url.h"
#include "ship/postgres/postgres_store.h"
#include "source/ctf/decoder.h"
#include "source/device/device.h"
#include "write/compression.h"

static error_t parse(int key, char *arg, struct argp_state *state)
{
	char ***rest = state->input;

	(void)arg;
	switch (key) {
	case ARGP_KEY_ARG:
		*rest = state->argv + state->next - 1;
		state->next = state->argc;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_usage(state);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static char *list_commands(void)
{
	char *text = NULL;
	size_t size;
	char summary[COMMAND_SUMMARY];
	FILE *out;

	out = open_memstream(&text, &size);
	if (!out)
		return NULL;

	fputs("Commands:\n", out);
	for (size_t i = 0; commands[i]; i++)
		fprintf(out, "  %-10s %s\n", commands[i]->name,
			command_summary(commands[i], summary));
	fputs("\n`posixtrace COMMAND --help' describes a command, and "
	      "`posixtrace FILE' means `posixtrace show FILE'.",
	      out);
	fclose(out);
	return text;
}

static char *filter(int key, const char *text, void *input)
{
	(void)input;
	if (key == ARGP_KEY_HELP_EXTRA)
		return list_commands();
	return (char *)(uintptr_t)text; /* argp's text, unchanged */
}

static const struct argp argp = {
	.parser = parse,
	.args_doc = "COMMAND [ARG...]\nFILE",
	.doc = "Record the events of programs, from posix_trace_event(), and "
	       "read them.",
	.help_filter = filter,
};

void command_overview(void)
{
	char name[] = "posixtrace";

	argp_help(&argp, stdout, ARGP_HELP_STD_HELP & ~ARGP_HELP_EXIT_OK, name);
}

enum { LIBRARY = 16 }; /* columns of a name */

/* A library of others. */
struct library {
	const char *name;
	bool (*is_there)(void);
	const char *use;
};

static const struct library libraries[] = {
	{ "libbabeltrace2", ctf_decoder_is_there, "traces in CTF" },
	{ "libcurl", collector_url_is_there, "events for OpenTelemetry" },
	{ "libdw", symbols_are_there, "functions and lines of addresses" },
	{ "libedit", query_session_has_prompt, "a prompt for queries" },
	{ "libiberty", demangle_is_there, "names of C++ and Rust" },
	{ "libnats", nats_link_is_there, "logs shipped over NATS" },
	{ "libpq", postgres_is_there, "logs shipped to PostgreSQL" },
	{ "libzstd", compression_is_there, "compressed logs" },
	{ "ncurses", terminal_is_built, "timelines on a terminal" },
	{ "nettle", otlp_ids_are_there, "ids of OpenTelemetry" },
	{ "protobuf-c", bridge_perfetto_is_there, "traces for Perfetto" },
	{ "sqlite", query_session_is_there, "queries in SQL" },
	{ "yajl", jsonl_is_there, "JSON" },
	{ "zlib", pxt_gzip_is_there,
	  "reports, and traces that gzip has packed" },
};

static void print_version(FILE *out, struct argp_state *state)
{
	(void)state;
	fprintf(out, "posixtrace %s\n", posix_trace_version_np());
	for (size_t i = 0; i < sizeof(libraries) / sizeof(*libraries); i++)
		fprintf(out, "%s %-*s%s\n",
			libraries[i].is_there() ? "with" : "without",
			libraries[i].is_there() ? LIBRARY + 3 : LIBRARY,
			libraries[i].name, libraries[i].use);
}

static void close_stdout(void)
{
	if (fflush(stdout) || ferror(stdout)) {
		talk("write error: %s", strerror(errno));
		_exit(EXIT_SYSTEM);
	}
}

/* A misspelt subcommand looks like a word; a log exists, or has a path or a
 * suffix. */
static int looks_like_file(const char *word)
{
	return strpbrk(word, "/.") || device_is_name(word) ||
	       !access(word, F_OK);
}

static int hand_over(int argc, char **argv)
{
	const struct command *cmd = command_find(argv[0]);

	if (cmd)
		return cmd->run(cmd, argc, argv);
	if (looks_like_file(argv[0]))
		/* Arguments begin one earlier, at the subcommand's name. */
		return cmd_show.run(&cmd_show, argc + 1, argv - 1);

	command_refuse(argv[0]);
	return EXIT_MISUSE;
}

static bool has_base_name(const char *program, const char *name)
{
	const char *slash = strrchr(program, '/');

	return !strcmp(slash ? slash + 1 : program, name);
}

int main(int argc, char **argv)
{
	static char name[] = "posixtrace";
	char **rest = NULL;

	bool is_trcrpt;

	if (argc < 1)
		return EXIT_MISUSE;
	is_trcrpt = has_base_name(argv[0], cmd_trcrpt.name);
	argv[0] = name; /* not "lt-posixtrace", nor a path */
	atexit(close_stdout);
	own_signals_set();
	setlocale(LC_CTYPE, "");
	argp_err_exit_status = EXIT_MISUSE;
	argp_program_version_hook = print_version;
	if (is_trcrpt)
		return cmd_trcrpt.run(&cmd_trcrpt, argc, argv);

	if (option_refuse(&argp, ARGP_IN_ORDER, argc, argv))
		return EXIT_MISUSE;
	argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, &rest);
	if (!rest)
		return EXIT_MISUSE;
	return hand_over((int)(argv + argc - rest), rest);
}
