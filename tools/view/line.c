/*
 * line.c - items of a trace as lines
 */
#include <stdio.h>
#include <string.h>

#include "event/data.h"
#include "view/line.h"
#include "view/reason.h"

enum {
	COLUMN_MAX = 40, /* a longer name moves only its own line */
};

#define COLOUR_OFF "\033[0m"
#define COLOUR_DATE "\033[2m"
#define COLOUR_THREAD "\033[36m"
#define COLOUR_EVENT "\033[1m"
#define COLOUR_SOURCE "\033[2m"
#define COLOUR_LOSS "\033[1;31m"

void line_init(struct line *line, struct source *source,
	       const struct line_style *style)
{
	line->style = *style;
	line->thread_width = 0;
	line->event_width = 0;
	line->is_over = false;
	memset(line->margins, 0, sizeof(line->margins));
	stamp_init(&line->stamp, style->time);
	labels_init(&line->labels, source, style->payload.ascii);
	fields_init(&line->fields, source);
	line->fields.no_symbols = !style->symbols;
}

void line_fini(struct line *line)
{
	labels_fini(&line->labels);
	fields_fini(&line->fields);
}

static void colour(const struct line *line, struct out *out, const char *code)
{
	if (line->style.colour)
		out_text(out, code);
}

static void put_date(const struct line *line, struct out *out)
{
	colour(line, out, COLOUR_DATE);
	out_text(out, "-- ");
	stamp_put_date(&line->stamp, out);
	out_text(out, " --");
	colour(line, out, COLOUR_OFF);
	out_text(out, "\n");
}

static size_t widen(size_t *width, size_t len)
{
	if (*width < len && len <= COLUMN_MAX)
		*width = len;
	return *width > len ? *width - len : 0;
}

/* Puts a name and blanks behind it. */
static void put_column(struct out *out, struct label label, size_t blanks)
{
	enum { FEW = 16 }; /* a constant length takes no call */
	char *at = out_room(out, label.len + blanks + FEW);

	memcpy(at, label.text, label.len);
	memset(at + label.len, ' ', FEW);
	if (blanks > FEW)
		memset(at + label.len, ' ', blanks);
	out_used(out, label.len + blanks);
}

/* Returns its width. */
static size_t put_thread(struct line *line, struct out *out,
			 const struct posix_trace_item_np *item, pid_t tid)
{
	struct label label =
		labels_thread(&line->labels, item->origin, item->info.posix_pid,
			      tid, &item->info.posix_timestamp);
	const size_t pad = widen(&line->thread_width, label.len);

	put_column(out, label, pad + 2);
	return label.len + pad;
}

/* The column of the data, for items without data. */
static void put_place(struct line *line, struct out *out,
		      const struct posix_trace_item_np *item, size_t pad)
{
	const struct label place =
		symbols_of(line->style.symbols, item)->nearest;

	if (!place.len)
		return;
	out_repeat(out, ' ', pad + 2);
	colour(line, out, COLOUR_SOURCE);
	put_column(out, place, 0);
	colour(line, out, COLOUR_OFF);
}

/* The column where data begins. */
static size_t data_column(const struct line *line, size_t thread, size_t event)
{
	const size_t time = stamp_width(&line->stamp);

	return (time ? time + 2 : 0) + STAMP_DELTA_WIDTH + 2 + thread + 2 +
	       event + 2;
}

/* Puts the lines of a template, below each other. */
static void put_lines(struct line *line, struct out *out,
		      const struct posix_trace_item_np *item,
		      const struct pxt_lines *lines, size_t column, size_t pad)
{
	size_t at = 0, len;
	unsigned number = 0;
	const char *text;
	uint8_t level;

	while ((text = pxt_lines_next(lines, &at, &number, &len, &level))) {
		if (len) {
			out_repeat(out, ' ', number > 1 ? column : pad + 2);
			rendering_put_line(out, line->style.payload.ascii, text,
					   len);
		}
		if (number == 1)
			put_place(line, out, item, len ? 0 : pad);
		out_text(out, "\n");
	}
}

/* NULL: too long, or of a system where threads are renamed. */
static const struct margin *make_margin(struct line *line,
					struct margin *margin,
					const struct posix_trace_item_np *item,
					pid_t tid)
{
	struct margin_names names;

	if (other_system_is(&line->labels.other, line->labels.source,
			    item->origin))
		return NULL;
	names.thread =
		labels_thread(&line->labels, item->origin, item->info.posix_pid,
			      tid, &item->info.posix_timestamp);
	names.thread_blanks = widen(&line->thread_width, names.thread.len) + 2;
	names.event = labels_event(&line->labels, item->info.posix_event_id);
	names.event_blanks = widen(&line->event_width, names.event.len) + 2;
	names.place = symbols_of(line->style.symbols, item)->nearest;
	margin->thread_width = line->thread_width;
	margin->event_width = line->event_width;
	return margin_fill(margin, item, tid, &names) ? margin : NULL;
}

static bool is_constant(const struct source *source)
{
	return source->is_settled && source->has_no_programs &&
	       !source->has_late_names && !source->has_eras;
}

static const struct margin *
margin_of(struct line *line, const struct posix_trace_item_np *item, pid_t tid)
{
	struct margin *margin;

	if (line->style.colour || !is_constant(line->labels.source))
		return NULL;
	margin = margins_slot(line->margins, item, tid);
	if (margin_is_of(margin, item, tid) &&
	    margin->thread_width == line->thread_width &&
	    margin->event_width == line->event_width)
		return margin;
	return make_margin(line, margin, item, tid);
}

/* Puts an event with data, if its margins are known. */
static bool put_in_margins(struct line *line, struct out *out,
			   const struct posix_trace_item_np *item, pid_t tid)
{
	const struct margin *margin = margin_of(line, item, tid);

	if (!margin)
		return false;
	fields_decode(&line->fields, item);
	if (!data_shows(&line->style.payload, &line->fields, item))
		return false;
	stamp_put_columns(&line->stamp, out);
	margin_put_begin(margin, out);
	data_put(out, &line->style.payload, &line->labels, &line->fields, item);
	margin_put_end(margin, out);
	return true;
}

/* lines: rendered by a template, or NULL. */
static void put_event(struct line *line, struct out *out,
		      const struct posix_trace_item_np *item,
		      const struct pxt_lines *lines)
{
	/* Events without a thread belong to their process. */
	const pid_t tid = item->tid ? item->tid : item->info.posix_pid;
	struct label label;
	size_t pad, thread;

	if (!lines && put_in_margins(line, out, item, tid))
		return;
	stamp_put_columns(&line->stamp, out);
	colour(line, out, COLOUR_THREAD);
	thread = put_thread(line, out, item, tid);
	colour(line, out, COLOUR_EVENT);
	label = labels_event(&line->labels, item->info.posix_event_id);
	out_bytes(out, label.text, label.len);
	colour(line, out, COLOUR_OFF);

	pad = widen(&line->event_width, label.len);
	if (lines) {
		put_lines(line, out, item, lines,
			  data_column(line, thread, label.len + pad), pad);
		return;
	}
	fields_decode(&line->fields, item);
	if (data_shows(&line->style.payload, &line->fields, item)) {
		out_repeat(out, ' ', pad + 2);
		data_put(out, &line->style.payload, &line->labels,
			 &line->fields, item);
		pad = 0;
	}
	put_place(line, out, item, pad);
	out_text(out, "\n");
}

static int64_t loss_duration(const struct posix_trace_item_np *item)
{
	return stamp_ns(&item->lost_end) -
	       stamp_ns(&item->info.posix_timestamp);
}

/* A loss that began before the previous line is shown at its end. */
static const struct timespec *loss_time(const struct line *line,
					const struct posix_trace_item_np *item)
{
	if (stamp_ns(&item->info.posix_timestamp) >= line->stamp.now)
		return &item->info.posix_timestamp;
	return &item->lost_end;
}

/* Losses of other systems have reasons; this library's have a constant one. */
static void put_reason(struct out *out, const struct posix_trace_item_np *item)
{
	char text[REASON_SIZE];
	const char *why = reason_of(item, text);

	out_text(out, " (");
	out_text(out, *why ? why : "stream full");
	out_text(out, ")");
}

static void put_loss(struct line *line, struct out *out,
		     const struct posix_trace_item_np *item)
{
	size_t tildes = stamp_width(&line->stamp);
	int64_t ns = loss_duration(item);

	colour(line, out, COLOUR_LOSS);
	if (tildes) {
		out_repeat(out, '~', tildes);
		out_text(out, "  ");
	}
	stamp_put_delta(&line->stamp, out);
	out_text(out, "  ");
	put_thread(line, out, item, item->tid);
	if (item->lost) {
		out_number(out, item->lost);
		out_text(out, item->lost == 1 ? " event" : " events");
	} else {
		out_text(out, "events");
	}
	out_text(out, " lost");
	put_reason(out, item);
	if (ns > 0) {
		out_text(out, ", over ");
		stamp_put_duration(out, (uint64_t)ns);
	}
	colour(line, out, COLOUR_OFF);
	out_text(out, "\n");
}

void line_put(struct line *line, struct out *out,
	      const struct posix_trace_item_np *item)
{
	bool is_loss = item->kind == POSIX_TRACE_ITEM_LOSS_NP;
	const struct pxt_lines *lines = NULL;

	if (!is_loss && line->style.rendering &&
	    rendering_has(line->style.rendering, item->info.posix_event_id)) {
		const enum pxt_render_end end = rendering_put(
			line->style.rendering, item, &lines, NULL);

		if (end == PXT_RENDER_SKIPPED)
			return;
		line->is_over = end == PXT_RENDER_STOPPED;
	}
	stamp_move(&line->stamp, is_loss ? loss_time(line, item) :
					   &item->info.posix_timestamp);
	if (line->stamp.new_day)
		put_date(line, out);

	if (is_loss)
		put_loss(line, out, item);
	else
		put_event(line, out, item, lines);
}
