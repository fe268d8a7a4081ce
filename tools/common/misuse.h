/*
 * misuse.h - messages about wrong arguments
 *
 * They end the program with EXIT_MISUSE, and begin with the subcommand. Characters
 * of an argument that are not plain (common/text.h) become question marks.
 */
#ifndef MISUSE_H
#define MISUSE_H

#include <argp.h>

/* A second line says where help is. */
void misuse(const struct argp_state *state, const char *format, ...)
	__attribute__((noreturn, format(printf, 2, 3)));

/* Without that: the argument is understood, and cannot be done. */
void misuse_brief(const struct argp_state *state, const char *format, ...)
	__attribute__((noreturn, format(printf, 2, 3)));

#endif
