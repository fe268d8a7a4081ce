/*
 * listing.h - lists of words for completion
 *
 * Made from the lists of subcommands and of formats.
 */
#ifndef COMPLETION_LISTING_H
#define COMPLETION_LISTING_H

/* Prints something between the beginning and the end of its line. */
void listing_print(const char *begin, void (*print)(void), const char *end);

/* Print subcommands; readable and writable formats; settings of all formats:
 * each behind a space. */
void listing_commands(void);
void listing_read(void);
void listing_written(void);
void listing_settings(void);

/* Print groups of wrapped functions; columns other than fields; fields of all
 * events. */
void listing_groups(void);
void listing_columns(void);
void listing_facts(void);

/* Prints the suffixes of traces. */
void listing_patterns(void);
void listing_quoted_patterns(void);

/* For bash and zsh: these lists as variables, and functions that list what is
 * running. */
void listing_variables(void);
extern const char listing_functions[];

#endif
