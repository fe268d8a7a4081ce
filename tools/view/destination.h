/*
 * destination.h - where the output of a command goes
 *
 *	-o FILE		--force		--no-pager
 *
 * A file, which is no log unless the user insists, and whose name may have that
 * of what is read: %p process, %c program, %h host, %t time, see filename.h; or standard output, which
 * has a pager if it is a terminal. A command has destination_argp for a child
 * of its own argp, with a struct destination_options for its input.
 */
#ifndef DESTINATION_H
#define DESTINATION_H

#include <argp.h>
#include <stdbool.h>

#include "common/out.h"
#include "common/pager.h"
#include "source/source_open.h"

struct destination_options {
	struct source_as *as; /* takes settings; borrowed, or NULL */
	const char *file; /* a pattern of filename.h; NULL: stdout */
	bool force;	  /* it may replace a log */
	bool no_pager;
};

/* The options, in the group of output in the help. */
extern const struct argp destination_argp;

struct destination {
	struct out out; /* for what is put */
	struct destination_options options;
	struct pager pager;
	bool is_terminal; /* past any pager */
	unsigned columns; /* of it; 0: not known, or none */
	bool paged;
	int fd;	    /* of the file, or -1 */
	char *file; /* its name, or NULL */
};

/* source: what is read; its files are never replaced. Gives the exit status,
 * and has told what was wrong. */
int destination_open(struct destination *to,
		     const struct destination_options *options,
		     struct source *source);

/* Whether somebody looks at it now: past any pager. */
bool destination_is_terminal(const struct destination *to);

/* Whether it is, and a pager in between lets colours pass. */
bool destination_shows_colour(const struct destination *to);

/* Write what there is, and wait for the pager. Gives the exit status, and has
 * told what was wrong. Who closes a pipe ends the program silently. */
int destination_close(struct destination *to);

#endif
