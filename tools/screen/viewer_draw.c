/*
 * viewer_draw.c - the picture of a timeline
 */
#include "screen/viewer_draw.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "chart/glyph.h"
#include "common/text.h"
#include "screen/terminal.h"

enum {
	NAMES_LEAST = 6,
	NAMES_MOST = 28,
	LABELS = 18,	   /* columns of labels, on wide screens */
	LABELS_FROM = 70,  /* columns of a wide screen */
	COLUMNS_LEAST = 4, /* columns of cells */
	TEXT = 256,
	STAMP = 32,
};

static unsigned within(unsigned n, unsigned least, unsigned most)
{
	if (n > most)
		n = most;
	return n < least ? least : n;
}

static unsigned labels_of(unsigned columns)
{
	return columns < LABELS_FROM ? 0 : LABELS;
}

int viewer_fit(struct viewer *viewer)
{
	const unsigned columns = within(terminal_columns(), 1, CELLS_COLUMNS);
	const unsigned rows = terminal_rows();
	const unsigned lines = rows > 6 ? (rows - 3) / 3 : 0;
	const unsigned others = 3 + lines; /* head, rule and message */

	viewer->names = within(columns / 4, NAMES_LEAST, NAMES_MOST);
	viewer->rows = rows > others ? rows - others : 0;
	return timeline_fit(
		&viewer->timeline,
		within(columns > viewer->names + 1 + labels_of(columns) ?
			       columns - viewer->names - 1 -
				       labels_of(columns) :
			       0,
		       COLUMNS_LEAST, CELLS_COLUMNS),
		lines);
}

/* The head */

static void print_stamp(const struct timeline *timeline, int64_t ns,
			char text[STAMP])
{
	const struct timespec time = stamp_time(ns);
	struct tm tm = { 0 };
	size_t len;

	if (timeline->plan.utc)
		gmtime_r(&time.tv_sec, &tm);
	else
		localtime_r(&time.tv_sec, &tm);
	len = strftime(text, STAMP, "%H:%M:%S", &tm);
	snprintf(text + len, STAMP - len, ".%09ld", time.tv_nsec);
}

/* Six digits are enough: "+2.5 s", "+1.20001 ms". */
static void print_span(int64_t ns, char text[STAMP])
{
	static const struct {
		double ns;
		const char *unit;
	} units[] = { { 86400e9, "d" }, { 3600e9, "h" }, { 60e9, "min" },
		      { 1e9, "s" },	{ 1e6, "ms" },	 { 1e3, "us" } };

	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++)
		if ((double)ns >= units[i].ns) {
			snprintf(text, STAMP, "%.6g %s",
				 (double)ns / units[i].ns, units[i].unit);
			return;
		}
	snprintf(text, STAMP, "%d ns", (int)ns);
}

/* Puts what fits beside what is there. */
static void put_part(unsigned *at, const char *text, unsigned style)
{
	const unsigned gap = *at ? 2 : 0;

	if (!*text || *at + gap + strlen(text) > terminal_columns())
		return;
	*at += gap;
	*at += terminal_put(0, *at, terminal_columns() - *at, text, style);
}

static void print_counts(const struct timeline *timeline, char events[TEXT],
			 char lost[TEXT])
{
	const struct cells *cells = &timeline->cells;
	char number[TEXT_MAX];

	snprintf(events, TEXT, "%s event%s%s",
		 text_count(number, cells->events), text_plural(cells->events),
		 timeline_is_whole(timeline) ? "" : " so far");
	snprintf(lost, TEXT, "%s lost%s", text_count(number, cells->lost),
		 cells->is_uncounted ? "+" : "");
}

static void draw_head(const struct timeline *timeline)
{
	const struct cells *cells = &timeline->cells;
	const bool has_lost = cells->lost || cells->is_uncounted;
	char zoom[STAMP], span[STAMP], from[STAMP];
	char events[TEXT], lost[TEXT], text[TEXT], gone[RETENTION_TEXT];
	const char *slash = strrchr(timeline->plan.source->name, '/');
	unsigned at = 0;

	print_counts(timeline, events, lost);
	print_stamp(timeline, cells->from_ns, from);
	print_span(cells->width_ns * cells->columns, span);
	print_span(cells->width_ns, zoom);
	put_part(&at, slash ? slash + 1 : timeline->plan.source->name,
		 STYLE_BOLD);
	snprintf(text, sizeof(text), "%s +%s", from, span);
	put_part(&at, text, STYLE_PLAIN);
	put_part(&at, events, STYLE_PLAIN);
	if (has_lost)
		put_part(&at, lost, STYLE_RED | STYLE_BOLD);
	snprintf(text, sizeof(text), "%s/col", zoom);
	put_part(&at, text, STYLE_DIM);
	put_part(&at, retention_text(&timeline->retention, gone), STYLE_DIM);
	put_part(&at,
		 timeline->is_following	     ? "live" :
		 timeline_is_whole(timeline) ? "" :
					       "reading",
		 STYLE_GREEN);
}

/* Strips */

/* Strips that came are put in their places; the selected one remains. */
static void sort(struct timeline *timeline)
{
	const uint32_t selected =
		timeline->ordered ? timeline->order[timeline->selected] : 0;

	if (timeline->ordered == timeline->strips.count)
		return;
	strips_sort(&timeline->strips, timeline->order);
	timeline->ordered = timeline->strips.count;
	for (size_t i = 0; i < timeline->ordered; i++)
		if (timeline->order[i] == selected)
			timeline->selected = i;
}

/* The most events of a cell; 0: the strip is mostly busy where it has any. */
static uint64_t most_events(const struct timeline *timeline, uint32_t strip)
{
	unsigned busy = 0, idle = 0;
	uint64_t most = 0;
	bool ignored;

	for (unsigned i = 0; i < timeline->columns; i++) {
		const struct cell *cell =
			timeline_cell(timeline, strip, i, &ignored);

		if (!cell)
			continue;
		busy += cell->busy_ns > 0;
		idle += cell->events && !cell->busy_ns;
		if (cell->events > most)
			most = cell->events;
	}
	return busy && busy >= idle ? 0 : most;
}

static unsigned colour_of(const struct timeline *timeline, uint32_t strip,
			  const struct cell *cell)
{
	static const unsigned colours[] = { STYLE_CYAN, STYLE_YELLOW,
					    STYLE_GREEN, STYLE_MAGENTA,
					    STYLE_BLUE };

	if (cell->is_lossy)
		return STYLE_RED;
	if (timeline->strips.strip[strip].kind == STRIP_OBJECT)
		return STYLE_MAGENTA;
	return cell->label ? colours[cell->label % 5] : STYLE_PLAIN;
}

static bool is_in_range(const struct timeline *timeline, unsigned column)
{
	const int64_t start = cells_start(&timeline->cells, column);
	const int64_t end = start + timeline->cells.width_ns;
	int64_t from, to;

	if (timeline->marks == 1)
		return timeline->mark_ns[0] >= start &&
		       timeline->mark_ns[0] < end;
	timeline_range(timeline, &from, &to);
	return timeline->marks == 2 && from < end && to >= start;
}

static void draw_cells(const struct viewer *viewer, unsigned row,
		       uint32_t strip)
{
	const struct timeline *timeline = &viewer->timeline;
	const uint64_t most = most_events(timeline, strip);
	static const struct cell none;
	unsigned cursor = CELLS_COLUMNS;

	cells_column(&timeline->cells, timeline->cursor_ns, &cursor);
	for (unsigned i = 0; i < timeline->columns; i++) {
		bool is_guess;
		const struct cell *cell =
			timeline_cell(timeline, strip, i, &is_guess);
		unsigned style;

		cell = cell ? cell : &none;
		style = colour_of(timeline, strip, cell);
		style |= is_guess ? STYLE_DIM : 0;
		style |= (i == cursor) != is_in_range(timeline, i) ?
				 STYLE_REVERSE :
				 0;
		terminal_put(row, viewer->names + 1 + i, 1,
			     glyph_text(glyph_of(cell, timeline->cells.width_ns,
						 most),
					timeline->plan.ascii),
			     style);
	}
}

/* True where the number of a loss before may stand: the loss goes on, or nothing
 * is there. */
static bool has_room(const struct timeline *timeline, uint32_t strip,
		     unsigned column)
{
	bool is_guess;
	const struct cell *cell =
		timeline_cell(timeline, strip, column, &is_guess);

	return !cell || (!cell->lost &&
			 (cell->is_lossy || (!cell->events && !cell->busy_ns)));
}

/* Puts the number of events lost behind the beginning of the hatching, or on it
 * where there is no more room. */
static void draw_lost(const struct viewer *viewer, unsigned row, uint32_t strip,
		      unsigned column, uint64_t lost)
{
	const struct timeline *timeline = &viewer->timeline;
	char number[TEXT_MAX];
	unsigned room = 1, len;

	len = (unsigned)strlen(text_count(number, lost));
	while (column + room < timeline->columns && room <= len &&
	       has_room(timeline, strip, column + room))
		room++;
	if (room >= len)
		terminal_put(row,
			     viewer->names + 1 + column +
				     (unsigned)(room > len),
			     len, number, STYLE_RED | STYLE_BOLD);
}

static void draw_losses(const struct viewer *viewer, unsigned row,
			uint32_t strip)
{
	const struct timeline *timeline = &viewer->timeline;
	bool is_guess;

	for (unsigned i = 0; i < timeline->columns; i++) {
		const struct cell *cell =
			timeline_cell(timeline, strip, i, &is_guess);

		if (cell && cell->lost && !is_guess)
			draw_lost(viewer, row, strip, i, cell->lost);
	}
}

/* The span or holder of the strip at the cursor, or "". */
static const char *label_of(const struct timeline *timeline, uint32_t strip)
{
	const struct cell *cell;
	unsigned column;
	bool ignored;

	if (!cells_column(&timeline->cells, timeline->cursor_ns, &column))
		return "";
	cell = timeline_cell(timeline, strip, column, &ignored);
	return cell && cell->busy_ns ?
		       strips_text(&timeline->strips, cell->label) :
		       "";
}

static void draw_strips(struct viewer *viewer)
{
	struct timeline *timeline = &viewer->timeline;
	const unsigned labels = labels_of(terminal_columns());
	char name[STRIP_NAME];

	if (timeline->selected < timeline->top)
		timeline->top = timeline->selected;
	if (viewer->rows && timeline->selected >= timeline->top + viewer->rows)
		timeline->top = timeline->selected - viewer->rows + 1;
	for (unsigned i = 0;
	     i < viewer->rows && timeline->top + i < timeline->ordered; i++) {
		const size_t place = timeline->top + i;
		const uint32_t strip = timeline->order[place];

		terminal_put(1 + i, 0, viewer->names,
			     strips_name(&timeline->strips, strip, name),
			     place == timeline->selected ?
				     STYLE_BOLD | STYLE_REVERSE :
				     STYLE_CYAN);
		draw_cells(viewer, 1 + i, strip);
		draw_losses(viewer, 1 + i, strip);
		if (labels)
			terminal_put(1 + i,
				     viewer->names + 2 + timeline->columns,
				     labels - 1, label_of(timeline, strip),
				     STYLE_DIM);
	}
}

/* Events */

/* The selected strip at the cursor: "lock 62.5 %, 12 events". */
static void print_cell(struct timeline *timeline, char text[TEXT])
{
	static const struct cell none;
	const struct cell *cell = NULL;
	char number[TEXT_MAX], name[STRIP_NAME];
	bool is_guess = false;
	unsigned column;
	uint32_t strip;
	size_t len;

	*text = '\0';
	if (!timeline->ordered)
		return;
	strip = timeline->order[timeline->selected];
	if (cells_column(&timeline->cells, timeline->cursor_ns, &column))
		cell = timeline_cell(timeline, strip, column, &is_guess);
	cell = cell ? cell : &none;
	strips_name(&timeline->strips, strip, name);
	len = (size_t)snprintf(text, TEXT, " %.60s: %s%s event%s", name,
			       is_guess ? "about " : "",
			       text_count(number, cell->events),
			       text_plural(cell->events));
	if (cell->busy_ns)
		snprintf(text + len, TEXT - len, ", %.1f %% %.60s",
			 100.0 * (double)cell->busy_ns /
				 (double)timeline->cells.width_ns,
			 strips_text(&timeline->strips, cell->label));
	len = strlen(text);
	if (cell->lost)
		snprintf(text + len, TEXT - len, ", %s lost",
			 text_count(number, cell->lost));
	else if (cell->is_lossy)
		snprintf(text + len, TEXT - len, ", in a loss");
	snprintf(text + strlen(text), TEXT - strlen(text), " ");
}

static void draw_rule(struct viewer *viewer, unsigned row)
{
	struct timeline *timeline = &viewer->timeline;
	const bool ascii = timeline->plan.ascii;
	unsigned cursor, at;
	char text[TEXT];

	for (unsigned i = 0; i < terminal_columns(); i++)
		terminal_put(row, i, 1, ascii ? "-" : "─", STYLE_DIM);
	print_cell(timeline, text);
	at = terminal_put(row, 1, terminal_columns() - 1, text, STYLE_PLAIN);
	if (!cells_column(&timeline->cells, timeline->cursor_ns, &cursor))
		return;
	cursor += viewer->names + 1;
	if (cursor > at)
		terminal_put(row, cursor, 1, ascii ? "+" : "┬", STYLE_BOLD);
}

static void draw_events(const struct viewer *viewer, unsigned row)
{
	const struct timeline *timeline = &viewer->timeline;
	const struct pane *pane = timeline_pane(timeline);
	const struct pane_line *line;

	for (unsigned i = 0; i < timeline->lines; i++) {
		line = pane_line(pane, i);
		if (!line)
			break;
		terminal_put(row + i, 0, terminal_columns(), line->text,
			     strchr(line->text, '~') == line->text ? STYLE_RED :
			     i ? STYLE_PLAIN :
				 STYLE_BOLD);
	}
}

/* The last row */

static void draw_message(const struct viewer *viewer, unsigned row)
{
	static const char *const prompts[] = {
		[PROMPT_NONE] = "",
		[PROMPT_SEARCH] = "/",
		[PROMPT_SAVE] = "save as: ",
	};
	const char *prompt = prompts[viewer->prompt.use];
	unsigned at;

	if (viewer->prompt.use == PROMPT_NONE) {
		terminal_put(row, 0, terminal_columns(),
			     *viewer->timeline.message ?
				     viewer->timeline.message :
				     "h help  q quit  +/- zoom  / search  "
				     "Enter range  s save",
			     *viewer->timeline.message ? STYLE_BOLD :
							 STYLE_DIM);
		return;
	}
	at = terminal_put(row, 0, terminal_columns(), prompt, STYLE_BOLD);
	at += terminal_put(row, at, terminal_columns() - at,
			   viewer->prompt.text, STYLE_PLAIN);
	terminal_put(row, at, 1, " ", STYLE_REVERSE);
}

static const char *const help[] = {
	"left right     move the cursor by a column",
	"up down        to the event before, or behind",
	"Home End       to the beginning, or the end",
	"PgUp PgDn      by a screen",
	"+ -            zoom in and out, around the cursor",
	"f              all of the trace",
	"Tab            the next strip; BackTab: the one before",
	"/              search: a name of events, names*, or a",
	"               condition, as price > 100",
	"n              search on",
	"Enter          one end of a range, then the other",
	"z              zoom to the range",
	"Esc            no range, no search, no more saving",
	"s              save the range, or what is in view, as a log",
	"F              follow a trace that grows: the right edge is now",
	"q              quit",
};

static void draw_help(void)
{
	const unsigned rows = terminal_rows();

	terminal_put(0, 0, terminal_columns(), "keys of posixtrace view",
		     STYLE_BOLD);
	for (unsigned i = 0; i < sizeof(help) / sizeof(*help) && i + 3 < rows;
	     i++)
		terminal_put(2 + i, 0, terminal_columns(), help[i],
			     STYLE_PLAIN);
	terminal_put(rows - 1, 0, terminal_columns(),
		     "any key goes back to the timeline", STYLE_DIM);
}

void viewer_draw(struct viewer *viewer)
{
	const unsigned rows = terminal_rows();

	terminal_clear();
	sort(&viewer->timeline);
	if (viewer->helps) {
		draw_help();
	} else {
		draw_head(&viewer->timeline);
		draw_strips(viewer);
		if (rows > viewer->rows + 2) {
			draw_rule(viewer, 1 + viewer->rows);
			draw_events(viewer, 2 + viewer->rows);
		}
		draw_message(viewer, rows - 1);
	}
	terminal_show();
	viewer->timeline.is_dirty = false;
}
