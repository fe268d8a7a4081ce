/*
 * source_foreign.h - the trace of another system as a source of items
 */
#ifndef SOURCE_FOREIGN_H
#define SOURCE_FOREIGN_H

#include "source/source.h"
#include "source/source_as.h"

/* Opens it. Returns the exit status, after reporting errors, and guesses. */
int source_foreign_open(struct source **source, const char *name,
			const struct source_as *as);

/* NULL: another kind of source. */
const struct pxt_format *source_foreign_format(struct source *source);

/* Number of bytes read from such a source. */
uint64_t source_foreign_size(struct source *source);

#endif
