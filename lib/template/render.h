/*
 * render.h - the text of one event after another
 *
 * An engine that runs templates. What an entry holds is not trusted, nor is
 * the template: an event that takes too long, or prints too much, ends with a
 * word about that. All memory is there from the start.
 */
#ifndef PXT_TEMPLATE_RENDER_H
#define PXT_TEMPLATE_RENDER_H

#include "template/lines.h"
#include "template/occurrence.h"
#include "template/templates.h"

struct pxt_render;

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
