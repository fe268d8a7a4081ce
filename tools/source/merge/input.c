/*
 * input.c - one of the merged logs
 */
#include <stdlib.h>

#include "common/command.h"
#include "common/stamp.h"
#include "source/merge/input.h"
#include "source/merge/notes.h"
#include "source/source_open.h"

int merge_input_open(const struct merge *merge, struct merge_input *input)
{
	return input->source ?
		       EXIT_SUCCESS :
		       source_open(&input->source, input->name, &merge->as);
}

void merge_input_tell(struct merge *merge, struct merge_input *input,
		      bool growing)
{
	int status;

	if (!input->source || input->is_told)
		return;
	status = source_tell_damage(input->source, growing);
	if (status > merge->status)
		merge->status = status;
	input->is_told = status;
}

void merge_input_close(struct merge *merge, struct merge_input *input)
{
	merge_input_tell(merge, input, false);
	merge_notes_meet(merge, input);
	source_close(input->source);
	input->source = NULL;
	/* Now the log may be asked what others did not know. */
	pxt_map_clear(&merge->unknown);
}

void merge_input_fini(struct merge_input *input)
{
	source_close(input->source);
	free(input->name);
	free(input->origins);
	free(input->types);
	*input = (struct merge_input){ 0 };
}

int64_t merge_input_first(const struct merge_input *input)
{
	return clock_shift_add(&input->shift, stamp_ns(&input->first));
}

int64_t merge_input_last(const struct merge_input *input)
{
	return clock_shift_add(&input->shift, stamp_ns(&input->last));
}

struct timespec merge_input_there(const struct merge_input *input, int64_t ns)
{
	return stamp_time(clock_shift_remove(&input->shift, ns));
}

void merge_input_shift(const struct merge_input *input, struct timespec *time)
{
	if (input->shift.ns || input->shift.rate)
		*time = stamp_time(
			clock_shift_add(&input->shift, stamp_ns(time)));
}

int merge_input_read_times(struct merge_input *input)
{
	int err;

	if (!input->source)
		return 0;
	err = source_get_times(input->source, &input->first, &input->last);
	input->has_times = !err;
	return err == ENODATA ? 0 : err;
}
