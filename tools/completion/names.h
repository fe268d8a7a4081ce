/*
 * names.h - the names of events and fields that a line being typed may mean
 */
#ifndef COMPLETION_NAMES_H
#define COMPLETION_NAMES_H

enum names_kind { NAMES_EVENTS, NAMES_FIELDS };

/* Print them, one a line: those of the traces that are among the words, which
 * are a subcommand and what follows it; without any, as the subcommand would
 * read: those of the newest log here, or of processes that run. Gives the exit
 * status. */
int names_print(enum names_kind kind, char **word, int count);

#endif
