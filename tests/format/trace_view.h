/*
 * trace_view.h - what an importer told, as an exporter asks it
 */
#ifndef TESTS_FORMAT_TRACE_VIEW_H
#define TESTS_FORMAT_TRACE_VIEW_H

#include <stdbool.h>

#include "format/export.h"
#include "format/trace.h"

enum { TRACE_VIEW_TYPES = 1 << 12 };

struct trace_view {
	struct pxt_view view;	 /* first */
	struct pxt_trace *trace; /* borrowed */
	struct posix_trace_layout_np *layout[TRACE_VIEW_TYPES];
	unsigned slots; /* of layout[], up to the last that is used */
};

void trace_view_init(struct trace_view *view, struct pxt_trace *trace);
void trace_view_fini(struct trace_view *view);

/* Whether that is a description. */
bool trace_view_can_parse(const char *text);

#endif
