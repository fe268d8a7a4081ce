/*
 * processes.c - processes of all logs
 */
#include <errno.h>

#include "common/stamp.h"
#include "source/merge/input.h"
#include "source/merge/origins.h"
#include "source/merge/processes.h"

static int get_process_of(const struct merge_input *input, unsigned origin,
			  pid_t pid, struct posix_trace_process_np *process)
{
	for (unsigned i = 0; i < input->origin_count; i++)
		if (input->origins[i] == origin)
			return source_get_process(input->source, i, pid,
						  process);
	return ESRCH;
}

/* The log of the current item comes first: the process may have executed
 * another program by the next item. */
int merge_processes_get(struct source *source, unsigned origin, pid_t pid,
			struct posix_trace_process_np *process)
{
	const struct merge *merge = merge_of(source);
	struct merge_look look = { .left = merge->count };
	const struct posix_trace_process_np *known;

	if (merge->current &&
	    !get_process_of(merge->current, origin, pid, process))
		return 0;
	known = processes_find(&merge->processes, origin, pid);
	if (known) {
		*process = *known;
		return 0;
	}
	while (merge_origins_look(merge, origin, &look))
		if (!source_get_process(look.source, look.origin, pid, process))
			return 0;
	return ESRCH;
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

	for (unsigned i = 0; i < input->origin_count; i++)
		if (input->origins[i] == origin)
			return source_get_module(input->source, i, pid, address,
						 time_there(input, when, &room),
						 module);
	return ESRCH;
}

/* Looked up like processes. */
int merge_processes_get_module(struct source *source, unsigned origin,
			       pid_t pid, const void *address,
			       const struct timespec *when,
			       struct posix_trace_module_np *module)
{
	const struct merge *merge = merge_of(source);
	struct merge_look look = { .left = merge->count };
	struct timespec room;

	if (merge->current &&
	    !get_module_of(merge->current, origin, pid, address, when, module))
		return 0;
	while (merge_origins_look(merge, origin, &look))
		if (!source_get_module(look.source, look.origin, pid, address,
				       time_there(look.input, when, &room),
				       module))
			return 0;
	return ESRCH;
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
	const struct merge *merge = merge_of(source);
	struct merge_look look = { .left = merge->count };

	while (merge_origins_look(merge, origin, &look))
		if (!source_list_modules(look.source, look.origin, pid, visit,
					 argument))
			return 0;
	return ESRCH;
}

int merge_processes_get_thread(struct source *source, unsigned origin,
			       pid_t pid, pid_t tid, char *name, size_t size)
{
	const struct merge *merge = merge_of(source);
	struct merge_look look = { .left = merge->count };
	int err = ENODATA;

	while (err == ENODATA && merge_origins_look(merge, origin, &look))
		err = source_get_thread(look.source, look.origin, pid, tid,
					name, size);
	return err;
}

void merge_processes_meet(struct merge *merge, struct merge_input *input)
{
	const struct posix_trace_item_np *item = &input->item;
	const unsigned origin = merge_origins_number(input, item->origin);
	const pid_t pid = item->info.posix_pid;
	const struct posix_trace_process_np *known;
	struct posix_trace_process_np process;

	if (!pid ||
	    (pid == input->process && item->origin == input->process_origin))
		return;
	if (source_get_process(input->source, item->origin, pid, &process))
		return;
	known = processes_find(&merge->processes, origin, pid);
	if ((!known || strcmp(known->name, process.name)) &&
	    processes_add(&merge->processes, origin, &process))
		return;
	input->process = pid;
	input->process_origin = item->origin;
}
