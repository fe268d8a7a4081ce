/*
 * export.h - exporting a selection to another system's format
 */
#ifndef WRITE_EXPORT_EXPORT_H
#define WRITE_EXPORT_EXPORT_H

#include <stdbool.h>

#include "format/format.h"
#include "select/selection.h"
#include "source/source.h"

struct export_to {
	const struct pxt_format *format;
	const char *option; /* text before the format's name in messages */
	const char *output; /* "-": standard output */
	bool force;	    /* may replace a file */
	bool quiet;	    /* no totals */
	bool utc;	    /* given times are in UTC */
	const struct pxt_settings *settings;
	/* Waits for more items; false: there are none. NULL: the trace does not
	 * grow, as for a format that has no flush. */
	bool (*wait)(void *waiting);
	void *waiting;
};

/* Writes it, and reports its contents and losses. Returns the exit status,
 * after reporting errors: the rest of a damaged source is written; without
 * selected items, or after an error of writing, there is no file. The source
 * itself is never replaced. */
int export_write(const struct export_to *to, struct source *source,
		 struct selection *selection);

#endif
