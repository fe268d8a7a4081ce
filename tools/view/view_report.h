/*
 * view_report.h - items of a trace in the columns of AIX's reports
 */
#ifndef VIEW_REPORT_H
#define VIEW_REPORT_H

#include <stdbool.h>

#include <trace_np.h>

#include "common/out.h"
#include "event/rendering.h"
#include "view/report_options.h"

struct report_view;

/* Arguments are borrowed until close. ascii: the terminal shows ASCII only.
 * NULL: no memory. */
struct report_view *report_view_create(const struct report_options *options,
				       struct source *source,
				       struct rendering *rendering,
				       struct out *out, bool ascii);

/* Writes the rest: titles if there was no event, or counts. */
void report_view_close(struct report_view *view);

/* False: a template has ended the report. */
bool report_view_put(struct report_view *view,
		     const struct posix_trace_item_np *item);

#endif
