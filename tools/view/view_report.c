/* view_report.c - items of a trace in the columns of AIX's reports */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "event/comm.h"
#include "view/reason.h"
#include "view/view_report.h"

enum {
	NS_PER_S = 1000000000,
	HOOK_LOST = 0x0060,
	IDS = 65536,
};

struct report_view {
	struct pxt_report_output output;
	const struct report_options *options;
	struct rendering *rendering;
	struct out *out;
	bool ascii;
	struct comm comm;
	struct pxt_report report;
	struct pxt_lines lines; /* lines of a loss */
	uint64_t count[IDS];	/* counts of the histogram */
	char process[LABELS_PROCESS + 1];
};

static void write_line(struct pxt_report_output *output, const char *text,
		       size_t len)
{
	const struct report_view *view = (const struct report_view *)output;

	/* The last byte is the newline. */
	rendering_put_line(view->out, view->ascii, text, len - 1);
	out_text(view->out, "\n");
}

struct report_view *report_view_create(const struct report_options *options,
				       struct source *source,
				       struct rendering *rendering,
				       struct out *out, bool ascii)
{
	struct report_view *view = calloc(1, sizeof(*view));

	if (!view)
		return NULL;
	view->output.write = write_line;
	view->options = options;
	view->rendering = rendering;
	view->out = out;
	view->ascii = ascii;
	comm_init(&view->comm, source);
	pxt_report_init(&view->report, &options->report, !options->no_titles,
			&view->output);
	return view;
}

static void put_counts(struct report_view *view)
{
	char id[PXT_HOOK_ID_SIZE], line[64];

	if (!view->options->no_titles)
		out_text(view->out, "ID         COUNT\n");
	for (unsigned i = 0; i < IDS; i++) {
		if (!view->count[i])
			continue;
		snprintf(line, sizeof(line), "%-4s%12llu\n",
			 pxt_hook_id_text((uint16_t)i, id),
			 (unsigned long long)view->count[i]);
		out_text(view->out, line);
	}
}

void report_view_close(struct report_view *view)
{
	if (!view)
		return;
	if (view->options->report.histogram)
		put_counts(view);
	else
		pxt_report_end(&view->report);
	free(view);
}

static uint64_t ns(const struct timespec *time)
{
	return (uint64_t)time->tv_sec * NS_PER_S + (uint64_t)time->tv_nsec;
}

static bool wants(const struct report_view *view, uint16_t id)
{
	return !pxt_hook_ids_has(&view->options->refused, id) &&
	       (!view->options->chooses ||
		pxt_hook_ids_has(&view->options->chosen, id));
}

/* AIX's remark on a full buffer. */
static void put_loss(struct report_view *view,
		     const struct posix_trace_item_np *item)
{
	char text[64 + REASON_SIZE], told[REASON_SIZE];
	const char *why = reason_of(item, told);
	int len = item->lost ?
			  snprintf(text, sizeof(text), "%llu event%s lost",
				   item->lost, item->lost == 1 ? "" : "s") :
			  snprintf(text, sizeof(text), "events lost");

	if (*why)
		len += snprintf(text + len, sizeof(text) - (size_t)len, " (%s)",
				why);
	pxt_lines_begin(&view->lines, 0);
	pxt_lines_put(&view->lines, text, (size_t)len);
	pxt_lines_end(&view->lines);
}

static const char *process(struct report_view *view,
			   const struct posix_trace_item_np *item)
{
	const struct label label =
		comm_of(&view->comm, item->origin, item->info.posix_pid,
			&item->info.posix_timestamp);

	if (!label.len || label.len >= sizeof(view->process))
		return NULL;
	memcpy(view->process, label.text, label.len);
	view->process[label.len] = '\0';
	return view->process;
}

bool report_view_put(struct report_view *view,
		     const struct posix_trace_item_np *item)
{
	struct pxt_report_event event = {
		.id = HOOK_LOST,
		.time = ns(&item->info.posix_timestamp),
		.pid = item->info.posix_pid,
		.tid = item->tid ? item->tid : item->info.posix_pid,
	};
	const struct pxt_lines *lines = &view->lines;
	enum pxt_render_end end = PXT_RENDER_DONE;

	if (item->kind == POSIX_TRACE_ITEM_LOSS_NP)
		put_loss(view, item);
	else
		end = rendering_put(view->rendering, item, &lines, &event.id);
	pxt_report_meet(&view->report, event.time);
	if (end == PXT_RENDER_SKIPPED || !wants(view, event.id) ||
	    !pxt_report_wants(&view->report, event.time))
		return true;
	view->count[event.id]++;
	if (view->options->report.histogram)
		return true;
	if (view->options->report.exec)
		event.exec = process(view, item);
	pxt_report_put(&view->report, &event, lines);
	return end != PXT_RENDER_STOPPED;
}
