/*
 * tool.c - the command of this build
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tool.h"

enum { PATH = 5000, WORDS = 16 };

static const char variable[] = "LD_LIBRARY_PATH";

/* The path of the command, and of the folder of its libraries, if it has to be
 * told that. */
struct tool {
	char program[PATH];
	char libraries[PATH];
};

static void find(const struct bench *bench, struct tool *tool)
{
	snprintf(tool->program, PATH, "%s/tools/.libs/posixtrace",
		 bench->build);
	snprintf(tool->libraries, PATH, "%s/.libs", bench->build);
	if (!access(tool->program, X_OK))
		return;
	snprintf(tool->program, PATH, "%s/tools/posixtrace", bench->build);
	tool->libraries[0] = '\0';
}

/* The variable is there for the command alone: it would make other programs of
 * the benchmark look for libraries elsewhere first. */
static struct child_times run(const struct tool *tool, char *const *argv)
{
	const char *found = getenv(variable);
	char *before = found ? strdup(found) : NULL;
	struct child_times times;

	if (tool->libraries[0])
		must_not_fail(setenv(variable, tool->libraries, 1), "setenv");
	times = child_run(argv, -1);
	if (before)
		must_not_fail(setenv(variable, before, 1), "setenv");
	else
		must_not_fail(unsetenv(variable), "unsetenv");
	free(before);
	return times;
}

/* The words from the first one on, up to NULL. */
static void take(char **argv, unsigned first, va_list words)
{
	do
		must(first < WORDS ? 0 : E2BIG, "words of a command");
	while ((argv[first++] = va_arg(words, char *)));
}

struct child_times tool_run(const struct bench *bench, ...)
{
	struct tool tool;
	char *argv[WORDS] = { tool.program };
	va_list words;

	find(bench, &tool);
	va_start(words, bench);
	take(argv, 1, words);
	va_end(words);
	return run(&tool, argv);
}

struct child_times tool_run_silently(const struct bench *bench, ...)
{
	char shell[] = "sh", option[] = "-c";
	char script[] = "exec \"$0\" \"$@\" 2> /dev/null";
	struct tool tool;
	char *argv[WORDS] = { shell, option, script, tool.program };
	va_list words;

	find(bench, &tool);
	va_start(words, bench);
	take(argv, 4, words);
	va_end(words);
	return run(&tool, argv);
}
