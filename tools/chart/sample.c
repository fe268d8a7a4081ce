/*
 * sample.c - an estimate of a column, of a few items at its beginning
 */
#include "chart/sample.h"

#include <errno.h>

#include "common/stamp.h"

enum { ITEMS = 48 };

struct sample {
	uint32_t strip[ITEMS];
	unsigned count;
	int64_t last_ns;
	bool is_whole; /* the column has no other items */
};

static int take(struct selection *selection, struct strips *strips, int64_t end,
		struct sample *sample)
{
	struct posix_trace_item_np item;
	bool is_selected;
	int unavailable, err;

	for (unsigned i = 0; i < ITEMS; i++) {
		err = selection_step(selection, &item, &unavailable,
				     &is_selected);
		if (err)
			return err;
		sample->is_whole = unavailable ||
				   stamp_ns(&item.info.posix_timestamp) >= end;
		if (sample->is_whole)
			return 0;
		sample->last_ns = stamp_ns(&item.info.posix_timestamp);
		if (!is_selected || item.kind != POSIX_TRACE_ITEM_EVENT_NP ||
		    item.info.posix_event_id < POSIX_TRACE_UNNAMED_USEREVENT)
			continue;
		err = strips_find_thread(strips, &item,
					 &sample->strip[sample->count]);
		if (err)
			return err;
		sample->count++;
	}
	return 0;
}

/* The number of items in a column for each of the sample. */
static uint64_t weigh(const struct sample *sample, int64_t start, int64_t width)
{
	const int64_t taken = sample->last_ns - start;

	if (sample->is_whole || taken >= width)
		return 1;
	return (uint64_t)((double)width / (double)(taken > 0 ? taken : 1) +
			  0.5);
}

int sample_column(struct selection *selection, struct strips *strips,
		  struct cells *cells, unsigned column)
{
	const int64_t start = cells_start(cells, column);
	const struct timespec time = stamp_time(start);
	struct sample sample = { .last_ns = start };
	uint64_t weight;
	int err;

	err = selection_seek(selection, &time);
	if (!err)
		err = take(selection, strips, start + cells->width_ns, &sample);
	weight = weigh(&sample, start, cells->width_ns);
	for (unsigned i = 0; !err && i < sample.count; i++) {
		struct cell *row = cells_make_row(cells, sample.strip[i]);

		if (!row)
			return ENOMEM;
		row[column].events += weight;
	}
	return err;
}
