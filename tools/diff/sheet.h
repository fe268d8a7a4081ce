/*
 * sheet.h - what the runs of both sides have, aligned by name
 *
 * A row is an event type, a span, a succession and so on, by its name. It has
 * the values of each run, and those of the periods of the runs, side by side.
 */
#ifndef SHEET_H
#define SHEET_H

#include <stddef.h>
#include <stdint.h>

#include "base/map.h"
#include "diff/sides.h"
#include "figures/spread.h"

enum sheet_kind {
	SHEET_EVENT,
	SHEET_SPAN,
	SHEET_SUCCESSION,
	SHEET_THREAD,
	SHEET_ERROR,
	SHEET_PLACE,
	SHEET_KINDS,
};

/* The values of a run, or of a period of one. Durations are those of spans. */
struct sheet_value {
	uint64_t count;
	uint64_t p50, p99, longest; /* nanoseconds */
};

struct sheet_values {
	struct sheet_value *value;
	size_t room; /* values beyond are zero */
};

struct sheet_side {
	struct sheet_values runs, periods;
	struct spread spread; /* all durations of a span */
};

struct sheet_row {
	enum sheet_kind kind;
	char *name;
	uint32_t first; /* the row of a succession's first event */
	struct sheet_side side[SIDES];
};

struct sheet_run {
	double seconds; /* time from the first to the last event */
	uint64_t events;
	uint64_t lost;
};

/* The runs of a side, and their periods, one run's after the other's. */
struct sheet_sample {
	struct sheet_run *run;
	double *period; /* seconds of each */
	size_t runs, periods, run_room, period_room;
};

/* Zero at first. */
struct sheet {
	struct pxt_map numbers; /* + 1 */
	struct sheet_row *row;
	size_t count, room;
	struct sheet_sample side[SIDES];
};

void sheet_fini(struct sheet *sheet);

/* Adds a run to a side, or a period to its last run. ENOMEM. */
int sheet_add_run(struct sheet *sheet, unsigned side,
		  const struct sheet_run *run);
int sheet_add_period(struct sheet *sheet, unsigned side, double seconds);

/* Finds or adds a row. ENOMEM. */
int sheet_find(struct sheet *sheet, enum sheet_kind kind, const char *name,
	       uint32_t *number);

/* The value number i, to be changed, or NULL: no memory. */
struct sheet_value *sheet_value_at(struct sheet_values *values, size_t i);

/* The value number i. */
static inline struct sheet_value
sheet_value_of(const struct sheet_values *values, size_t i)
{
	static const struct sheet_value none;

	return i < values->room ? values->value[i] : none;
}

/* The sum of counts of all runs. */
uint64_t sheet_total(const struct sheet *sheet, const struct sheet_row *row,
		     unsigned side);

#endif
