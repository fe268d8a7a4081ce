/*
 * cells.c - cells: what each strip has in each column of time
 */
#include "chart/cells.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/sum.h"

void cells_fini(struct cells *cells)
{
	for (size_t i = 0; i < cells->rows; i++)
		free(cells->row[i]);
	free(cells->row);
	*cells = (struct cells){ 0 };
}

void cells_begin(struct cells *cells, int64_t from_ns, int64_t width_ns,
		 unsigned columns)
{
	cells_fini(cells);
	cells->from_ns = from_ns;
	cells->width_ns = width_ns;
	cells->columns = columns;
	cells->reached_ns = from_ns;
}

bool cells_column(const struct cells *cells, int64_t ns, unsigned *column)
{
	if (ns < cells->from_ns || ns >= cells_end(cells))
		return false;
	*column = (unsigned)((ns - cells->from_ns) / cells->width_ns);
	return true;
}

struct cell *cells_make_row(struct cells *cells, size_t strip)
{
	if (pxt_array_reserve_zeroed(&cells->row, &cells->rows, strip + 1,
				     sizeof(*cells->row)))
		return NULL;
	if (!cells->row[strip])
		cells->row[strip] =
			calloc(cells->columns, sizeof(*cells->row[strip]));
	return cells->row[strip];
}

static int64_t least(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static int64_t most(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* The part of a time that is within a column. */
static uint64_t common_ns(const struct cells *cells, unsigned column,
			  int64_t from_ns, int64_t to_ns)
{
	const int64_t start = cells_start(cells, column);
	const int64_t from = most(from_ns, start);
	const int64_t to = least(to_ns, start + cells->width_ns);

	return to > from ? (uint64_t)(to - from) : 0;
}

/* Finds the columns that a time touches. False: none. */
static bool find_columns(const struct cells *cells, int64_t from_ns,
			 int64_t to_ns, unsigned *first, unsigned *last)
{
	return to_ns >= cells->from_ns && from_ns < cells_end(cells) &&
	       cells_column(cells, most(from_ns, cells->from_ns), first) &&
	       cells_column(cells, least(to_ns, cells_end(cells) - 1), last);
}

int cells_add_stretch(struct cells *cells, size_t strip,
		      const struct cells_stretch *stretch)
{
	unsigned first, last;
	struct cell *row;
	uint64_t part;

	if (!stretch->depth || !find_columns(cells, stretch->from_ns,
					     stretch->to_ns, &first, &last))
		return 0;
	row = cells_make_row(cells, strip);
	if (!row)
		return ENOMEM;
	for (unsigned i = first; i <= last; i++) {
		part = common_ns(cells, i, stretch->from_ns, stretch->to_ns);
		row[i].busy_ns += part;
		if (2 * part >= row[i].busy_ns)
			row[i].label = stretch->label;
		if (stretch->from_ns < cells_start(cells, i))
			row[i].depth = stretch->depth;
	}
	return 0;
}

int cells_add_loss(struct cells *cells, size_t strip, int64_t from_ns,
		   int64_t to_ns, uint64_t lost)
{
	unsigned first, last;
	struct cell *row;

	if (!find_columns(cells, from_ns, most(from_ns, to_ns), &first, &last))
		return 0;
	row = cells_make_row(cells, strip);
	if (!row)
		return ENOMEM;
	for (unsigned i = first; i <= last; i++)
		row[i].is_lossy = 1;
	row[first].lost = pxt_sum(row[first].lost, lost);
	return 0;
}

void cells_scroll(struct cells *cells, int64_t columns)
{
	const unsigned gone =
		columns < cells->columns ? (unsigned)columns : cells->columns;
	const unsigned kept = cells->columns - gone;

	for (size_t i = 0; i < cells->rows; i++) {
		if (!cells->row[i])
			continue;
		memmove(cells->row[i], cells->row[i] + gone,
			kept * sizeof(*cells->row[i]));
		memset(cells->row[i] + kept, 0, gone * sizeof(*cells->row[i]));
	}
	cells->from_ns += columns * cells->width_ns;
}

static void add_part(struct cell *to, const struct cell *from, double share)
{
	to->events += (uint64_t)((double)from->events * share + 0.5);
	to->busy_ns += (uint64_t)((double)from->busy_ns * share);
	to->lost += (uint64_t)((double)from->lost * share + 0.5);
	if (from->label)
		to->label = from->label;
	to->is_lossy |= from->is_lossy;
}

static void resample_cell(struct cells *cells, struct cell *row,
			  const struct cells *other, unsigned column,
			  const struct cell *cell)
{
	const int64_t start = cells_start(other, column);
	const int64_t end = start + other->width_ns;
	unsigned first, last;

	if (!find_columns(cells, start, end - 1, &first, &last))
		return;
	for (unsigned i = first; i <= last; i++)
		add_part(&row[i], cell,
			 (double)common_ns(cells, i, start, end) /
				 (double)other->width_ns);
}

int cells_resample(struct cells *cells, const struct cells *other)
{
	static const struct cell none;

	for (size_t strip = 0; strip < other->rows; strip++) {
		struct cell *row;

		if (!other->row[strip])
			continue;
		row = cells_make_row(cells, strip);
		if (!row)
			return ENOMEM;
		for (unsigned i = 0; i < other->columns; i++)
			if (memcmp(&other->row[strip][i], &none, sizeof(none)))
				resample_cell(cells, row, other, i,
					      &other->row[strip][i]);
	}
	return 0;
}
