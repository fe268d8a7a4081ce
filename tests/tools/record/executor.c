/*
 * executor.c - a program that others take the place of
 *
 *	executor PROGRAM...
 *
 * Records an event "step" with what it is called, forks a child that records
 * one with "child" in front of that, waits for that and for a line of standard
 * input, or its end, and executes the first of the programs with the others. The
 * last one ends with 42. All are to be this one, under other names.
 */
#include <err.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <trace.h>

static void step(const char *format, const char *name)
{
	trace_event_id_t type;
	char text[64];

	snprintf(text, sizeof(text), format, name);
	if (posix_trace_eventid_open("step", &type))
		errx(EXIT_FAILURE, "posix_trace_eventid_open");
	posix_trace_event(type, text, strlen(text));
}

/* No more than that: the rest is for the next program. */
static void read_line(void)
{
	char c;

	while (read(STDIN_FILENO, &c, 1) == 1 && c != '\n')
		;
}

int main(int argc, char **argv)
{
	const char *name = program_invocation_short_name;
	pid_t child;

	step("%s", name);
	child = fork();
	if (!child) {
		step("child of %s", name);
		_exit(0);
	}
	if (child < 0 || waitpid(child, NULL, 0) != child)
		err(EXIT_FAILURE, "a child");
	if (argc == 1)
		return 42;
	read_line();
	execv(argv[1], argv + 1);
	err(EXIT_FAILURE, "%s", argv[1]);
}
