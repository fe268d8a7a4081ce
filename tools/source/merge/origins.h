/*
 * origins.h - one number for each place that items come from
 */
#ifndef SOURCE_MERGE_ORIGINS_H
#define SOURCE_MERGE_ORIGINS_H

#include "source/merge/merge.h"

/* Number those of a log, and learn its UUID. */
int merge_origins_meet(struct merge *merge, struct merge_input *input);

/* The number of what has that one there. */
unsigned merge_origins_number(const struct merge_input *input, unsigned there);

/* The next log that is open and has items of an origin, and its number there;
 * the newest come first, as they know best. left: how many logs there are, at
 * first. */
struct merge_look {
	size_t left;
	const struct merge_input *input;
	struct source *source;
	unsigned origin;
};

bool merge_origins_look(const struct merge *merge, unsigned origin,
			struct merge_look *look);

const char *merge_origins_get_host(struct source *source, unsigned origin);
int merge_origins_get(struct source *source, unsigned number,
		      struct source_origin *origin);

#endif
