/*
 * talk.c - lines on stderr
 */
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "talk.h"

enum { LINE = PATH_MAX + 256 };

/* A name must not drive the terminal. */
static void tame(char *line)
{
	for (; *line; line++)
		if ((unsigned char)*line < ' ' || *line == 0x7f)
			*line = '?';
}

static void say(const char *prefix, const char *format, va_list ap)
{
	char line[LINE + 1];
	size_t len = strlen(prefix);

	memcpy(line, prefix, len);
	vsnprintf(line + len, LINE - len, format, ap);
	tame(line);
	len = strlen(line);
	line[len++] = '\n';

	/* There is nobody left to tell if this fails. */
	if (write(STDERR_FILENO, line, len) < 0)
		return;
}

void talk_plain(const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	say("", format, ap);
	va_end(ap);
}

void talk(const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	say("posixtrace: ", format, ap);
	va_end(ap);
}

void talk_error(const char *what, int err)
{
	talk("%s: %s", what, strerror(err));
}

void talk_unknown(const char *typed, const struct command *guess)
{
	if (guess)
		talk("%s: no such subcommand; did you mean %s?", typed,
		     guess->name);
	else
		talk("%s: no such subcommand; see posixtrace --help", typed);
}
