/*
 * long_options.h - long options of argp
 */
#ifndef LONG_OPTIONS_H
#define LONG_OPTIONS_H

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>

#include "common/guess.h"

/* Finds an option of this argp or of its children: by its name of len bytes, or
 * by its letter if len is 0. NULL: none. */
const struct argp_option *option_find(const struct argp *argp, const char *name,
				      size_t len);

/* True if the option takes a value. */
bool option_wants_value(const struct argp_option *option);

/* Consider the names of all options, "--" before them. */
void option_guess(const struct argp *argp, struct guess *guess);

/* Reports an unknown long option, and a known one that it resembles. False: none,
 * and argp reports other errors. flags: of argp_parse(). */
bool option_refuse(const struct argp *argp, unsigned flags, int argc,
		   char **argv);

#endif
