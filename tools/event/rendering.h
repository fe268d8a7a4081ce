/*
 * rendering.h - items of a trace as templates print them
 */
#ifndef RENDERING_H
#define RENDERING_H

#include <stdbool.h>
#include <stdint.h>

#include <trace_np.h>

#include "common/out.h"
#include "source/source.h"
#include "template/render.h"
#include "template/templates.h"

struct rendering;

/* What is borrowed is so until close. NULL: no memory. */
struct rendering *rendering_create(struct source *source,
				   const struct pxt_templates *templates);
void rendering_close(struct rendering *rendering);

/* Whether a template prints events of that type. */
bool rendering_has(struct rendering *rendering, trace_event_id_t type);

/* The text of an event; of one that has no template, what is known of its
 * data. lines: good until the next one. id: of its hook; may be NULL. */
enum pxt_render_end rendering_put(struct rendering *rendering,
				  const struct posix_trace_item_np *item,
				  const struct pxt_lines **lines, uint16_t *id);

/* How many events had a template that failed: their texts say why. */
uint64_t rendering_failures(const struct rendering *rendering);

/* A line of that text, which may have what its template's author wrote: what is
 * not plain becomes a question mark. */
void rendering_put_line(struct out *out, bool ascii, const char *text,
			size_t len);

#endif
