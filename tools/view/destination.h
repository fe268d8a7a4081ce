/*
 * destination.h - the destination of output
 *
 *	-o FILE		--force		--no-pager
 *
 * A file, which must not be a log unless forced, and whose name may contain
 * facts about the input: %p process, %c program, %h host, %t time, see
 * filename.h; or standard output, with a pager if it is a terminal. A command
 * includes destination_argp in its own argp, with a struct destination_options
 * for its input.
 */
#ifndef DESTINATION_H
#define DESTINATION_H

#include <argp.h>
#include <stdbool.h>

#include "common/out.h"
#include "common/pager.h"
#include "source/source_open.h"

struct destination_options {
	struct source_as *as; /* settings are for this; borrowed, or NULL */
	const char *file;     /* a pattern of filename.h; NULL: stdout */
	bool force;	      /* may replace a log */
	bool no_pager;
	bool keeps_part; /* a file stays after an error: nobody can ask again */
};

/* The options, in the group of output in the help. */
extern const struct argp destination_argp;

struct destination {
	struct out out; /* for what is put */
	struct destination_options options;
	struct pager pager;
	bool is_terminal; /* terminal behind any pager */
	unsigned columns; /* width of the terminal; 0: unknown, or none */
	bool paged;
	int fd;	    /* descriptor of the file, or -1 */
	char *file; /* name of the file, or NULL */
};

/* source: the input, whose files are never replaced. Returns the exit status,
 * after reporting errors. */
int destination_open(struct destination *to,
		     const struct destination_options *options,
		     struct source *source);

/* True if the output is seen at once: a terminal behind any pager. */
bool destination_is_terminal(const struct destination *to);

/* True for a terminal, with no pager or one that lets colours pass. */
bool destination_shows_colour(const struct destination *to);

/* Writes what is buffered, and waits for the pager. Returns the exit status,
 * after reporting errors; no part of a file is left then, unless it is to be
 * kept. A closed pipe ends the program silently. */
int destination_close(struct destination *to);

#endif
