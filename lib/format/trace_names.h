/*
 * trace_names.h - names of a trace's processes and threads
 */
#ifndef PXT_FORMAT_TRACE_NAMES_H
#define PXT_FORMAT_TRACE_NAMES_H

#include <sys/types.h>

/* Zero at first. */
struct pxt_trace_names {
	void *tree;
};

void pxt_trace_names_fini(struct pxt_trace_names *names);

/* tid 0: the process. ENOMEM. */
int pxt_trace_names_set(struct pxt_trace_names *names, pid_t pid, pid_t tid,
			const char *called);

/* NULL: unknown. */
const char *pxt_trace_names_get(const struct pxt_trace_names *names, pid_t pid,
				pid_t tid);

#endif
