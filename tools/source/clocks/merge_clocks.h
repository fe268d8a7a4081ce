/*
 * merge_clocks.h - the clocks of merged logs
 */
#ifndef MERGE_CLOCKS_H
#define MERGE_CLOCKS_H

#include "source/clocks/clocks.h"

struct merge_clocks {
	struct source *source; /* merge of source_merge.h; borrowed */
	struct clock_log *log;
	struct source_origin *origin; /* the first of each log */
	struct clocks clocks;
};

/* Finds the clocks. An error number. */
int merge_clocks_init(struct merge_clocks *of, struct source *source);
void merge_clocks_fini(struct merge_clocks *of);

/* The clocks of origins, by those of logs, to be freed. Items of a merged log
 * have the clock of that log. NULL: no memory. */
size_t *merge_clocks_origins(struct source *source, const size_t *of_log);

/* Shifts the logs, as it was settled. An error number. */
int merge_clocks_apply(struct merge_clocks *of);

#endif
