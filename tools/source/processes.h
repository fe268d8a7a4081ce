/*
 * processes.h - facts about processes, kept when their log is closed
 */
#ifndef PROCESSES_H
#define PROCESSES_H

#include "source/source.h"

struct processes {
	void *known; /* a tree of tsearch() */
};

void processes_fini(struct processes *processes);

/* Finds a process. Its strings are valid until fini. */
const struct posix_trace_process_np *
processes_find(const struct processes *processes, unsigned origin, pid_t pid);

/* Adds facts about a process, valid from now on. ENOMEM. */
int processes_add(struct processes *processes, unsigned origin,
		  const struct posix_trace_process_np *process);

#endif
