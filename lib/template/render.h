/*
 * render.h - rendering events to text
 *
 * The engine trusts neither entries nor templates: an event that takes too
 * long, or prints too much, ends with an error in its text. All memory is
 * allocated at open.
 */
#ifndef PXT_TEMPLATE_RENDER_H
#define PXT_TEMPLATE_RENDER_H

#include "template/lines.h"
#include "template/occurrence.h"
#include "template/templates.h"

struct pxt_render;

/* templates, names: borrowed until close. names may be NULL. ENOMEM. */
int pxt_render_open(struct pxt_render **render,
		    const struct pxt_templates *templates,
		    struct pxt_render_names *names);
void pxt_render_close(struct pxt_render *render);

/* Renders an event by the template of its id. The text is valid until the next
 * call. */
enum pxt_render_end pxt_render(struct pxt_render *render,
			       const struct pxt_occurrence *occurrence,
			       const struct pxt_lines **lines);

#endif
