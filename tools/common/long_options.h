/*
 * long_options.h - options of argp by their names
 */
#ifndef LONG_OPTIONS_H
#define LONG_OPTIONS_H

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>

#include "common/guess.h"

/* The option of this argp or of its children: by its name, which is len bytes
 * long, or by its letter where len is 0. NULL: none. */
const struct argp_option *option_find(const struct argp *argp, const char *name,
				      size_t len);

/* The next word is its value, unless it has one in its own word. */
bool option_wants_value(const struct argp_option *option);

/* Consider the names of all options, "--" before them. */
void option_guess(const struct argp *argp, struct guess *guess);

/* Tell a long option that is unknown, but close to one that is known. False:
 * there is none, and argp tells what else is wrong. flags: of argp_parse(). */
bool option_refuse(const struct argp *argp, unsigned flags, int argc,
		   char **argv);

#endif
