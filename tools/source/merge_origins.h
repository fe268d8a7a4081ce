/*
 * merge_origins.h - one number for each place that items come from
 */
#ifndef MERGE_ORIGINS_H
#define MERGE_ORIGINS_H

#include "source/merge.h"

/* Number those of a log, and learn its UUID. */
int merge_origins_meet(struct merge *merge, struct merge_input *input);

/* The number of what has that one there. */
unsigned merge_origins_number(const struct merge_input *input, unsigned there);

const char *merge_origins_get_host(struct source *source, unsigned origin);
int merge_origins_get(struct source *source, unsigned number,
		      struct source_origin *origin);

#endif
