/*
 * diff_tables.c - what differs between two sides, as tables
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/sum.h"
#include "common/text.h"
#include "diff/diff_tables.h"
#include "figures/figures_table.h"

static const char *const kind_names[] = {
	[SHEET_EVENT] = "event",      [SHEET_SPAN] = "span",
	[SHEET_SUCCESSION] = "order", [SHEET_THREAD] = "thread",
	[SHEET_ERROR] = "error",      [SHEET_PLACE] = "place",
};

static const char *const measure_names[] = {
	[MEASURE_COUNT] = "count", [MEASURE_RATE] = "rate",
	[MEASURE_P50] = "p50",	   [MEASURE_P99] = "p99",
	[MEASURE_LONGEST] = "max",
};

static const char *const verdict_names[] = {
	[VERDICT_SAME] = "same",   [VERDICT_DIFFERS] = "differs",
	[VERDICT_NEW] = "new",	   [VERDICT_GONE] = "gone",
	[VERDICT_LIMIT] = "limit",
};

static const char *const side_names[] = { "before", "after" };

static const char *const marks[] = {
	[VERDICT_SAME] = " ", [VERDICT_DIFFERS] = "~", [VERDICT_NEW] = "+",
	[VERDICT_GONE] = "-", [VERDICT_LIMIT] = "!",
};

/* Cells */

static void put_value(struct table *table, const struct measure *measure,
		      double number)
{
	char shown[TEXT_MAX], value[TEXT_MAX], rate[TABLE_RATE];

	snprintf(value, sizeof(value), "%.*f",
		 measure->of == MEASURE_RATE ? 3 :
		 number == floor(number)     ? 0 :
					       1,
		 number);
	if (measure_is_time(measure))
		text_brief(shown, (uint64_t)number);
	else if (measure->of == MEASURE_RATE)
		snprintf(shown, sizeof(shown), "%s/s",
			 table_rate(rate, number));
	else if (number == floor(number))
		text_count(shown, (unsigned long long)number);
	else
		strcpy(shown, value);
	table_bare(table, shown, value);
}

enum { TIMES_LEAST = 3 }; /* factor that is shown as such */

static void put_change(struct table *table, const struct measure *measure)
{
	const double before = measure->side[SIDE_BEFORE];
	const double after = measure->side[SIDE_AFTER];
	const double ratio = before > 0 ? after / before : 0;
	char shown[TEXT_MAX], value[TEXT_MAX] = "";

	if (before > 0)
		snprintf(value, sizeof(value), "%.6f", ratio - 1);
	if (measure->verdict == VERDICT_NEW || measure->verdict == VERDICT_GONE)
		strcpy(shown, verdict_names[measure->verdict]);
	else if (before <= 0)
		strcpy(shown, after > 0 ? "-" : "");
	else if (ratio >= TIMES_LEAST)
		snprintf(shown, sizeof(shown), "x%.*f", ratio < 9.95, ratio);
	else
		snprintf(shown, sizeof(shown), "%+.1f %%", 100 * (ratio - 1));
	table_bare(table, shown, value);
}

/* New and vanished rows need no probability. */
static void put_probability(const struct diff_tables *tables,
			    struct table *table, const struct measure *measure)
{
	const bool is_certain = (measure->verdict == VERDICT_NEW ||
				 measure->verdict == VERDICT_GONE) &&
				measure->p > tables->judgement->level;
	const double p = measure->p;
	char shown[TEXT_MAX], value[TEXT_MAX];

	if (p < 0) {
		table_bare(table, "-", "");
		return;
	}
	snprintf(value, sizeof(value), "%.6g", p);
	snprintf(shown, sizeof(shown), p < 0.001 ? "<0.001" : "%.3f", p);
	table_bare(table, is_certain ? "-" : shown, value);
}

static void put_text(struct table *table, const char *text)
{
	table_text(table, text, text);
}

/* The measures */

static const char *unit_of(const struct measure *measure)
{
	return measure_is_time(measure)	   ? "ns" :
	       measure->of == MEASURE_RATE ? "1/s" :
					     "";
}

static void begin_measures(struct figures_table *made, bool for_people)
{
	figures_begin(made);
	if (for_people)
		figures_add_column(made, "", "", false);
	figures_add_column(made, "WHAT", "kind", false);
	if (!for_people)
		figures_add_column(made, "", "measure", false);
	figures_add_column(made, "NAME", "name", false);
	figures_add_column(made, "BEFORE", "before", true);
	figures_add_column(made, "AFTER", "after", true);
	if (!for_people)
		figures_add_column(made, "", "unit", false);
	figures_add_column(made, "CHANGE", "change", true);
	figures_add_column(made, "P", "p", true);
	if (!for_people)
		figures_add_column(made, "", "verdict", false);
	figures_end(made, "measures");
}

static void put_names(struct table *table, const struct sheet_row *row,
		      const struct measure *measure, bool for_people)
{
	const char *kind = kind_names[row->kind];
	const char *of = measure_names[measure->of];
	char what[64];

	if (for_people) {
		snprintf(what, sizeof(what), "%s%s%s", kind,
			 measure->of == MEASURE_COUNT ? "" : " ",
			 measure->of == MEASURE_COUNT ? "" : of);
		put_text(table, marks[measure->verdict]);
		put_text(table, what);
	} else {
		put_text(table, kind);
		put_text(table, of);
	}
	put_text(table, row->name);
}

static void put_measure(const struct diff_tables *tables, struct table *table,
			const struct measure *measure)
{
	const bool for_people = tables->form == TABLE_TEXT;

	put_names(table, &tables->sheet->row[measure->row], measure,
		  for_people);
	put_value(table, measure, measure->side[SIDE_BEFORE]);
	put_value(table, measure, measure->side[SIDE_AFTER]);
	if (!for_people)
		put_text(table, unit_of(measure));
	put_change(table, measure);
	put_probability(tables, table, measure);
	if (!for_people)
		put_text(table, verdict_names[measure->verdict]);
}

void diff_tables_make_measures(const struct diff_tables *tables,
			       struct figures_table *made)
{
	const bool all = tables->all || tables->form != TABLE_TEXT;

	begin_measures(made, tables->form == TABLE_TEXT);
	for (unsigned kind = 0; kind < SHEET_KINDS; kind++)
		for (size_t i = 0; i < tables->measures->count; i++) {
			const struct measure *measure =
				&tables->measures->measure[i];

			if (tables->sheet->row[measure->row].kind == kind &&
			    (all || measure->verdict != VERDICT_SAME))
				put_measure(tables, &made->table, measure);
		}
}

/* The sides */

static void sum_up(const struct sheet_sample *sample, struct sheet_run *sum)
{
	*sum = (struct sheet_run){ 0 };
	for (size_t i = 0; i < sample->runs; i++) {
		sum->events += sample->run[i].events;
		sum->lost = pxt_sum(sum->lost, sample->run[i].lost);
		sum->seconds += sample->run[i].seconds;
	}
}

void diff_tables_make_sides(const struct diff_tables *tables,
			    struct figures_table *made)
{
	struct table *table = &made->table;
	char seconds[TEXT_MAX];

	figures_begin(made);
	figures_add_column(made, "SIDE", "side", false);
	figures_add_column(made, "RUNS", "runs", true);
	figures_add_column(made, "EVENTS", "events", true);
	figures_add_column(made, "LOST", "lost", true);
	figures_add_column(made, "TIME", "seconds", true);
	figures_end(made, "sides");
	for (unsigned side = 0; side < SIDES; side++) {
		const struct sheet_sample *sample = &tables->sheet->side[side];
		char shown[TEXT_MAX];
		struct sheet_run sum;

		sum_up(sample, &sum);
		put_text(table, side_names[side]);
		figures_put_count(table, sample->runs);
		figures_put_count(table, sum.events);
		figures_put_count(table, sum.lost);
		snprintf(seconds, sizeof(seconds), "%.9f", sum.seconds);
		table_bare(table,
			   text_brief(shown, (uint64_t)(sum.seconds * 1e9)),
			   seconds);
	}
}

/* The test */

static const char *name_test(const struct judgement *judgement)
{
	return judgement->is_of_runs ? "permutations of the runs" :
				       "periods and counts of the runs";
}

static void make_test(const struct diff_tables *tables,
		      struct figures_table *made)
{
	const struct judgement *judgement = tables->judgement;
	struct table *table = &made->table;
	char value[TEXT_MAX];

	figures_begin(made);
	figures_add_column(made, "", "method", false);
	figures_add_column(made, "", "level", true);
	figures_add_column(made, "", "least", true);
	figures_add_column(made, "", "tested", true);
	figures_add_column(made, "", "differing", true);
	figures_add_column(made, "", "lost_exceeds", false);
	figures_end(made, "test");
	put_text(table, judgement->is_of_runs ? "permutations" : "periods");
	snprintf(value, sizeof(value), "%g", judgement->level);
	table_bare(table, value, value);
	snprintf(value, sizeof(value), "%g", judgement->least);
	table_bare(table, value, value);
	table_number(table, judgement->tested, NULL);
	table_number(table, judgement->differing, NULL);
	table_bare(table, "", tables->lost_exceeds ? "true" : "false");
}

void diff_tables_print_summary(const struct diff_tables *tables, FILE *out)
{
	const struct judgement *judgement = tables->judgement;
	char differing[TEXT_MAX], all[TEXT_MAX];

	fprintf(out, "%s of %s measures differ: %s, level %g %%\n",
		text_count(differing, judgement->differing),
		text_count(all, tables->measures->count), name_test(judgement),
		100 * judgement->level);
	if (tables->lost_exceeds)
		fputs("! more events are lost than --max-lost lets\n", out);
}

static int print_text(const struct diff_tables *tables, FILE *out)
{
	static struct figures_table sides, measures;
	const struct table *table = &sides.table;
	int err;

	diff_tables_make_sides(tables, &sides);
	diff_tables_make_measures(tables, &measures);
	err = table_print(&table, 1, TABLE_TEXT, out);
	table = &measures.table;
	if (!err && (table->failed || table_rows(table)))
		err = table_print(&table, 1, TABLE_TEXT, out);
	table_fini(&sides.table);
	table_fini(&measures.table);
	diff_tables_print_summary(tables, out);
	return err;
}

static int print_tables(const struct diff_tables *tables, FILE *out)
{
	static struct figures_table measures, sides, test;
	const struct table *const printed[] = { &measures.table, &sides.table,
						&test.table };
	int err;

	diff_tables_make_measures(tables, &measures);
	diff_tables_make_sides(tables, &sides);
	make_test(tables, &test);
	err = table_print(printed, 3, tables->form, out);
	table_fini(&measures.table);
	table_fini(&sides.table);
	table_fini(&test.table);
	return err;
}

int diff_tables_print(const struct diff_tables *tables, FILE *out)
{
	return tables->form == TABLE_TEXT ? print_text(tables, out) :
					    print_tables(tables, out);
}
