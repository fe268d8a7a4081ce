/*
 * arguments.h - the arguments of a subcommand
 */
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include "common/command.h"

/* Parse them, those of POSIXTRACE_OPTS before them. Misuse and --help end the
 * program there. input: of the subcommand's argp. */
void arguments_parse(const struct command *cmd, int argc, char **argv,
		     void *input);

#endif
