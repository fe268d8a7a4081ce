/*
 * listing.h - the words that many completions are among
 *
 * Made of the list of subcommands and of those of formats.
 */
#ifndef COMPLETION_LISTING_H
#define COMPLETION_LISTING_H

/* Print something between a beginning and the end of its line. */
void listing_print(const char *begin, void (*print)(void), const char *end);

/* Subcommands; formats that can be read, be written; settings of all formats:
 * each behind a space. */
void listing_commands(void);
void listing_read(void);
void listing_written(void);
void listing_settings(void);

/* Likewise groups of functions that are wrapped; columns that are no fields;
 * fields that all events have. */
void listing_groups(void);
void listing_columns(void);
void listing_facts(void);

/* What the names of traces end with. */
void listing_patterns(void);
void listing_quoted_patterns(void);

/* For bash and zsh: those as variables, and functions that list what
 * runs now. */
void listing_variables(void);
extern const char listing_functions[];

#endif
