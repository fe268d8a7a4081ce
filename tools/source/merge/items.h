/*
 * items.h - items in the order of their times
 *
 * A heap has all logs from which something may come, by the time of the item
 * that is at hand, or, while none was read, by the time when the log begins.
 * What follows in a log is fetched when the item before is not needed any more.
 */
#ifndef SOURCE_MERGE_ITEMS_H
#define SOURCE_MERGE_ITEMS_H

#include "source/merge/merge.h"

/* Items of that log come when it is their time. */
void merge_items_expect(struct merge *merge, struct merge_input *input);

int merge_items_next(struct source *source, struct posix_trace_item_np *item,
		     int *unavailable);
int merge_items_rewind(struct source *source);
int merge_items_seek(struct source *source, const struct timespec *time);
int merge_items_get_times(struct source *source, struct timespec *first,
			  struct timespec *last);

#endif
