/*
 * island.h - the JSON of a page
 */
#ifndef REPORT_ISLAND_H
#define REPORT_ISLAND_H

#include "report/collection.h"

/* Writes the element with all that is known of a trace, but for the blocks.
 * Errors of writing, and of memory. */
int island_put(struct collection *collection, struct out *out);

#endif
