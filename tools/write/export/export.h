/*
 * export.h - what a selection wants of a source, for the tools of another
 * system
 */
#ifndef WRITE_EXPORT_EXPORT_H
#define WRITE_EXPORT_EXPORT_H

#include <stdbool.h>

#include "format/format.h"
#include "select/selection.h"
#include "source/source.h"

struct export_to {
	const struct pxt_format *format;
	const char *output; /* "-": standard output */
	bool force;	    /* it may be there */
	bool quiet;	    /* no totals */
	bool utc;	    /* times that are asked for are */
	const struct pxt_settings *settings;
};

/* Write it, and tell what that has, and what it could not hold. Gives the exit
 * status, and has told what was wrong: damage of the source does not keep the
 * rest from being written; if nothing was wanted, or writing fails, there is no
 * file. The source itself is never replaced. */
int export_write(const struct export_to *to, struct source *source,
		 struct selection *selection);

#endif
