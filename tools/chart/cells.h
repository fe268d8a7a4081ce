/*
 * cells.h - cells: what each strip has in each column of time
 *
 * Columns are of equal width, one behind the other. Memory depends on what a
 * screen shows, and not on the length of the trace.
 */
#ifndef CHART_CELLS_H
#define CHART_CELLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	CELLS_COLUMNS = 1024, /* limit of columns */
	CELLS_STRIPS = 1024,  /* limit of strips */
};

struct cell {
	uint64_t events;
	uint64_t busy_ns;    /* time in any span, or in a thread's hands */
	uint64_t lost;	     /* numbers of the losses that begin here */
	uint32_t label;	     /* number of what it was last busy with, + 1 */
	unsigned depth : 31; /* open spans at its beginning */
	unsigned is_lossy : 1;
};

/* Zero at first. */
struct cells {
	int64_t from_ns;
	int64_t width_ns; /* width of a column */
	unsigned columns;
	struct cell **row; /* rows by strip; NULL: an empty one */
	size_t rows;
	int64_t reached_ns; /* cells are complete up to there */
	uint64_t events, lost;
	bool is_uncounted; /* true: losses have no number */
};

void cells_fini(struct cells *cells);

/* Makes it empty. */
void cells_begin(struct cells *cells, int64_t from_ns, int64_t width_ns,
		 unsigned columns);

static inline int64_t cells_start(const struct cells *cells, unsigned column)
{
	return cells->from_ns + (int64_t)column * cells->width_ns;
}

static inline int64_t cells_end(const struct cells *cells)
{
	return cells_start(cells, cells->columns);
}

/* Finds the column of a time. False: outside. */
bool cells_column(const struct cells *cells, int64_t ns, unsigned *column);

/* The cells of a strip; NULL: it has nothing. */
static inline const struct cell *cells_row(const struct cells *cells,
					   size_t strip)
{
	return strip < cells->rows ? cells->row[strip] : NULL;
}

/* The same, made where there are none. NULL: no memory. */
struct cell *cells_make_row(struct cells *cells, size_t strip);

/* The state of a strip from one time to another. */
struct cells_stretch {
	int64_t from_ns, to_ns;
	uint32_t label; /* see struct cell */
	unsigned depth; /* open spans; 0: idle */
};

/* Adds a stretch to a strip; its columns begin with the depth. ENOMEM. */
int cells_add_stretch(struct cells *cells, size_t strip,
		      const struct cells_stretch *stretch);

/* Marks a loss of so many events; 0: nobody knows. Its number is in the first
 * of its columns. ENOMEM. */
int cells_add_loss(struct cells *cells, size_t strip, int64_t from_ns,
		   int64_t to_ns, uint64_t lost);

/* Drops columns at the beginning, and has as many empty ones at the end. */
void cells_scroll(struct cells *cells, int64_t columns);

/* Adds what another cells has to the columns of this one, in proportion to the
 * time that they share. ENOMEM. */
int cells_resample(struct cells *cells, const struct cells *other);

#endif
