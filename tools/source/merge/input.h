/*
 * input.h - one of the merged logs
 *
 * A log is opened when needed. Its times are its own, or shifted, in delivered
 * items.
 */
#ifndef SOURCE_MERGE_INPUT_H
#define SOURCE_MERGE_INPUT_H

#include "source/merge/merge.h"

/* Opens it, if it is closed. Returns the exit status, after reporting
 * errors. */
int merge_input_open(const struct merge *merge, struct merge_input *input);
void merge_input_close(struct merge *merge, struct merge_input *input);

/* Closes it for good. */
void merge_input_fini(struct merge_input *input);

/* Reports its damage, once. The merge keeps the worst status. */
void merge_input_tell(struct merge *merge, struct merge_input *input,
		      bool growing);

/* Reads the range of its times. Without items there is none. */
int merge_input_read_times(struct merge_input *input);

/* The shifted range. */
int64_t merge_input_first(const struct merge_input *input);
int64_t merge_input_last(const struct merge_input *input);

/* Converts a shifted time to the log's. */
struct timespec merge_input_there(const struct merge_input *input, int64_t ns);

/* Converts the log's time to a shifted one. */
void merge_input_shift(const struct merge_input *input, struct timespec *time);

#endif
