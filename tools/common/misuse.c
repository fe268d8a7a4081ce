/*
 * misuse.c - messages about wrong arguments
 */
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/command.h"
#include "common/misuse.h"
#include "common/text.h"

enum { MESSAGE = PATH_MAX + 256 };

static void compose(char message[MESSAGE], const char *format, va_list ap)
{
	char raw[MESSAGE];

	vsnprintf(raw, sizeof(raw), format, ap);
	text_tame(message, MESSAGE, raw);
}

void misuse(const struct argp_state *state, const char *format, ...)
{
	char message[MESSAGE];
	va_list ap;

	va_start(ap, format);
	compose(message, format, ap);
	va_end(ap);
	argp_error(state, "%s", message);
	exit(EXIT_MISUSE);
}

void misuse_brief(const struct argp_state *state, const char *format, ...)
{
	char message[MESSAGE];
	va_list ap;

	va_start(ap, format);
	compose(message, format, ap);
	va_end(ap);
	argp_failure(state, EXIT_MISUSE, 0, "%s", message);
	exit(EXIT_MISUSE);
}
