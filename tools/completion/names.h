/*
 * names.h - names of events and fields for completion
 */
#ifndef COMPLETION_NAMES_H
#define COMPLETION_NAMES_H

enum names_kind { NAMES_EVENTS, NAMES_FIELDS };

/* Prints names, one per line: from the traces among the words, a subcommand and
 * its arguments; without traces, from the subcommand's default: the newest log
 * here, or running processes. Returns the exit status. */
int names_print(enum names_kind kind, char **word, int count);

#endif
