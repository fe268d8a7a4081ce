/*
 * sources.h - the inputs of a command as one source
 *
 * A command has FILE... as its operands: logs, directories and numbered sets of
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

/* Parses ARGP_KEY_ARGS. Misuse ends the program. */
void sources_parse(struct source_files *files, struct argp_state *state);

/* Opens the inputs. Returns the exit status, after reporting errors. */
int sources_open(struct source **source, const struct source_files *files);

/* Opens them for following: source_goes_on() finds later logs of the same
 * names. */
int sources_open_growing(struct source **source,
			 const struct source_files *files);

/* Without a name it opens the newest log of the current directory, and reports
 * that. */
int sources_open_or_newest(struct source **source,
			   const struct source_files *files, const char *done);

#endif
