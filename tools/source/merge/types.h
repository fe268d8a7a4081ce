/*
 * types.h - one number for each type of event, whichever logs have it
 */
#ifndef SOURCE_MERGE_TYPES_H
#define SOURCE_MERGE_TYPES_H

#include "source/merge/merge.h"

/* Number all that have names by now, so that their numbers depend on nothing
 * but the order of the logs. */
void merge_types_meet(struct merge *merge, struct merge_input *input);

/* The number of a type of that log. */
trace_event_id_t merge_types_number(struct merge *merge,
				    struct merge_input *input,
				    trace_event_id_t there);

/* The item at hand may tell of sets of types: give these their numbers. */
void merge_types_number_sets(struct merge *merge, struct merge_input *input);

/* One that had no name may have got one. */
int merge_types_get_name(struct source *source, trace_event_id_t type,
			 char *name);
int merge_types_get_description(struct source *source, trace_event_id_t type,
				char *description, size_t size);

#endif
