/*
 * items.h - merging items in order of time
 *
 * A heap has all logs that may have items, by the time of the current item, or,
 * before the first one, by the begin of the log. The next item of a log is
 * fetched when the current one is no longer needed.
 */
#ifndef SOURCE_MERGE_ITEMS_H
#define SOURCE_MERGE_ITEMS_H

#include "source/merge/merge.h"

/* Adds the log to the heap. */
void merge_items_expect(struct merge *merge, struct merge_input *input);

int merge_items_next(struct source *source, struct posix_trace_item_np *item,
		     int *unavailable);
int merge_items_rewind(struct source *source);
int merge_items_seek(struct source *source, const struct timespec *time);
int merge_items_get_times(struct source *source, struct timespec *first,
			  struct timespec *last);

#endif
