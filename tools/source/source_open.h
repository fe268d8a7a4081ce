/*
 * source_open.h - one source, of what a user names
 *
 * A log is known by its first bytes, and the trace of another system by those
 * that its format knows, or as the user says.
 */
#ifndef SOURCE_OPEN_H
#define SOURCE_OPEN_H

#include "source/source.h"
#include "source/source_as.h"

/* Open it. as: borrowed until it is closed. Gives the exit status, and has told
 * why not. */
int source_open(struct source **source, const char *name,
		const struct source_as *as);

#endif
