/*
 * types.h - numbers of the event types of all logs
 */
#ifndef SOURCE_MERGE_TYPES_H
#define SOURCE_MERGE_TYPES_H

#include "source/merge/merge.h"

/* Numbers all named types, so that numbers depend only on the order of the
 * logs. */
void merge_types_meet(struct merge *merge, struct merge_input *input);

/* The number of a type of that log. */
trace_event_id_t merge_types_number(struct merge *merge,
				    struct merge_input *input,
				    trace_event_id_t there);

/* Converts sets of types in the current item. */
void merge_types_number_sets(struct merge *merge, struct merge_input *input);

/* Types may have been named since. */
int merge_types_get_name(struct source *source, trace_event_id_t type,
			 char *name);
int merge_types_get_description(struct source *source, trace_event_id_t type,
				char *description, size_t size);

#endif
