/*
 * attributes.h - the description of merged logs as one
 */
#ifndef SOURCE_MERGE_ATTRIBUTES_H
#define SOURCE_MERGE_ATTRIBUTES_H

#include "source/merge/merge.h"

/* Learns the stream of a log. */
int merge_attributes_meet(struct merge *merge, struct merge_input *input);

int merge_attributes_describe(struct source *source, trace_attr_t *attr,
			      struct posix_trace_log_np *about);
int merge_attributes_get_status(struct source *source,
				struct posix_trace_status_info *status);

#endif
