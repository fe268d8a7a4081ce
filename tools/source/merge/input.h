/*
 * input.h - one of the logs that are merged
 *
 * It is opened when it is needed, and its times are those it has, or, shifted,
 * those that its items are given with.
 */
#ifndef SOURCE_MERGE_INPUT_H
#define SOURCE_MERGE_INPUT_H

#include "source/merge/merge.h"

/* Open it, if it is closed. Gives the exit status, and has told why not. */
int merge_input_open(const struct merge *merge, struct merge_input *input);
void merge_input_close(struct merge *merge, struct merge_input *input);

/* Tell its damage, once. The merge keeps the worst status. */
void merge_input_tell(struct merge *merge, struct merge_input *input,
		      bool growing);

/* Find out when its items begin and end. No items, no times. */
int merge_input_read_times(struct merge_input *input);

/* When they begin and end, as they are given. */
int64_t merge_input_first(const struct merge_input *input);
int64_t merge_input_last(const struct merge_input *input);

/* A time as its items are given: as the log has it. */
struct timespec merge_input_there(const struct merge_input *input, int64_t ns);

/* A time as the log has it: as its items are given. */
void merge_input_shift(const struct merge_input *input, struct timespec *time);

#endif
