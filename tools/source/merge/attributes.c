/*
 * attributes.c - the description of merged logs as one
 */
#include <errno.h>
#include <string.h>

#include "common/stamp.h"
#include "source/merge/attributes.h"
#include "source/merge/input.h"

/* Logs of one stream are described like the first of them. */
static int describe_stream(struct merge *merge, trace_attr_t *attr,
			   struct posix_trace_log_np *about)
{
	struct merge_input *first = &merge->input[0];
	const bool was_closed = !first->source;
	int err;

	if (merge_input_open(merge, first))
		return EIO;
	err = source_describe(first->source, attr, about);
	if (was_closed) {
		source_close(first->source);
		first->source = NULL;
	}
	return err;
}

int merge_attributes_describe(struct source *source, trace_attr_t *attr,
			      struct posix_trace_log_np *about)
{
	struct merge *merge = merge_of(source);
	int err;

	if (merge->origins.count == 1)
		return describe_stream(merge, attr, about);
	err = posix_trace_attr_init(attr);
	if (err)
		return err;
	memset(about, 0, sizeof(*about));
	err = posix_trace_attr_setmaxdatasize(attr, merge->max_data);
	if (!err && merge->created.tv_sec)
		err = posix_trace_attr_setcreatetime_np(attr, &merge->created);
	if (err)
		posix_trace_attr_destroy(attr);
	return err;
}

static int get_input_status(struct merge_input *input,
			    struct posix_trace_status_info *status)
{
	if (input->source)
		return source_get_status(input->source, status);
	*status = input->status;
	return 0;
}

/* The status combines all logs. */
static void add_status(struct posix_trace_status_info *status,
		       const struct posix_trace_status_info *added)
{
	if (added->posix_stream_overrun_status == POSIX_TRACE_OVERRUN)
		status->posix_stream_overrun_status = POSIX_TRACE_OVERRUN;
	if (added->posix_stream_flush_error)
		status->posix_stream_flush_error =
			added->posix_stream_flush_error;
	if (added->posix_log_overrun_status == POSIX_TRACE_OVERRUN)
		status->posix_log_overrun_status = POSIX_TRACE_OVERRUN;
	if (added->posix_log_full_status == POSIX_TRACE_FULL)
		status->posix_log_full_status = POSIX_TRACE_FULL;
}

int merge_attributes_get_status(struct source *source,
				struct posix_trace_status_info *status)
{
	struct merge *merge = merge_of(source);
	int err;

	err = get_input_status(&merge->input[0], status);
	for (size_t i = 1; !err && i < merge->count; i++) {
		struct posix_trace_status_info added;

		err = get_input_status(&merge->input[i], &added);
		if (!err)
			add_status(status, &added);
	}
	return err;
}

static bool is_earlier(const struct timespec *a, const struct timespec *b)
{
	return !b->tv_sec || stamp_ns(a) < stamp_ns(b);
}

int merge_attributes_meet(struct merge *merge, struct merge_input *input)
{
	struct posix_trace_log_np about;
	struct timespec created = { 0 };
	trace_attr_t attr;
	size_t max_data = 0;
	int err;

	err = source_describe(input->source, &attr, &about);
	if (err)
		return err;
	posix_trace_attr_getmaxdatasize(&attr, &max_data);
	posix_trace_attr_getcreatetime(&attr, &created);
	posix_trace_attr_destroy(&attr);
	if (max_data > merge->max_data)
		merge->max_data = max_data;
	if (created.tv_sec && is_earlier(&created, &merge->created))
		merge->created = created;
	return source_get_status(input->source, &input->status);
}
