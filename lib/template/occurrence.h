/* occurrence.h - an event to render, and the result */
#ifndef PXT_TEMPLATE_OCCURRENCE_H
#define PXT_TEMPLATE_OCCURRENCE_H

#include <stdint.h>

#include "template/hook.h"

/* A lookup of names of processes. NULL: none. */
struct pxt_render_names {
	const char *(*get_process)(struct pxt_render_names *names, int64_t pid);
};

/* An event, and its context beside the entry. */
struct pxt_occurrence {
	struct pxt_hook hook;
	uint64_t time; /* in nanoseconds */
	int64_t pid;
	uint64_t tid;
	const char *event;   /* name of the event; NULL: none */
	const char *log;     /* NULL: not from a log */
	uint64_t log_offset; /* offset of its record in the log, in bytes */
	uint64_t log_entry;  /* offset of the entry in the log, had it been
			      * recorded in this form */
};

enum pxt_render_end {
	PXT_RENDER_DONE,
	PXT_RENDER_TRUNCATED, /* data was missing, or the text too long */
	PXT_RENDER_FAILED,    /* see the text: [error: ...] */
	PXT_RENDER_SKIPPED,   /* the event is not shown: no text */
	PXT_RENDER_STOPPED,   /* the event is shown, and is the last one */
};

#endif
