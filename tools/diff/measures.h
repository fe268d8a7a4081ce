/*
 * measures.h - the numbers of a sheet that are compared
 *
 * A row has measures, such as its count, its rate or its percentiles. Each is
 * shown as the median over the runs of a side.
 */
#ifndef MEASURES_H
#define MEASURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diff/sheet.h"

enum measure_of {
	MEASURE_COUNT,
	MEASURE_RATE,
	MEASURE_P50,
	MEASURE_P99,
	MEASURE_LONGEST,
	MEASURES,
};

enum verdict {
	VERDICT_SAME, /* different by chance only */
	VERDICT_DIFFERS,
	VERDICT_NEW,
	VERDICT_GONE,
	VERDICT_LIMIT, /* a limit is exceeded */
	VERDICTS,
};

struct measure {
	uint32_t row;
	enum measure_of of;
	double side[SIDES];
	double p; /* corrected; negative: not tested */
	enum verdict verdict;
};

struct measures {
	struct measure *measure;
	size_t count, room;
};

/* A choice besides the kinds of rows. */
enum { MEASURES_RATES = 1 << SHEET_KINDS };

/* True if a measure of such rows is among the kinds. */
bool measures_have(unsigned kinds, enum sheet_kind kind, enum measure_of of);

/* Makes all measures of the sheet that wanted() wants. ENOMEM. */
typedef bool measures_want(const void *argument, const struct sheet_row *row,
			   enum measure_of of);
int measures_make(struct measures *measures, const struct sheet *sheet,
		  measures_want *wanted, const void *argument);
void measures_fini(struct measures *measures);

/* The value of a measure in a run. */
double measure_of_run(const struct sheet *sheet, const struct measure *measure,
		      unsigned side, size_t run);

/* True for a duration, false for a number. */
static inline bool measure_is_time(const struct measure *measure)
{
	return measure->of >= MEASURE_P50;
}

#endif
