/*
 * options.h - options and operands of subcommands, and their kinds
 *
 * The kind follows from the word in the help: FILE, PID, STREAM ...
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
	CHOICES, /* words in its help */
	COMMANDS,
	READ,	  /* format to read */
	WRITTEN,  /* format to write */
	SETTINGS, /* settings of formats */
	FILE_OR_SETTING,
	GROUPS, /* groups of functions to wrap, separated by commas */
	EVENTS, /* events, separated by commas */
	PAIR,	/* pair of events */
	COLUMNS,
	CONDITION,
	FIELD,
};

struct choice {
	const char *name; /* NULL: letter only */
	char letter;	  /* 0: name only */
	const char *doc;
	enum takes takes;
	bool optional; /* value is optional */
};

typedef void option_visitor(const struct choice *option, const void *argument);

/* Visits all options of a subcommand. */
void options_visit(const struct command *cmd, option_visitor *visit,
		   const void *argument);

enum takes options_operands(const struct command *cmd);

/* Prints the words of a CHOICES help text, each followed by a space. */
void options_choices(const char *doc);

/* Prints literal operands, each followed by a space. */
void options_words(const char *args);

/* Prints in single quotes; special: characters to be escaped by a backslash. */
void options_quote(const char *text, const char *special);

#endif
