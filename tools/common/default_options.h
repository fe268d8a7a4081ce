/*
 * default_options.h - default options from the environment
 *
 *	POSIXTRACE_OPTS="--utc --color=never -O 'time,name,data'"
 *
 * They precede the options of the command line, which override them. They are
 * for all subcommands: unknown ones are skipped.
 */
#ifndef DEFAULT_OPTIONS_H
#define DEFAULT_OPTIONS_H

#include <argp.h>

/* Inserts them behind argv[0], once; argp: the options of this subcommand. The
 * arguments are valid until the program ends. Returns the exit status, after
 * reporting errors. */
int default_options_insert(const struct argp *argp, int *argc, char ***argv);

#endif
