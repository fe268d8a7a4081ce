/*
 * to_log.h - options of commands that write a log
 *
 *	-o FILE	--force	-q	--utc
 *
 * A command includes to_log_argp in its own argp, with a struct to_log for its
 * input. Misuse, as a missing -o, ends the program.
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
	bool force; /* may replace a file */
	bool quiet; /* no totals */
	bool utc;   /* given times are in UTC */
	enum compression compression;
	const struct carried_templates *carried; /* borrowed; NULL: nothing */
};

extern const struct argp to_log_argp;

#endif
