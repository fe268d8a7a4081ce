/*
 * arguments.h - the arguments of a subcommand
 */
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include "common/command.h"

/* Parses the arguments, with those of POSIXTRACE_OPTS before them. Misuse and
 * --help end the program. input: for the subcommand's argp. */
void arguments_parse(const struct command *cmd, int argc, char **argv,
		     void *input);

#endif
