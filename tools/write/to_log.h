/*
 * to_log.h - options of commands that write a log
 *
 *	-o FILE	--force	-q	--utc
 *
 * A command that writes what a selection has of some logs has to_log_children in
 * its own argp, or what these are and others behind, and leaves the keys that it
 * does not know to to_log_parse().
 * Misuse, as a missing -o, ends the program.
 */
#ifndef TO_LOG_H
#define TO_LOG_H

#include <argp.h>
#include <stdbool.h>

#include "source/source_open.h"
#include "write/carried_templates.h"
#include "write/compression.h"

struct to_log {
	struct source_as *as; /* takes settings; borrowed, or NULL */
	const char *output;
	bool force;	    /* may replace a file */
	bool quiet;	    /* no totals */
	bool utc;	    /* given times are in UTC */
	bool is_named_late; /* a new file has its name when it is complete */
	enum compression compression;
	const struct carried_templates *carried; /* borrowed; NULL: nothing */
};

struct selection;
struct source_files;

/* Inputs of to_log_children; borrowed. */
struct to_log_inputs {
	struct source_files *files;
	struct to_log *to;
	struct selection *selection;
	const char *missing; /* says that no log is named */
};

extern const struct argp to_log_argp;
extern const struct argp_child to_log_children[];
error_t to_log_parse(int key, const struct to_log_inputs *inputs,
		     struct argp_state *state);

#endif
