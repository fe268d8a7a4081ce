/*
 * to_log.h - the log that a command writes
 *
 *	-o FILE	--force	-q	--utc
 *
 * A command has to_log_argp for a child of its own argp, with a struct to_log
 * for its input. Misuse, as no -o at all, ends the program.
 */
#ifndef TO_LOG_H
#define TO_LOG_H

#include <argp.h>
#include <stdbool.h>

#include "source/source_open.h"
#include "write/carried_templates.h"

struct to_log {
	struct source_as *as; /* takes settings; borrowed, or NULL */
	const char *output;
	bool force; /* it may be there */
	bool quiet; /* no totals */
	bool utc;   /* times that are asked for are */
	const struct carried_templates *carried; /* borrowed; NULL: nothing */
};

extern const struct argp to_log_argp;

#endif
