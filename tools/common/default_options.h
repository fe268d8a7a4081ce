/*
 * default_options.h - options that the user always wants, from the environment
 *
 *	POSIXTRACE_OPTS="--utc --color=never -O 'time,name,data'"
 *
 * They come before those that are given, which have the last word. They are for
 * all subcommands: those that this one does not know are passed over.
 */
#ifndef DEFAULT_OPTIONS_H
#define DEFAULT_OPTIONS_H

#include <argp.h>

/* Put them behind argv[0], once; argp: the options that this subcommand has.
 * The arguments are good until the program ends. Gives the exit status, and has
 * told what is wrong. */
int default_options_insert(const struct argp *argp, int *argc, char ***argv);

#endif
