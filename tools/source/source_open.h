/*
 * source_open.h - opening what a user names as a source
 *
 * A log is recognized by its first bytes, and the trace of another system by
 * its format's probe, or by the user's word.
 */
#ifndef SOURCE_OPEN_H
#define SOURCE_OPEN_H

#include "source/source.h"
#include "source/source_as.h"

/* Opens it. as: copied; its texts are borrowed until the source is closed.
 * Returns the exit status, after reporting errors. */
int source_open(struct source **source, const char *name,
		const struct source_as *as);

#endif
