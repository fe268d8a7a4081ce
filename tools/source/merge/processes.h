/*
 * processes.h - processes of all logs
 */
#ifndef SOURCE_MERGE_PROCESSES_H
#define SOURCE_MERGE_PROCESSES_H

#include "source/merge/merge.h"

/* Keeps facts about the target of a log that is closed before it is read. Without
 * memory they are left out. */
void merge_processes_admit(struct merge *merge, struct merge_input *input);

/* Keeps facts about the process of the current item: they must be known when
 * that log is closed. */
void merge_processes_meet(struct merge *merge, struct merge_input *input);

/* A closed log that is opened for questions about a process: the one that told of it
 * last, which knows most of its modules and programs, or else the last log of the
 * origin. there: the origin's number in it. NULL: none. */
const struct merge_input *merge_processes_reopen(struct merge *merge,
						 unsigned origin, pid_t pid,
						 unsigned *there);

int merge_processes_get(struct source *source, unsigned origin, pid_t pid,
			struct posix_trace_process_np *process);
int merge_processes_get_module(struct source *source, unsigned origin,
			       pid_t pid, const void *address,
			       const struct timespec *when,
			       struct posix_trace_module_np *module);
uint64_t merge_processes_get_era(struct source *source, unsigned origin,
				 pid_t pid, const struct timespec *when);
int merge_processes_list_modules(struct source *source, unsigned origin,
				 pid_t pid, source_module *visit,
				 void *argument);

#endif
