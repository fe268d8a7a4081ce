/*
 * dot_commands.h - commands that are no SQL: .tables, .schema, .mode, .help
 */
#ifndef QUERY_DOT_COMMANDS_H
#define QUERY_DOT_COMMANDS_H

#include "query/answer.h"
#include "query/reader.h"

/* True for a text that is such a command. */
bool dot_commands_has(const char *text);

/* Runs it. *quits: set by .quit; may be NULL. Returns the exit status, after
 * reporting errors. */
int dot_commands_run(struct query *query, struct answer *answer,
		     const char *text, bool *quits);

/* The names of commands, by index; NULL: no more. */
const char *dot_commands_name(size_t index);

#endif
