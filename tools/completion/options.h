/*
 * options.h - the options and operands of subcommands, and what they take
 *
 * That is known by the word that the help has for it: FILE, PID, STREAM ...
 */
#ifndef COMPLETION_OPTIONS_H
#define COMPLETION_OPTIONS_H

#include <stdbool.h>

#include "common/command.h"

enum takes {
	NOTHING,
	ANYTHING,
	FILES,
	PIDS,
	STREAMS,
	CHOICES, /* words of its help */
	COMMANDS,
	READ,	  /* a format */
	WRITTEN,  /* likewise */
	SETTINGS, /* of formats */
	FILE_OR_SETTING,
	GROUPS, /* of functions to wrap, with commas between */
	EVENTS, /* likewise */
	PAIR,	/* of events */
	COLUMNS,
	CONDITION,
	FIELD,
};

struct choice {
	const char *name; /* NULL: only a letter */
	char letter;	  /* 0: only a name */
	const char *doc;
	enum takes takes;
	bool optional; /* what it takes */
};

typedef void option_visitor(const struct choice *option, const void *argument);

/* All that a subcommand has. */
void options_visit(const struct command *cmd, option_visitor *visit,
		   const void *argument);

enum takes options_operands(const struct command *cmd);

/* Print the words that the help of CHOICES offers, a space behind each. */
void options_choices(const char *doc);

/* Print the words that can be an operand as they stand, a space behind each. */
void options_words(const char *args);

/* Print in single quotes; special: what a backslash has to be put before. */
void options_quote(const char *text, const char *special);

#endif
