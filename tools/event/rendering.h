/*
 * rendering.h - items rendered by templates
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

/* Arguments are borrowed until close. NULL: no memory. */
struct rendering *rendering_create(struct source *source,
				   const struct pxt_templates *templates);
void rendering_close(struct rendering *rendering);

/* True if a template applies to events of that type. */
bool rendering_has(struct rendering *rendering, trace_event_id_t type);

/* Renders an event; without a template, its data. lines: valid until the next
 * call. id: of its hook; may be NULL. */
enum pxt_render_end rendering_put(struct rendering *rendering,
				  const struct posix_trace_item_np *item,
				  const struct pxt_lines **lines, uint16_t *id);

/* Number of events whose template failed: their texts say why. */
uint64_t rendering_failures(const struct rendering *rendering);

/* Puts a line of that text, which may contain anything: characters that are not
 * plain become question marks. */
void rendering_put_line(struct out *out, bool ascii, const char *text,
			size_t len);

#endif
