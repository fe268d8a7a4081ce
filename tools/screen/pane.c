/*
 * pane.c - the events at a time, as lines of `show'
 */
#include "screen/pane.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/monotonic_clock.h"
#include "common/stamp.h"

enum {
	ITEMS = 32,	   /* between two looks at the clock */
	BACK = 1 << 20,	   /* items that are read to find one before */
	BACK_NS = 1 << 10, /* first step back, at least */
	BACK_LINES = 4,	   /* lines that it goes back, if they are alike */
	BACK_FACTOR = 8,
};

static struct pane_line *next_line(struct pane *pane)
{
	return &pane->line[pane->count % PANE_LINES];
}

/* Takes the first line of an item, behind one with the date of a new day. */
static int take(void *arg, const char *data, size_t len)
{
	struct pane *pane = arg;
	char *text = next_line(pane)->text;
	const size_t used = strlen(text);
	const char *end = memchr(data, '\n', len);
	size_t taken;

	if (pane->format.stamp.new_day && end) {
		len -= (size_t)(end + 1 - data);
		data = end + 1;
		end = memchr(data, '\n', len);
	}
	taken = end ? (size_t)(end - data) : len;
	if (taken > PANE_LINE - 1 - used)
		taken = PANE_LINE - 1 - used;
	memcpy(text + used, data, taken);
	text[used + taken] = '\0';
	return 0;
}

int pane_init(struct pane *pane, struct source *source,
	      struct selection *selection, enum stamp_form time, bool ascii)
{
	memset(pane, 0, sizeof(*pane));
	pane->selection = selection;
	pane->time = time;
	pane->symbols = symbols_create(source, ascii);
	out_init_taker(&pane->out, take, pane);
	line_init(&pane->format, source,
		  &(struct line_style){
			  .time = time,
			  .payload.ascii = ascii,
			  .symbols = pane->symbols,
		  });
	pane->line = calloc(PANE_LINES, sizeof(*pane->line));
	return pane->line ? 0 : ENOMEM;
}

void pane_fini(struct pane *pane)
{
	line_fini(&pane->format);
	symbols_close(pane->symbols);
	free(pane->line);
}

/* No line with the date is put before the first. */
static void set_time(struct pane *pane, int64_t ns)
{
	const struct timespec time = stamp_time(ns);

	stamp_init(&pane->format.stamp, pane->time);
	stamp_move(&pane->format.stamp, &time);
}

void pane_seek(struct pane *pane, int64_t from_ns, unsigned skipped,
	       unsigned wanted)
{
	pane->wanted = wanted < PANE_LINES ? wanted : PANE_LINES;
	if (!pane->selection)
		return;
	pane->from_ns = from_ns;
	pane->skipped = skipped;
	pane->is_due = pane->is_reading = pane->is_stale = true;
}

void pane_drop_first(struct pane *pane)
{
	if (!pane->selection || !pane->is_stale || !pane->count)
		return;
	pane->count--;
	memmove(pane->line, pane->line + 1, pane->count * sizeof(*pane->line));
}

void pane_put(struct pane *pane, const struct posix_trace_item_np *item)
{
	struct pane_line *line = next_line(pane);

	if (!pane->count)
		set_time(pane, stamp_ns(&item->info.posix_timestamp));
	line->ns = stamp_ns(&item->info.posix_timestamp);
	*line->text = '\0';
	line_put(&pane->format, &pane->out, item);
	out_flush(&pane->out);
	pane->count++;
}

static void add(struct pane *pane, const struct posix_trace_item_np *item)
{
	if (pane->skipped &&
	    stamp_ns(&item->info.posix_timestamp) <= pane->from_ns)
		pane->skipped--;
	else
		pane_put(pane, item);
}

/* The lines of an earlier time are gone. True: there were some. */
static bool refresh(struct pane *pane)
{
	const bool is_news = pane->is_stale && pane->count;

	if (pane->is_stale)
		pane->count = 0;
	pane->is_stale = false;
	return is_news;
}

static int begin(struct pane *pane)
{
	const struct timespec time = stamp_time(pane->from_ns);
	int err;

	pane->is_due = false;
	set_time(pane, pane->from_ns);
	err = selection_seek(pane->selection, &time);
	pane->is_reading = !err;
	return err;
}

/* Reads until there is a line, for earlier ones not to go before. */
static bool read_lines(struct pane *pane, int64_t budget_ns, int *err)
{
	const int64_t until = now_ns() + budget_ns;
	struct posix_trace_item_np item;
	bool is_selected, is_news = false;
	uint64_t before = pane->count;
	int unavailable;

	for (unsigned i = 0; pane->is_reading; i++) {
		if (!pane->is_stale && pane->count >= pane->wanted)
			pane->is_reading = false;
		if (!pane->is_reading ||
		    (i % ITEMS == ITEMS - 1 && now_ns() >= until))
			break;
		*err = selection_step(pane->selection, &item, &unavailable,
				      &is_selected);
		pane->is_reading = !*err && !unavailable;
		if (!pane->is_reading || !is_selected)
			continue;
		if (refresh(pane)) {
			is_news = true;
			before = 0;
		}
		add(pane, &item);
	}
	is_news |= refresh(pane);
	return is_news || pane->count != before;
}

bool pane_step(struct pane *pane, int64_t budget_ns, int *err)
{
	*err = 0;
	if (!pane->is_reading || !pane->is_due)
		return read_lines(pane, budget_ns, err);
	*err = begin(pane);
	return false;
}

const struct pane_line *pane_line(const struct pane *pane, unsigned place)
{
	const uint64_t most =
		pane->count < pane->wanted ? pane->count : pane->wanted;

	if (place >= most)
		return NULL;
	if (pane->selection)
		return &pane->line[place];
	return &pane->line[(pane->count - most + place) % PANE_LINES];
}

/* Finds the last item between two times. */
static bool find_last(struct pane *pane, int64_t from_ns, int64_t *ns,
		      unsigned *same)
{
	const struct timespec time = stamp_time(from_ns);
	struct posix_trace_item_np item;
	bool is_selected, found = false;
	int unavailable;
	int64_t at;

	if (selection_seek(pane->selection, &time))
		return false;
	for (unsigned i = 0; i < BACK; i++) {
		if (selection_step(pane->selection, &item, &unavailable,
				   &is_selected) ||
		    unavailable)
			break;
		at = stamp_ns(&item.info.posix_timestamp);
		if (at >= pane->from_ns)
			break;
		if (!is_selected)
			continue;
		*same = found && *ns == at ? *same + 1 : 0;
		*ns = at;
		found = true;
	}
	return found;
}

/* Each step back is a seek, which costs more than some lines. */
static int64_t first_step(const struct pane *pane)
{
	int64_t step = 0;

	if (!pane->is_stale && pane->count > 1)
		step = (pane->line[pane->count - 1].ns - pane->line[0].ns) /
		       (int64_t)(pane->count - 1) * BACK_LINES;
	return step > BACK_NS ? step : BACK_NS;
}

bool pane_find_previous(struct pane *pane, int64_t first_ns, int64_t *ns,
			unsigned *skipped)
{
	int64_t back = first_step(pane);

	if (!pane->selection)
		return false;
	for (; pane->from_ns - back > first_ns; back *= BACK_FACTOR)
		if (find_last(pane, pane->from_ns - back, ns, skipped))
			return true;
	return find_last(pane, first_ns, ns, skipped);
}
