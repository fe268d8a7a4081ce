/* occurrence.h - an event that is rendered, and what becomes of it */
#ifndef PXT_TEMPLATE_OCCURRENCE_H
#define PXT_TEMPLATE_OCCURRENCE_H

#include <stdint.h>

#include "template/hook.h"

/* Who knows what processes are called. NULL: nobody does. */
struct pxt_render_names {
	const char *(*get_process)(struct pxt_render_names *names, int64_t pid);
};

/* An event, and what is known besides its entry. */
struct pxt_occurrence {
	struct pxt_hook hook;
	uint64_t time; /* in nanoseconds */
	int64_t pid;
	uint64_t tid;
	const char *event;   /* its name; NULL: it has none */
	const char *log;     /* NULL: it is in none */
	uint64_t log_offset; /* of its record there, in bytes */
	uint64_t log_entry;  /* where the entry began there, were it in front of
			      * its data as it is here */
};

enum pxt_render_end {
	PXT_RENDER_DONE,
	PXT_RENDER_TRUNCATED, /* something was missing, or too long */
	PXT_RENDER_FAILED,    /* see the text: [error: ...] */
	PXT_RENDER_SKIPPED,   /* nothing of it is shown: no text */
	PXT_RENDER_STOPPED,   /* it is shown, and no other one behind it */
};

#endif
