/*
 * cmd_trcrpt.c - AIX's command: its options are translated to this command's
 *
 *	-d, -k LIST	--hooks, --no-hooks	-o FILE		-o
 *	-p LIST		-p			-t FILE		--templates=FILE
 *	-T LIST		-t			-h		--no-titles
 *	-s, -e DATE	--from, --to		-x		-O exec=on
 *	-O LIST		-O			-E NAME=ID	--hook
 *	-c, -j		fmt check, fmt ls	-R		--replace-builtin
 *	-m always done
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <trace_np.h>

#include "common/command.h"
#include "common/talk.h"
#include "select/select_words.h"
#include "template/hook_id.h"
#include "template/report.h"

enum {
	DATE = 12, /* digits: MMDDhhmmssYY */
	FIXED = 8, /* limit of constant arguments */
};

struct call {
	char **argv; /* for another subcommand */
	int argc;
	bool checks, lists, tells_files, replaces_builtin;
	const char *templates;
	struct pxt_report_options report; /* parsed for errors only */
};

static const char usage[] =
	"usage: trcrpt [-c|-j] [-hmRvx] [-d LIST] [-k LIST] [-p LIST] [-T "
	"LIST]\n"
	"              [-s DATE] [-e DATE] [-E NAME=ID] [-O OPTION=VALUE,...]\n"
	"              [-o FILE] [-t FILE] [FILE...]\n"
	"trcrpt(1) tells more.";

/* The texts live as long as the program. */
static void add(struct call *call, const char *prefix, const char *value)
{
	char *text;

	if (asprintf(&text, "%s%s", prefix, value) < 0) {
		talk("no memory");
		exit(EXIT_SYSTEM);
	}
	call->argv[call->argc++] = text;
}

static int refuse(int letter, const char *value, const char *why)
{
	if (value)
		talk("trcrpt: -%c %s: %s", letter, value, why);
	else
		talk("trcrpt: -%c: %s", letter, why);
	return EXIT_MISUSE;
}

/* A year of four digits: 2000 to 2099 for two digits. */
static bool is_date(const struct tm *date)
{
	struct tm same = *date;

	return timegm(&same) != -1 && same.tm_mon == date->tm_mon &&
	       same.tm_mday == date->tm_mday && date->tm_hour < 24 &&
	       date->tm_min < 60 && date->tm_sec < 60;
}

/* MMDDhhmmssYY */
static bool parse_date(const char *text, struct tm *date)
{
	int part[DATE / 2];

	if (strlen(text) != DATE || strspn(text, "0123456789") != DATE)
		return false;
	for (size_t i = 0; i < DATE / 2; i++)
		part[i] = (text[2 * i] - '0') * 10 + text[2 * i + 1] - '0';
	*date = (struct tm){
		.tm_mon = part[0] - 1,
		.tm_mday = part[1],
		.tm_hour = part[2],
		.tm_min = part[3],
		.tm_sec = part[4],
		.tm_year = part[5] + 100,
	};
	return is_date(date);
}

/* "112114030726": "2026-11-21T14:03:07" */
static int take_date(struct call *call, int letter)
{
	struct tm date;
	char text[64];

	if (!parse_date(optarg, &date))
		return refuse(letter, optarg, "MMDDhhmmssYY was expected");
	strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%S", &date);
	add(call, letter == 's' ? "--from=" : "--to=", text);
	return EXIT_SUCCESS;
}

static int take_ids(struct call *call, int letter)
{
	struct pxt_hook_ids ids = { 0 };
	const char *wrong;

	if (!pxt_hook_ids_add(&ids, optarg, &wrong))
		return refuse(letter, wrong,
			      "the id of a hook, two to four "
			      "hex digits, was expected");
	add(call, letter == 'd' ? "--hooks=" : "--no-hooks=", optarg);
	return EXIT_SUCCESS;
}

static int take_hook(struct call *call)
{
	const char *equals = strrchr(optarg, '=');
	uint16_t id;

	if (!equals || equals == optarg ||
	    equals - optarg > TRACE_EVENT_NAME_MAX ||
	    !pxt_hook_id_parse(equals + 1, strlen(equals + 1), &id))
		return refuse('E', optarg,
			      "NAME=ID was expected, the ID in "
			      "three or four hex digits");
	add(call, "--hook=", optarg);
	return EXIT_SUCCESS;
}

static int take_processes(struct call *call, int letter)
{
	struct select_words words = { 0 };
	const int err = select_words_add(&words, optarg);

	select_words_fini(&words);
	if (err == ENOMEM) {
		talk_error("trcrpt", err);
		return EXIT_SYSTEM;
	}
	if (err)
		return refuse(letter, optarg,
			      "a list of names or numbers was "
			      "expected");
	add(call, letter == 'p' ? "--process=" : "--thread=", optarg);
	return EXIT_SUCCESS;
}

static int take_options(struct call *call, int letter, const char *list)
{
	const char *wrong, *why;

	if (!pxt_report_parse(&call->report, list, &wrong, &why))
		return refuse(letter, wrong, why);
	add(call, "--columns=", list);
	return EXIT_SUCCESS;
}

static int take_templates(struct call *call)
{
	call->templates = optarg;
	add(call, "--templates=", optarg);
	return EXIT_SUCCESS;
}

static int take(struct call *call, int letter)
{
	switch (letter) {
	case 'E':
		return take_hook(call);
	case 'O':
		return take_options(call, letter, optarg);
	case 'R':
		call->replaces_builtin = true;
		add(call, "--replace-builtin", "");
		return EXIT_SUCCESS;
	case 'T':
	case 'p':
		return take_processes(call, letter);
	case 'c':
		call->checks = true;
		return EXIT_SUCCESS;
	case 'd':
	case 'k':
		return take_ids(call, letter);
	case 'h':
		add(call, "--no-titles", "");
		return EXIT_SUCCESS;
	case 'j':
		call->lists = true;
		return EXIT_SUCCESS;
	case 'm':
		return EXIT_SUCCESS;
	case 'o':
		add(call, "--output=", optarg);
		return EXIT_SUCCESS;
	case 'e':
	case 's':
		return take_date(call, letter);
	case 't':
		return take_templates(call);
	case 'v':
		call->tells_files = true;
		return EXIT_SUCCESS;
	case 'x':
		return take_options(call, letter, "exec=on");
	case 'C':
	case 'D':
	case 'G':
	case 'K':
	case 'n':
	case 'r':
		return refuse(letter, NULL,
			      "this option of AIX is not supported");
	}
	talk_plain("%s", usage);
	return EXIT_MISUSE;
}

static int check_templates(const struct call *call)
{
	static char command[] = "fmt", action[] = "check";
	static char *argv[] = { command, action, NULL, NULL };

	if (!call->templates)
		return refuse('c', NULL,
			      "-t with a file of templates was expected");
	argv[2] = strdup(call->templates);
	return argv[2] ? cmd_fmt.run(&cmd_fmt, 3, argv) : EXIT_SYSTEM;
}

static int list_templates(const struct call *call)
{
	static char command[] = "fmt", action[] = "ls";
	static char option[] = "--replace-builtin";
	static char *argv[] = { command, action, NULL, NULL, NULL };
	int argc = 2;

	if (call->replaces_builtin)
		argv[argc++] = option;
	if (call->templates)
		argv[argc] = strdup(call->templates);
	return cmd_fmt.run(&cmd_fmt, argc + !!argv[argc], argv);
}

static int report(struct call *call, char **files)
{
	for (; *files; files++) {
		if (call->tells_files)
			talk_plain("%s", *files);
		add(call, "", *files);
	}
	call->argv[call->argc] = NULL;
	return cmd_show.run(&cmd_show, call->argc, call->argv);
}

static int translate(struct call *call, int argc, char **argv)
{
	static char show[] = "show";
	int letter, status = EXIT_SUCCESS;

	call->argv[call->argc++] = show; /* argp replaces this argument */
	add(call, "--format=report", "");
	add(call, "--templates", "");
	opterr = 0;
	while (!status && (letter = getopt(argc, argv,
					   "C:D:E:GK:O:RT:cd:e:hjk:mn:o:p:rs:t:"
					   "vx")) >= 0)
		status = take(call, letter);
	if (!status)
		add(call, "--", "");
	return status;
}

static int run(const struct command *cmd, int argc, char **argv)
{
	static struct call call;
	int status;

	(void)cmd;
	call.argv = calloc((size_t)argc + FIXED, sizeof(*call.argv));
	if (!call.argv) {
		talk("no memory");
		return EXIT_SYSTEM;
	}
	status = translate(&call, argc, argv);
	if (status)
		return status;
	if (call.checks)
		return check_templates(&call);
	if (call.lists)
		return list_templates(&call);
	return report(&call, argv + optind);
}

/* Not a subcommand: the letters are AIX's. */
const struct command cmd_trcrpt = {
	.name = "trcrpt",
	.run = run,
};
