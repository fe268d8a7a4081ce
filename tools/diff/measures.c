/*
 * measures.c - the numbers of a sheet that are compared
 */
#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "diff/measures.h"

void measures_fini(struct measures *measures)
{
	free(measures->measure);
}

double measure_of_run(const struct sheet *sheet, const struct measure *measure,
		      unsigned side, size_t run)
{
	const struct sheet_value value =
		sheet_value_of(&sheet->row[measure->row].side[side].runs, run);
	const double seconds = sheet->side[side].run[run].seconds;

	switch (measure->of) {
	case MEASURE_COUNT:
		return (double)value.count;
	case MEASURE_RATE:
		return seconds > 0 ? (double)value.count / seconds : 0;
	case MEASURE_P50:
		return (double)value.p50;
	case MEASURE_P99:
		return (double)value.p99;
	default:
		return (double)value.longest;
	}
}

static int compare(const void *x, const void *y)
{
	const double a = *(const double *)x, b = *(const double *)y;

	return (a > b) - (a < b);
}

static double median(double *value, size_t count)
{
	if (!count)
		return 0;
	qsort(value, count, sizeof(*value), compare);
	return (value[(count - 1) / 2] + value[count / 2]) / 2;
}

/* Runs without spans have no percentiles. */
static bool has_value(const struct sheet *sheet, const struct measure *measure,
		      unsigned side, size_t run)
{
	return !measure_is_time(measure) ||
	       sheet_value_of(&sheet->row[measure->row].side[side].runs, run)
		       .count;
}

static int show(const struct sheet *sheet, struct measure *measure)
{
	for (unsigned side = 0; side < SIDES; side++) {
		const size_t runs = sheet->side[side].runs;
		double *value = calloc(runs + 1, sizeof(*value));
		size_t count = 0;

		if (!value)
			return ENOMEM;
		for (size_t i = 0; i < runs; i++)
			if (has_value(sheet, measure, side, i))
				value[count++] =
					measure_of_run(sheet, measure, side, i);
		measure->side[side] = median(value, count);
		free(value);
	}
	return 0;
}

static int add(struct measures *measures, const struct sheet *sheet,
	       uint32_t row, enum measure_of of)
{
	struct measure measure = { .row = row, .of = of, .p = -1 };
	int err = show(sheet, &measure);

	if (!err)
		err = pxt_array_reserve(&measures->measure, &measures->room,
					measures->count + 1, sizeof(measure));
	if (!err)
		measures->measure[measures->count++] = measure;
	return err;
}

/* Rates are of event types, durations of spans. */
static bool has_measure(enum sheet_kind kind, enum measure_of of)
{
	if (of == MEASURE_COUNT)
		return true;
	return kind == (of == MEASURE_RATE ? SHEET_EVENT : SHEET_SPAN);
}

bool measures_have(unsigned kinds, enum sheet_kind kind, enum measure_of of)
{
	return kinds &
	       (of == MEASURE_RATE ? (unsigned)MEASURES_RATES : 1U << kind);
}

int measures_make(struct measures *measures, const struct sheet *sheet,
		  measures_want *wanted, const void *argument)
{
	int err = 0;

	for (size_t i = 0; i < sheet->count && !err; i++)
		for (unsigned of = 0; of < MEASURES && !err; of++)
			if (has_measure(sheet->row[i].kind,
					(enum measure_of)of) &&
			    wanted(argument, &sheet->row[i],
				   (enum measure_of)of))
				err = add(measures, sheet, (uint32_t)i,
					  (enum measure_of)of);
	return err;
}
