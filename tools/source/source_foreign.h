/*
 * source_foreign.h - the trace of another system as a source of items
 */
#ifndef SOURCE_FOREIGN_H
#define SOURCE_FOREIGN_H

#include "source/source.h"
#include "source/source_as.h"

/* Open it. Gives the exit status, and has told why not, and what had to be
 * guessed. */
int source_foreign_open(struct source **source, const char *name,
			const struct source_as *as);

/* NULL: it is of another kind. */
const struct pxt_format *source_foreign_format(struct source *source);

/* Of such a source: how many bytes were read. */
uint64_t source_foreign_size(struct source *source);

#endif
