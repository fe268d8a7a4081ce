/*
 * judgement.c - which measures differ by more than noise
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "diff/chance.h"
#include "diff/judgement.h"
#include "diff/permutations.h"
#include "diff/ranks.h"

enum {
	PERIODS_LEAST = 8, /* periods with spans, on each side */
	SPANS_LEAST = 50,  /* spans of a period that have a 99th percentile */
	TAIL_LEAST = 100,  /* the same, of all spans of both sides */
	P99 = 990000,
};

/* Shares below that are not told apart. */
static const double LEAST_SHARE = 0.001;

static const struct sheet_row *row_of(const struct sheet *sheet,
				      const struct measure *measure)
{
	return &sheet->row[measure->row];
}

/* The part of the events of the first type that the next one follows. */
static double share_of_run(const struct sheet *sheet,
			   const struct measure *measure, unsigned side,
			   size_t run)
{
	const struct sheet_row *row = row_of(sheet, measure);
	const uint64_t count = sheet_value_of(&row->side[side].runs, run).count;
	const uint64_t of =
		sheet_value_of(&sheet->row[row->first].side[side].runs, run)
			.count;

	return of ? (double)count / (double)of : 0;
}

static bool is_share(const struct sheet *sheet, const struct measure *measure)
{
	return row_of(sheet, measure)->kind == SHEET_SUCCESSION;
}

/* Runs */

/* The logarithm of a value, as differences are relative. False: there is
 * none. */
static bool get_value(const struct sheet *sheet, const struct measure *measure,
		      unsigned side, size_t run, double *value)
{
	if (is_share(sheet, measure)) {
		*value = log(share_of_run(sheet, measure, side, run) +
			     LEAST_SHARE);
		return true;
	}
	*value = log1p(measure_of_run(sheet, measure, side, run));
	if (measure->of == MEASURE_RATE)
		return sheet->side[side].run[run].seconds > 0;
	return !measure_is_time(measure) ||
	       sheet_value_of(&row_of(sheet, measure)->side[side].runs, run)
		       .count;
}

static bool get_values(const struct sheet *sheet, const struct measure *measure,
		       double *value)
{
	bool are_there = measure->of != MEASURE_LONGEST;

	for (unsigned side = 0; side < SIDES; side++)
		for (size_t i = 0; i < sheet->side[side].runs; i++)
			are_there &=
				get_value(sheet, measure, side, i, value++);
	return are_there;
}

static int compare_runs(const struct sheet *sheet, struct measures *measures)
{
	struct permutations permutations = {
		.first = sheet->side[SIDE_BEFORE].runs,
		.second = sheet->side[SIDE_AFTER].runs,
	};
	const size_t runs = permutations.first + permutations.second;
	double *value = calloc(measures->count + 1, runs * sizeof(*value));
	double *p = calloc(measures->count + 1, sizeof(*p));
	int err = value && p ? 0 : ENOMEM;

	permutations.value = value;
	for (size_t i = 0; i < measures->count && !err; i++)
		if (get_values(sheet, &measures->measure[i],
			       value + permutations.measures * runs)) {
			measures->measure[i].p = 1;
			permutations.measures++;
		}
	if (!err)
		err = permutations_test(&permutations, p);
	for (size_t i = 0, tested = 0; i < measures->count && !err; i++)
		if (measures->measure[i].p >= 0)
			measures->measure[i].p = p[tested++];
	free(value);
	free(p);
	return err;
}

/* Periods */

/* The values of the periods of both sides, where there are any. */
struct period_ranks {
	struct rank *rank;
	size_t count;
	size_t of[SIDES];
	uint64_t spans;
};

static void add_period(struct period_ranks *ranks, unsigned side, double value)
{
	struct rank rank = { .value = value };

	rank.count[side] = 1;
	ranks->rank[ranks->count++] = rank;
	ranks->of[side]++;
}

static void add_periods(struct period_ranks *ranks, const struct sheet *sheet,
			const struct measure *measure, unsigned side)
{
	for (size_t i = 0; i < sheet->side[side].periods; i++) {
		const struct sheet_value value = sheet_value_of(
			&row_of(sheet, measure)->side[side].periods, i);

		ranks->spans += value.count;
		if (measure->of == MEASURE_RATE)
			add_period(ranks, side,
				   (double)value.count /
					   sheet->side[side].period[i]);
		else if (value.count)
			add_period(ranks, side,
				   (double)(measure->of == MEASURE_P50 ?
						    value.p50 :
						    value.p99));
	}
}

static bool are_enough(const struct period_ranks *ranks, enum measure_of of)
{
	return ranks->of[SIDE_BEFORE] >= PERIODS_LEAST &&
	       ranks->of[SIDE_AFTER] >= PERIODS_LEAST &&
	       (of != MEASURE_P99 ||
		ranks->spans / ranks->count >= SPANS_LEAST);
}

struct tail {
	uint64_t ns;
	uint64_t longer;
};

static bool count_longer(void *context, uint64_t ns, uint64_t count)
{
	struct tail *tail = context;

	if (ns >= tail->ns)
		tail->longer += count;
	return true;
}

static uint64_t count_tail(const struct spread *spread, uint64_t ns)
{
	struct tail tail = { .ns = ns };

	spread_for_each(spread, count_longer, &tail);
	return tail.longer;
}

/* Compares how many spans reach the 99th percentile of all. */
static int compare_tails(const struct sheet_row *row, double *p)
{
	const struct spread *before = &row->side[SIDE_BEFORE].spread;
	const struct spread *after = &row->side[SIDE_AFTER].spread;
	struct spread all = { 0 };
	uint64_t ns;
	int err;

	if (before->count + after->count < TAIL_LEAST)
		return 0;
	err = spread_merge(&all, before);
	if (!err)
		err = spread_merge(&all, after);
	ns = spread_quantile(&all, P99);
	if (!err)
		*p = chance_of_parts(count_tail(before, ns), before->count,
				     count_tail(after, ns), after->count);
	spread_fini(&all);
	return err;
}

/* Compares spans that are too few for periods one by one. */
static int compare_spans(const struct sheet_row *row, enum measure_of of,
			 double *p)
{
	if (!row->side[SIDE_BEFORE].spread.count ||
	    !row->side[SIDE_AFTER].spread.count)
		return 0;
	return of == MEASURE_P99 ?
		       compare_tails(row, p) :
		       ranks_compare_spreads(&row->side[SIDE_BEFORE].spread,
					     &row->side[SIDE_AFTER].spread, p);
}

static int compare_periods(const struct sheet *sheet,
			   const struct measure *measure, double *p)
{
	struct period_ranks ranks = { 0 };
	int err = 0;

	ranks.rank = calloc(sheet->side[SIDE_BEFORE].periods +
				    sheet->side[SIDE_AFTER].periods + 1,
			    sizeof(*ranks.rank));
	if (!ranks.rank)
		return ENOMEM;
	add_periods(&ranks, sheet, measure, SIDE_BEFORE);
	add_periods(&ranks, sheet, measure, SIDE_AFTER);
	if (are_enough(&ranks, measure->of))
		*p = ranks_compare(ranks.rank, ranks.count);
	else if (measure->of != MEASURE_RATE)
		err = compare_spans(row_of(sheet, measure), measure->of, p);
	free(ranks.rank);
	return err;
}

/* Counts */

static double compare_counts(const struct sheet *sheet,
			     const struct sheet_row *row)
{
	const double before = (double)sheet->side[SIDE_BEFORE].runs;
	const double after = (double)sheet->side[SIDE_AFTER].runs;

	return chance_of_counts(sheet_total(sheet, row, SIDE_BEFORE),
				sheet_total(sheet, row, SIDE_AFTER),
				before / (before + after));
}

static double compare_shares(const struct sheet *sheet,
			     const struct sheet_row *row)
{
	const struct sheet_row *first = &sheet->row[row->first];
	uint64_t of[SIDES], count[SIDES];

	for (unsigned side = 0; side < SIDES; side++) {
		of[side] = sheet_total(sheet, first, side);
		count[side] = sheet_total(sheet, row, side);
		if (count[side] > of[side])
			count[side] = of[side];
	}
	return chance_of_parts(count[SIDE_BEFORE], of[SIDE_BEFORE],
			       count[SIDE_AFTER], of[SIDE_AFTER]);
}

static int test_measure(const struct sheet *sheet, struct measure *measure)
{
	const struct sheet_row *row = row_of(sheet, measure);

	if (measure->of == MEASURE_LONGEST)
		return 0;
	if (measure->of != MEASURE_COUNT)
		return compare_periods(sheet, measure, &measure->p);
	measure->p = is_share(sheet, measure) ? compare_shares(sheet, row) :
						compare_counts(sheet, row);
	return 0;
}

static int compare_p(const void *x, const void *y)
{
	const struct measure *a = *(struct measure *const *)x;
	const struct measure *b = *(struct measure *const *)y;

	return (a->p > b->p) - (a->p < b->p);
}

/* Corrects the probabilities for their number: Holm. */
static int correct(struct measures *measures)
{
	struct measure **tested = calloc(measures->count + 1, sizeof(*tested));
	size_t count = 0;
	double most = 0;

	if (!tested)
		return ENOMEM;
	for (size_t i = 0; i < measures->count; i++)
		if (measures->measure[i].p >= 0)
			tested[count++] = &measures->measure[i];
	if (count)
		qsort(tested, count, sizeof(*tested), compare_p);
	for (size_t i = 0; i < count; i++) {
		const double p = tested[i]->p * (double)(count - i);

		most = p > most ? p : most;
		tested[i]->p = most > 1 ? 1 : most;
	}
	free(tested);
	return 0;
}

static int compare_single(const struct sheet *sheet, struct measures *measures)
{
	int err = 0;

	for (size_t i = 0; i < measures->count && !err; i++)
		err = test_measure(sheet, &measures->measure[i]);
	return err ? err : correct(measures);
}

/* Verdicts */

static double pooled_share(const struct sheet *sheet,
			   const struct measure *measure, unsigned side)
{
	const struct sheet_row *row = row_of(sheet, measure);
	const uint64_t of = sheet_total(sheet, &sheet->row[row->first], side);

	return of ? (double)sheet_total(sheet, row, side) / (double)of : 0;
}

/* True if the difference is large enough to be told. */
static bool matters(const struct judgement *judgement,
		    const struct sheet *sheet, const struct measure *measure)
{
	double before = measure->side[SIDE_BEFORE];
	double after = measure->side[SIDE_AFTER];

	if (is_share(sheet, measure)) {
		before = pooled_share(sheet, measure, SIDE_BEFORE);
		after = pooled_share(sheet, measure, SIDE_AFTER);
		return fabs(after - before) >= LEAST_SHARE &&
		       fabs(after - before) >= judgement->least * before;
	}
	if (measure->of == MEASURE_COUNT)
		return true;
	return fabs(after - before) >= judgement->least * before &&
	       after != before;
}

static enum verdict judge_by_test(const struct judgement *judgement,
				  const struct sheet *sheet,
				  const struct measure *measure)
{
	const struct sheet_row *row = row_of(sheet, measure);
	const bool was = sheet_total(sheet, row, SIDE_BEFORE);
	const bool is = sheet_total(sheet, row, SIDE_AFTER);
	const bool differs = measure->p >= 0 &&
			     measure->p <= judgement->level &&
			     matters(judgement, sheet, measure);
	const bool is_certain = differs || (!judgement->is_of_runs &&
					    !is_share(sheet, measure));

	if (measure->of == MEASURE_COUNT && was != is && is_certain)
		return is ? VERDICT_NEW : VERDICT_GONE;
	/* Only the count tells of what is new or has vanished. */
	return differs && was && is ? VERDICT_DIFFERS : VERDICT_SAME;
}

/* The limits of a measure; LIMIT_NONE: it can have none. */
static enum limit_of limit_of(const struct sheet_row *row, enum measure_of of)
{
	static const enum limit_of limits[] = {
		[MEASURE_COUNT] = LIMIT_COUNT,	   [MEASURE_RATE] = LIMIT_RATE,
		[MEASURE_P50] = LIMIT_P50,	   [MEASURE_P99] = LIMIT_P99,
		[MEASURE_LONGEST] = LIMIT_LONGEST,
	};

	if (row->kind == SHEET_ERROR)
		return LIMIT_ERRORS;
	if (row->kind == SHEET_EVENT ||
	    (row->kind == SHEET_SPAN && of != MEASURE_COUNT))
		return limits[of];
	return LIMIT_NONE;
}

/* Measures that are not compared may have a limit. */
static bool is_judged(const void *argument, const struct sheet_row *row,
		      enum measure_of of)
{
	const struct judgement *judgement = argument;

	return measures_have(judgement->kinds, row->kind, of) ||
	       limits_have(judgement->limits, limit_of(row, of), row->name);
}

static enum verdict judge(const struct judgement *judgement,
			  const struct sheet *sheet,
			  const struct measure *measure)
{
	const struct sheet_row *row = row_of(sheet, measure);
	bool exceeded;

	if (limits_judge(judgement->limits, limit_of(row, measure->of),
			 row->name, measure->side[SIDE_BEFORE],
			 measure->side[SIDE_AFTER], &exceeded))
		return exceeded ? VERDICT_LIMIT : VERDICT_SAME;
	return judge_by_test(judgement, sheet, measure);
}

int judgement_pass(struct judgement *judgement, const struct sheet *sheet,
		   struct measures *measures)
{
	int err = measures_make(measures, sheet, is_judged, judgement);

	if (!err)
		err = judgement->is_of_runs ? compare_runs(sheet, measures) :
					      compare_single(sheet, measures);
	for (size_t i = 0; i < measures->count && !err; i++) {
		struct measure *measure = &measures->measure[i];

		measure->verdict = judge(judgement, sheet, measure);
		judgement->tested += measure->p >= 0;
		judgement->differing += measure->verdict != VERDICT_SAME;
	}
	return err;
}
