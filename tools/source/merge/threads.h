/*
 * threads.h - threads of all logs
 */
#ifndef SOURCE_MERGE_THREADS_H
#define SOURCE_MERGE_THREADS_H

#include "source/merge/merge.h"

/* Keeps the name of the thread of the current item: it must be known when that
 * log is closed. Without memory it is left out. */
void merge_threads_meet(struct merge *merge, struct merge_input *input);

int merge_threads_get(struct source *source, unsigned origin, pid_t pid,
		      pid_t tid, char *name, size_t size);

void merge_threads_fini(struct merge_threads *threads);

#endif
