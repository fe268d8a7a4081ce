/*
 * sources.h - the logs that a command reads, as one source of items
 *
 * A command has FILE... for its operands: logs, directories and numbered sets of
 * logs, see lognames.h.
 */
#ifndef SOURCES_H
#define SOURCES_H

#include <argp.h>
#include <stddef.h>

#include "source/source_open.h"

struct source_files {
	char **file; /* borrowed from the arguments */
	size_t count;
	struct source_as as;
};

/* For ARGP_KEY_ARGS. Misuse ends the program. */
void sources_parse(struct source_files *files, struct argp_state *state);

/* Open them. Gives the exit status, and has told why not. */
int sources_open(struct source **source, const struct source_files *files);

/* Open them to be followed: source_goes_on() finds logs that are there later,
 * and meant by the same names. */
int sources_open_growing(struct source **source,
			 const struct source_files *files);

/* Where none was named it is the newest log of the current directory, and a
 * line says what is done to it. */
int sources_open_or_newest(struct source **source,
			   const struct source_files *files, const char *done);

#endif
