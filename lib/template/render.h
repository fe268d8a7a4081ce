/*
 * render.h - the text of one event after another
 *
 * An engine that runs templates. What an entry holds is not trusted, nor is
 * the template: an event that takes too long, or prints too much, ends with a
 * word about that. All memory is there from the start.
 */
#ifndef PXT_TEMPLATE_RENDER_H
#define PXT_TEMPLATE_RENDER_H

#include <stdint.h>

#include "template/hook.h"
#include "template/lines.h"
#include "template/templates.h"

struct pxt_render;

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

/* templates, names: borrowed until close. names: NULL, nobody knows any.
 * ENOMEM. */
int pxt_render_open(struct pxt_render **render,
		    const struct pxt_templates *templates,
		    struct pxt_render_names *names);
void pxt_render_close(struct pxt_render *render);

/* The text of an event, by the template of its id. Good until the next one. */
enum pxt_render_end pxt_render(struct pxt_render *render,
			       const struct pxt_occurrence *occurrence,
			       const struct pxt_lines **lines);

#endif
