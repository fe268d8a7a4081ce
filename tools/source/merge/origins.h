/*
 * origins.h - numbers of the origins of all logs
 */
#ifndef SOURCE_MERGE_ORIGINS_H
#define SOURCE_MERGE_ORIGINS_H

#include "source/merge/merge.h"

/* Numbers the origins of a log, and learns its UUID. */
int merge_origins_meet(struct merge *merge, struct merge_input *input);

/* The number of an origin, by that in the log. */
unsigned merge_origins_number(const struct merge_input *input, unsigned there);

/* Shifts the times of a log, and so of its origins. */
void merge_origins_shift(struct merge *merge, struct merge_input *input,
			 const struct clock_shift *shift);

/* True if the log has the origin, and its number there. */
bool merge_origins_there(const struct merge_input *input, unsigned origin,
			 unsigned *there);

/* Iterates over open logs with items of an origin, and its number there; newest
 * first, as they know most. Those that are open for a question only are left out:
 * answers do not depend on earlier questions. left: number of logs, at first. */
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
