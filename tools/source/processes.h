/*
 * processes.h - facts about processes, kept when their log is closed
 */
#ifndef PROCESSES_H
#define PROCESSES_H

#include <stddef.h>

#include "source/source.h"

struct processes {
	void *known; /* a tree of tsearch() */
};

void processes_fini(struct processes *processes);

/* Finds a process, and the number of the log that told of it. The strings are
 * valid until fini. */
const struct posix_trace_process_np *
processes_find(const struct processes *processes, unsigned origin, pid_t pid,
	       size_t *log);

/* Keeps what a log tells of a process, valid from now on. ENOMEM. */
int processes_keep(struct processes *processes, unsigned origin,
		   const struct posix_trace_process_np *process, size_t log);

#endif
