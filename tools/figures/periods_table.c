/*
 * periods_table.c - the figures of periods as rows of one table
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "common/text.h"
#include "figures/figures_table.h"
#include "figures/figures_tables.h"
#include "figures/periods_table.h"

enum {
	NAME = 4 * TRACE_EVENT_NAME_MAX,
	P50 = 500000,
	P99 = 990000,
	/* Least widths for people, of all rows without a wider cell */
	WIDE_NAME = 24,
	WIDE_NUMBER = 8,
};

enum kind { ALL, EVENTS, SPANS, COUNTERS, KINDS };

static const char *const kind_names[] = { "all", "event", "span", "counter" };

struct printing {
	struct figures *figures;
	const struct periods *periods;
	struct figures_table *made;
	bool for_people;
	bool has_rows; /* rows of this period are there */
};

static const struct entity no_entity;

/* Cells */

static void put_ns(struct table *table, int64_t ns)
{
	char value[TEXT_MAX];

	snprintf(value, sizeof(value), "%lld", (long long)ns);
	table_bare(table, value, value);
}

/* Decimals that tell periods of that length apart. */
static int decimals_of(int64_t length)
{
	int decimals = 0;

	while (decimals < 9 && length % 1000000000) {
		length = length % 1000000000 * 10;
		decimals++;
	}
	return decimals;
}

/* The beginning, in the first row of a period only. */
static void put_begin(struct printing *printing)
{
	const struct periods *periods = printing->periods;
	const int64_t since =
		figures_since(printing->figures, periods->begin_ns);
	char shown[2 * TEXT_MAX] = "";

	if (!printing->has_rows)
		snprintf(shown, sizeof(shown), "%+.*f s",
			 decimals_of(periods->length), (double)since / 1e9);
	table_text(&printing->made->table, shown, shown);
	printing->has_rows = true;
}

static void put_empty(struct table *table, unsigned count)
{
	while (count--)
		table_bare(table, "", "");
}

/* A sum over several threads, perhaps on several machines, is of no entity. */
static void put_no_entity(struct table *table, enum tally_group group)
{
	if (group == TALLY_EVENT)
		return;
	table_text(table, "", "");
	table_text(table, "", "");
	put_empty(table, group == TALLY_THREAD ? 2 : 1);
}

static void put_head(struct printing *printing, enum kind kind,
		     const struct entity *entity, const char *name,
		     const char *field, const char *unit)
{
	struct figures *figures = printing->figures;
	struct table *table = &printing->made->table;
	char shown[2 * NAME];

	if (printing->for_people) {
		put_begin(printing);
	} else {
		put_ns(table, printing->periods->begin_ns);
		put_ns(table, periods_end_ns(printing->periods));
		table_text(table, "", kind_names[kind]);
	}
	if (entity == &no_entity && !printing->for_people)
		put_no_entity(table, figures->tally.group);
	else
		figures_put_entity(figures, table, figures->tally.group, entity,
				   printing->for_people);
	if (printing->for_people) {
		snprintf(shown, sizeof(shown), "%s%s%s%s",
			 kind == SPANS ? "SPAN " : "", name, *field ? "." : "",
			 field);
		table_text(table, shown, "");
		return;
	}
	table_text(table, "", name);
	table_text(table, "", field);
	table_text(table, "", unit);
}

static void put_count(struct printing *printing, uint64_t count)
{
	struct table *table = &printing->made->table;

	figures_put_count(table, count);
	figures_put_rate(table, (double)count * 1e9 /
					(double)printing->periods->length);
}

/* Rows */

static void put_all(struct printing *printing)
{
	const struct periods *periods = printing->periods;
	struct table *table = &printing->made->table;
	char shown[TEXT_MAX] = "";

	put_head(printing, ALL, &no_entity, printing->for_people ? "-" : "", "",
		 "");
	put_count(printing, periods->events);
	put_empty(table, 4);
	if (periods->lost)
		text_count(shown, periods->lost);
	else if (periods->places)
		strcpy(shown, "?");
	table_number(table, periods->lost, shown);
	if (!printing->for_people)
		table_number(table, periods->places, NULL);
}

static void end_row(struct printing *printing)
{
	put_empty(&printing->made->table, printing->for_people ? 1 : 2);
}

static void put_event(struct printing *printing, uint32_t number)
{
	struct figures *figures = printing->figures;
	const struct entities *entities = &figures->tally.entities;
	const char *name = entities_is_rest(entities, number) ?
				   "(others)" :
				   labels_event(&figures->labels,
						entities->entity[number].type)
					   .text;

	put_head(printing, EVENTS, &entities->entity[number], name, "", "");
	put_count(printing, figures->tally.row[number].count);
	put_empty(&printing->made->table, 4);
	end_row(printing);
}

static void put_events(struct printing *printing)
{
	const struct tally *tally = &printing->figures->tally;

	for (uint32_t i = 0; i < tally->entities.count; i++)
		if (tally->row[i].count)
			put_event(printing, i);
}

static void put_span(struct printing *printing, const struct pair *pair)
{
	struct table *table = &printing->made->table;
	char name[PAIRS_NAME];

	pairs_name(pair, name);
	put_head(printing, SPANS, &no_entity, name, "", "");
	put_count(printing, pair->spread.count);
	figures_put_quantile(table, &pair->spread, P50);
	figures_put_quantile(table, &pair->spread, P99);
	figures_put_duration(table, pair->spread.greatest);
	put_empty(table, 1);
	end_row(printing);
}

static void put_spans(struct printing *printing)
{
	const struct pairs *pairs = &printing->figures->pairs;

	for (uint32_t i = 0; i < pairs->count; i++)
		if (pairs->pair[i].spread.count)
			put_span(printing, &pairs->pair[i]);
}

static void put_counter(struct printing *printing, const struct level *level)
{
	struct figures *figures = printing->figures;
	const struct posix_trace_field_np *field =
		&fields_layout(&figures->fields, level->type)
			 ->field[level->field];
	struct table *table = &printing->made->table;
	char unit[64], name[NAME];

	text_tame(unit, sizeof(unit), field->unit);
	text_tame(name, sizeof(name), field->name);
	put_head(printing, COUNTERS, &no_entity,
		 labels_event(&figures->labels, level->type).text, name, unit);
	put_count(printing, level->count);
	put_empty(table, 3);
	figures_put_level(table, level->last, printing->for_people ? unit : "");
	end_row(printing);
}

static void put_counters(struct printing *printing)
{
	const struct levels *levels = &printing->figures->levels;

	for (size_t i = 0; i < levels->count; i++)
		if (levels->level[i].count)
			put_counter(printing, &levels->level[i]);
}

static void (*const put_kind[])(struct printing *printing) = {
	put_all,
	put_events,
	put_spans,
	put_counters,
};

/* Tables */

static void add_names(struct figures_table *made, enum tally_group group,
		      bool for_people)
{
	if (for_people) {
		figures_add_column(made, "FROM", "", true);
	} else {
		figures_add_column(made, "", "from_ns", true);
		figures_add_column(made, "", "to_ns", true);
		figures_add_column(made, "", "kind", false);
	}
	figures_add_entity_columns(made, group, for_people);
	figures_add_column(made, "NAME", "name", false);
	if (for_people)
		return;
	figures_add_column(made, "", "field", false);
	figures_add_column(made, "", "unit", false);
}

static void begin_table(struct printing *printing, const char *name)
{
	struct figures_table *made = printing->made;

	figures_begin(made);
	add_names(made, printing->figures->tally.group, printing->for_people);
	figures_add_column(made, "COUNT", "count", true);
	figures_add_column(made, "RATE/S", "rate_per_s", true);
	figures_add_column(made, "P50", "p50_ns", true);
	figures_add_column(made, "P99", "p99_ns", true);
	figures_add_column(made, "MAX", "max_ns", true);
	figures_add_column(made, "LAST", "last", true);
	figures_add_column(made, "LOST", "lost", true);
	if (!printing->for_people)
		figures_add_column(made, "", "lost_places", true);
	figures_end(made, name);
}

/* Rows that are printed later have the same widths, as far as possible. */
static void keep_widths(struct periods_table *rows, struct figures_table *made)
{
	const struct table *table = &made->table;

	for (size_t i = 0; i < made->count; i++) {
		int *least = &rows->least[i];

		if (!*least)
			*least = made->columns[i].right ? WIDE_NUMBER :
							  WIDE_NAME;
		for (size_t row = 0; row < table_rows(table); row++) {
			const int len = (int)strlen(
				table->cells[row * table->width + i].shown);

			*least = len > *least ? len : *least;
		}
		made->columns[i].least = *least;
	}
}

static int print_rows(struct periods_table *rows, struct printing *printing,
		      FILE *out)
{
	static struct figures_table made;
	const struct table *table = &made.table;
	int err;

	printing->made = &made;
	begin_table(printing, "");
	for (size_t i = 0; i < KINDS; i++)
		put_kind[i](printing);
	made.table.is_continued = rows->is_continued;
	if (!made.table.failed && printing->for_people)
		keep_widths(rows, &made);
	err = table_print(&table, 1, rows->form, out);
	rows->is_continued = true;
	table_fini(&made.table);
	return err;
}

static int print_object(struct printing *printing, FILE *out)
{
	static const char *const names[] = { "period", "events", "spans",
					     "counters" };
	static struct figures_table made[KINDS];
	const struct table *tables[KINDS];
	int err;

	for (size_t i = 0; i < KINDS; i++) {
		printing->made = &made[i];
		begin_table(printing, names[i]);
		put_kind[i](printing);
		tables[i] = &made[i].table;
	}
	err = table_print(tables, KINDS, TABLE_JSON, out);
	for (size_t i = 0; i < KINDS; i++)
		table_fini(&made[i].table);
	return err;
}

int periods_table_print(struct periods_table *rows,
			const struct periods *periods, FILE *out)
{
	struct printing printing = {
		.figures = periods->figures,
		.periods = periods,
		.for_people = rows->form == TABLE_TEXT,
	};

	return rows->form == TABLE_JSON ? print_object(&printing, out) :
					  print_rows(rows, &printing, out);
}
