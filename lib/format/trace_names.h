/*
 * trace_names.h - what the processes and threads of a trace are called
 */
#ifndef PXT_FORMAT_TRACE_NAMES_H
#define PXT_FORMAT_TRACE_NAMES_H

#include <sys/types.h>

/* Zeroes at first. */
struct pxt_trace_names {
	void *tree;
};

void pxt_trace_names_fini(struct pxt_trace_names *names);

/* tid 0: the process. ENOMEM. */
int pxt_trace_names_set(struct pxt_trace_names *names, pid_t pid, pid_t tid,
			const char *called);

/* NULL: nobody knows. */
const char *pxt_trace_names_get(const struct pxt_trace_names *names, pid_t pid,
				pid_t tid);

#endif
