/*
 * processes.c - processes of all logs
 */
#include <errno.h>

#include "common/stamp.h"
#include "source/merge/input.h"
#include "source/merge/origins.h"
#include "source/merge/processes.h"
#include "source/merge/reopened.h"

static int get_process_of(const struct merge_input *input, unsigned origin,
			  pid_t pid, struct posix_trace_process_np *process)
{
	unsigned there;

	return merge_origins_there(input, origin, &there) ?
		       source_get_process(input->source, there, pid, process) :
		       ESRCH;
}

/* The log of the current item comes first: the process may have executed
 * another program by the next item. */
int merge_processes_get(struct source *source, unsigned origin, pid_t pid,
			struct posix_trace_process_np *process)
{
	struct merge *merge = merge_of(source);
	struct merge_look look = { .left = merge->count };
	const struct posix_trace_process_np *known;
	const struct merge_input *newest;
	unsigned there;
	size_t log;

	if (merge->current &&
	    !get_process_of(merge->current, origin, pid, process))
		return 0;
	known = processes_find(&merge->processes, origin, pid, &log);
	if (known) {
		*process = *known;
		return 0;
	}
	while (merge_origins_look(merge, origin, &look))
		if (!source_get_process(look.source, look.origin, pid, process))
			return 0;
	newest = merge_reopened_newest(merge, origin, &there);
	return newest ?
		       source_get_process(newest->source, there, pid, process) :
		       ESRCH;
}

/* The time in the input, unless it never comes. */
static const struct timespec *time_there(const struct merge_input *input,
					 const struct timespec *when,
					 struct timespec *room)
{
	if (stamp_ns(when) == INT64_MAX)
		return when;
	*room = merge_input_there(input, stamp_ns(when));
	return room;
}

static int get_module_of(const struct merge_input *input, unsigned origin,
			 pid_t pid, const void *address,
			 const struct timespec *when,
			 struct posix_trace_module_np *module)
{
	struct timespec room;
	unsigned there;

	return merge_origins_there(input, origin, &there) ?
		       source_get_module(input->source, there, pid, address,
					 time_there(input, when, &room),
					 module) :
		       ESRCH;
}

const struct merge_input *merge_processes_reopen(struct merge *merge,
						 unsigned origin, pid_t pid,
						 unsigned *there)
{
	size_t log;

	if (!merge_is_crowded(merge) ||
	    !processes_find(&merge->processes, origin, pid, &log))
		return merge_reopened_newest(merge, origin, there);
	return merge_origins_there(&merge->input[log], origin, there) ?
		       merge_reopened_get(merge, log) :
		       NULL;
}

/* Looked up like processes. */
int merge_processes_get_module(struct source *source, unsigned origin,
			       pid_t pid, const void *address,
			       const struct timespec *when,
			       struct posix_trace_module_np *module)
{
	struct merge *merge = merge_of(source);
	struct merge_look look = { .left = merge->count };
	const struct merge_input *closed;
	struct timespec room;
	unsigned there;

	if (merge->current &&
	    !get_module_of(merge->current, origin, pid, address, when, module))
		return 0;
	while (merge_origins_look(merge, origin, &look))
		if (!source_get_module(look.source, look.origin, pid, address,
				       time_there(look.input, when, &room),
				       module))
			return 0;
	closed = merge_processes_reopen(merge, origin, pid, &there);
	return closed ? source_get_module(closed->source, there, pid, address,
					  time_there(closed, when, &room),
					  module) :
			ESRCH;
}

/* Each input's number grows with time, and so does the sum. */
uint64_t merge_processes_get_era(struct source *source, unsigned origin,
				 pid_t pid, const struct timespec *when)
{
	const struct merge *merge = merge_of(source);
	struct merge_look look = { .left = merge->count };
	struct timespec room;
	uint64_t era = 0;

	while (merge_origins_look(merge, origin, &look))
		era += source_get_era(look.source, look.origin, pid,
				      time_there(look.input, when, &room));
	return era;
}

int merge_processes_list_modules(struct source *source, unsigned origin,
				 pid_t pid, source_module *visit,
				 void *argument)
{
	struct merge *merge = merge_of(source);
	struct merge_look look = { .left = merge->count };
	const struct merge_input *closed;
	unsigned there;

	while (merge_origins_look(merge, origin, &look))
		if (!source_list_modules(look.source, look.origin, pid, visit,
					 argument))
			return 0;
	closed = merge_processes_reopen(merge, origin, pid, &there);
	return closed ? source_list_modules(closed->source, there, pid, visit,
					    argument) :
			ESRCH;
}

void merge_processes_meet(struct merge *merge, struct merge_input *input)
{
	const struct posix_trace_item_np *item = &input->item;
	const unsigned origin = merge_origins_number(input, item->origin);
	const pid_t pid = item->info.posix_pid;
	struct posix_trace_process_np process;

	if (!pid ||
	    (pid == input->process && item->origin == input->process_origin))
		return;
	if (source_get_process(input->source, item->origin, pid, &process))
		return;
	if (processes_keep(&merge->processes, origin, &process,
			   (size_t)(input - merge->input)))
		return;
	input->process = pid;
	input->process_origin = item->origin;
}

void merge_processes_admit(struct merge *merge, struct merge_input *input)
{
	struct posix_trace_process_np process;
	struct source_origin origin;

	if (source_get_origin(input->source, 0, &origin) || !origin.target ||
	    !input->origin_count || input->origins[0] == MERGE_NOBODY ||
	    source_get_process(input->source, 0, origin.target, &process))
		return;
	processes_keep(&merge->processes, input->origins[0], &process,
		       (size_t)(input - merge->input));
}
