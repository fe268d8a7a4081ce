/*
 * cmd_trcrpt.c - the command as AIX knows it: its letters become those of ours
 *
 *	-d, -k LIST	--hooks, --no-hooks	-o FILE		-o
 *	-p LIST		-p			-t FILE		--templates=FILE
 *	-T LIST		-t			-h		--no-titles
 *	-s, -e DATE	--from, --to		-x		-O exec=on
 *	-O LIST		-O			-E NAME=ID	--hook
 *	-c, -j		fmt check, fmt ls	-m		is done anyway
 */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/command.h"
#include "common/talk.h"

enum {
	DATE = 12, /* digits: MMDDhhmmssYY */
	FIXED = 8, /* arguments that are always there, at most */
};

struct call {
	char **argv; /* for one of our commands */
	int argc;
	bool checks, lists, tells_files;
	const char *templates;
};

static const char usage[] =
	"usage: trcrpt [-c|-j] [-hmvx] [-d LIST] [-k LIST] [-p LIST] [-T LIST]\n"
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

/* "112114030726": "2026-11-21T14:03:07" */
static bool add_date(struct call *call, const char *option, const char *date)
{
	char text[64];

	for (size_t i = 0; i < DATE; i++)
		if (!isdigit((unsigned char)date[i]))
			return false;
	if (date[DATE])
		return false;
	snprintf(text, sizeof(text), "20%.2s-%.2s-%.2sT%.2s:%.2s:%.2s",
		 date + 10, date, date + 2, date + 4, date + 6, date + 8);
	add(call, option, text);
	return true;
}

static int refuse(int letter, const char *why)
{
	talk("trcrpt: -%c: %s", letter, why);
	return EXIT_MISUSE;
}

static int take_date(struct call *call, int letter)
{
	return add_date(call, letter == 's' ? "--from=" : "--to=", optarg) ?
		       EXIT_SUCCESS :
		       refuse(letter, "MMDDhhmmssYY was expected");
}

static int take_templates(struct call *call)
{
	call->templates = optarg;
	add(call, "--templates=", optarg);
	return EXIT_SUCCESS;
}

static int take(struct call *call, int letter)
{
	static const struct {
		char letter;
		const char *prefix;
	} values[] = {
		{ 'd', "--hooks=" },   { 'k', "--no-hooks=" },
		{ 'p', "--process=" }, { 'T', "--thread=" },
		{ 'O', "--columns=" }, { 'o', "--output=" },
		{ 'E', "--hook=" },
	};

	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
		if (values[i].letter == letter) {
			add(call, values[i].prefix, optarg);
			return EXIT_SUCCESS;
		}
	switch (letter) {
	case 'c':
		call->checks = true;
		return EXIT_SUCCESS;
	case 'h':
		add(call, "--no-titles", "");
		return EXIT_SUCCESS;
	case 'j':
		call->lists = true;
		return EXIT_SUCCESS;
	case 'm':
		return EXIT_SUCCESS;
	case 's':
	case 'e':
		return take_date(call, letter);
	case 't':
		return take_templates(call);
	case 'v':
		call->tells_files = true;
		return EXIT_SUCCESS;
	case 'x':
		add(call, "--columns=exec=on", "");
		return EXIT_SUCCESS;
	case 'C':
	case 'D':
	case 'G':
	case 'K':
	case 'n':
	case 'r':
		return refuse(letter, "AIX has this, and we have not");
	}
	talk_plain("%s", usage);
	return EXIT_MISUSE;
}

static int check_templates(const struct call *call)
{
	static char command[] = "fmt", action[] = "check";
	static char *argv[] = { command, action, NULL, NULL };

	if (!call->templates)
		return refuse('c', "-t with a file of templates was expected");
	argv[2] = strdup(call->templates);
	return argv[2] ? cmd_fmt.run(3, argv) : EXIT_SYSTEM;
}

static int list_templates(const struct call *call)
{
	static char command[] = "fmt", action[] = "ls";
	static char *argv[] = { command, action, NULL, NULL };

	if (call->templates)
		argv[2] = strdup(call->templates);
	return cmd_fmt.run(argv[2] ? 3 : 2, argv);
}

static int report(struct call *call, char **files)
{
	for (; *files; files++) {
		if (call->tells_files)
			talk_plain("%s", *files);
		add(call, "", *files);
	}
	call->argv[call->argc] = NULL;
	return cmd_show.run(call->argc, call->argv);
}

static int translate(struct call *call, int argc, char **argv)
{
	static char show[] = "show";
	int letter, status = EXIT_SUCCESS;

	call->argv[call->argc++] = show; /* argp puts another one there */
	add(call, "--format=report", "");
	add(call, "--templates", "");
	opterr = 0;
	while (!status && (letter = getopt(argc, argv,
					   "C:D:E:GK:O:T:cd:e:hjk:mn:o:p:rs:t:"
					   "vx")) >= 0)
		status = take(call, letter);
	if (!status)
		add(call, "--", "");
	return status;
}

static int run(int argc, char **argv)
{
	static struct call call;
	int status;

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

/* It is no subcommand: its letters are AIX's. */
const struct command cmd_trcrpt = {
	.name = "trcrpt",
	.args = "[FILE...]",
	.summary = "report events as AIX does",
	.run = run,
};
