/*
 * line.h - items of a trace as lines
 *
 *	14:03:07.118204311            matcher/4243  received  id=81  in.c:17
 *	14:03:07.118206040  +1.729us  matcher/4244  matched   id=81  match.c:118
 *	~~~~~~~~~~~~~~~~~~  +0.500us  matcher/4244  7 events lost (stream full)
 *
 * Columns of names begin narrow and widen as needed.
 */
#ifndef LINE_H
#define LINE_H

#include <stdbool.h>

#include <trace_np.h>

#include "common/out.h"
#include "common/stamp.h"
#include "event/fields.h"
#include "event/labels.h"
#include "event/payload.h"
#include "event/rendering.h"
#include "event/symbols.h"
#include "view/margins.h"

struct line_style {
	enum stamp_form time;
	bool colour;
	struct payload_style payload;
	struct symbols *symbols;     /* borrowed, or NULL */
	struct rendering *rendering; /* renders templates; borrowed, or NULL */
};

struct line {
	struct line_style style;
	struct stamp stamp;
	struct labels labels;
	struct fields fields;
	size_t thread_width;
	size_t event_width;
	struct margin margins[MARGINS];
	bool is_over; /* ended by a template */
};

/* source: borrowed until fini. */
void line_init(struct line *line, struct source *source,
	       const struct line_style *style);
void line_fini(struct line *line);

/* Puts the next item, after a line with the date where a day begins. */
void line_put(struct line *line, struct out *out,
	      const struct posix_trace_item_np *item);

#endif
