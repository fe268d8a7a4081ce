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

/* Messages about wrong arguments, which end the program with EXIT_MISUSE. They
 * begin with the subcommand. Characters of an argument that are not plain
 * (common/text.h) become question marks. */

/* A second line says where help is. */
void misuse(const struct argp_state *state, const char *format, ...)
	__attribute__((noreturn, format(printf, 2, 3)));

/* Without that: the argument is understood, and cannot be done. */
void misuse_brief(const struct argp_state *state, const char *format, ...)
	__attribute__((noreturn, format(printf, 2, 3)));

#endif
