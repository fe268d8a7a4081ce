/*
 * figures_tables.c - figures of a trace as tables
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/text.h"
#include "figures/figures_tables.h"
#include "source/programs.h"

enum { P50 = 500000, P99 = 990000, P999 = 999000, NAME = 160 };

/* Columns */

void figures_add_entity_columns(struct figures_table *made,
				enum tally_group group, bool for_people)
{
	if (group == TALLY_EVENT)
		return;
	if (for_people) {
		figures_add_column(made,
				   group == TALLY_THREAD ? "THREAD" : "PROCESS",
				   "", false);
		return;
	}
	figures_add_column(made, "", "host", false);
	figures_add_column(made, "", "comm", false);
	figures_add_column(made, "", "pid", true);
	if (group == TALLY_THREAD)
		figures_add_column(made, "", "tid", true);
}

/* Cells */

static void put_number_or_null(struct table *table, pid_t number)
{
	char digits[16] = "";

	if (number)
		snprintf(digits, sizeof(digits), "%d", (int)number);
	table_bare(table, digits, digits);
}

int64_t figures_since(const struct figures *figures, int64_t ns)
{
	return (int64_t)((uint64_t)ns - (uint64_t)figures->base_ns);
}

char *figures_offset(const struct figures *figures, char *buf, int64_t ns,
		     int decimals)
{
	const double whole =
		(double)figures->tally.last_ns - (double)figures->base_ns;
	const double offset = (double)figures_since(figures, ns);
	const double unit = whole >= 1e9 ? 1e9 : whole >= 1e6 ? 1e6 : 1e3;

	snprintf(buf, TEXT_MAX, "%+.*f %s", decimals, offset / unit,
		 whole >= 1e9 ? "s" :
		 whole >= 1e6 ? "ms" :
				"us");
	return buf;
}

static void put_time(const struct figures *figures, struct table *table,
		     int64_t ns)
{
	char shown[TEXT_MAX], value[TEXT_MAX];

	snprintf(value, sizeof(value), "%lld", (long long)ns);
	table_bare(table, figures_offset(figures, shown, ns, 1), value);
}

static void get_host(struct figures *figures, const struct entity *entity,
		     char name[NAME])
{
	text_tame(name, NAME, source_get_host(figures->source, entity->origin));
}

static void get_comm(struct figures *figures, const struct entity *entity,
		     char name[NAME])
{
	char program[PROGRAMS_NAME];
	struct timespec when;

	*name = '\0';
	if (!entity->pid)
		return;
	programs_name(figures->source, entity->origin, entity->pid,
		      programs_when(entity->program, &when), program, NULL);
	text_tame(name, NAME, program);
}

static void put_process(struct figures *figures, struct table *table,
			const struct entity *entity)
{
	char host[NAME] = "", comm[NAME], shown[3 * NAME];

	if (figures->labels.hosts)
		get_host(figures, entity, host);
	get_comm(figures, entity, comm);
	snprintf(shown, sizeof(shown), "%s%s%s (%d)", host, *host ? ":" : "",
		 *comm ? comm : "-", (int)entity->pid);
	table_text(table, entity->pid ? shown : "-", shown);
}

static void put_thread(struct figures *figures, struct table *table,
		       const struct entity *entity)
{
	struct timespec when;
	const char *text = labels_thread(&figures->labels, entity->origin,
					 entity->pid, entity->tid,
					 programs_when(entity->program, &when))
				   .text;

	table_text(table, text, text);
}

void figures_put_entity(struct figures *figures, struct table *table,
			enum tally_group group, const struct entity *entity,
			bool for_people)
{
	char name[NAME];

	if (group == TALLY_EVENT)
		return;
	if (for_people && group == TALLY_PROCESS)
		put_process(figures, table, entity);
	if (for_people && group == TALLY_THREAD)
		put_thread(figures, table, entity);
	if (for_people)
		return;
	get_host(figures, entity, name);
	table_text(table, name, name);
	get_comm(figures, entity, name);
	table_text(table, name, name);
	put_number_or_null(table, entity->pid);
	if (group == TALLY_THREAD)
		put_number_or_null(table, entity->tid);
}

/* Types beyond the limit share a row. */
static void put_event(struct figures *figures, struct table *table,
		      uint32_t number)
{
	const struct entities *entities = &figures->tally.entities;
	const char *name = "(others)";

	if (!entities_is_rest(entities, number))
		name = labels_event(&figures->labels,
				    entities->entity[number].type)
			       .text;
	table_text(table, name, name);
}

/* Tables */

static void add_event_columns(struct figures_table *made)
{
	figures_add_column(made, "EVENT", "name", false);
	figures_add_column(made, "COUNT", "count", true);
	figures_add_column(made, "RATE/S", "rate_per_s", true);
	figures_add_column(made, "FIRST", "first_ns", false);
	figures_add_column(made, "LAST", "last_ns", false);
	figures_add_column(made, "LOST NEARBY", "lost_nearby", false);
}

void figures_events(struct figures *figures, struct figures_table *made,
		    const uint32_t *order, bool for_people)
{
	const struct tally *tally = &figures->tally;
	struct table *table = &made->table;

	figures_begin(made);
	figures_add_entity_columns(made, tally->group, for_people);
	add_event_columns(made);
	figures_end(made, "events");
	for (uint32_t i = 0; i < tally->entities.count; i++) {
		const struct tally_row *row = &tally->row[order[i]];

		if (!row->count)
			continue;
		figures_put_entity(figures, table, tally->group,
				   &tally->entities.entity[order[i]],
				   for_people);
		put_event(figures, table, order[i]);
		figures_put_count(table, row->count);
		figures_put_rate(table, tally_rate(tally, row));
		put_time(figures, table, row->first_ns);
		put_time(figures, table, row->last_ns);
		figures_put_count(table, row->lost);
	}
}

void figures_intervals(struct figures *figures, struct figures_table *made,
		       const uint32_t *order, bool for_people)
{
	const struct tally *tally = &figures->tally;
	struct table *table = &made->table;

	figures_begin(made);
	figures_add_entity_columns(made, tally->group, for_people);
	figures_add_column(made, "INTERVAL", "name", false);
	figures_add_column(made, "COUNT", "count", true);
	figures_add_column(made, "MIN", "min_ns", true);
	figures_add_column(made, "P50", "p50_ns", true);
	figures_add_column(made, "P99", "p99_ns", true);
	figures_add_column(made, "MAX", "max_ns", true);
	figures_end(made, "intervals");
	for (uint32_t i = 0; i < tally->entities.count; i++) {
		const struct spread *spread = tally->row[order[i]].intervals;

		if (!spread)
			continue;
		figures_put_entity(figures, table, tally->group,
				   &tally->entities.entity[order[i]],
				   for_people);
		put_event(figures, table, order[i]);
		figures_put_count(table, spread->count);
		figures_put_duration(table, spread->least);
		figures_put_quantile(table, spread, P50);
		figures_put_quantile(table, spread, P99);
		figures_put_duration(table, spread->greatest);
	}
}

void figures_losses(struct figures *figures, struct figures_table *made,
		    bool for_people)
{
	const struct nearby_losses *nearby = &figures->tally.nearby;
	struct table *table = &made->table;

	figures_begin(made);
	figures_add_entity_columns(made, TALLY_THREAD, for_people);
	if (for_people)
		made->columns[0].title = "LOST BY";
	figures_add_column(made, "EVENTS", "lost", true);
	figures_add_column(made, "PLACES", "places", true);
	figures_add_column(made, "FIRST", "first_ns", false);
	figures_add_column(made, "LAST", "last_ns", false);
	figures_end(made, "losses");
	for (uint32_t i = 0; i < nearby->threads.count; i++) {
		const struct nearby_thread *thread = &nearby->thread[i];
		struct entity entity = nearby->threads.entity[i];

		if (!thread->places)
			continue;
		entity.program = thread->first_ns;
		figures_put_entity(figures, table, TALLY_THREAD, &entity,
				   for_people);
		figures_put_count(table, thread->lost);
		figures_put_count(table, thread->places);
		put_time(figures, table, thread->first_ns);
		put_time(figures, table, thread->last_ns);
	}
}

static void put_counter(struct figures *figures, struct table *table,
			const struct level *level, bool for_people)
{
	const struct posix_trace_field_np *field =
		&fields_layout(&figures->fields, level->type)
			 ->field[level->field];
	const char *event = labels_event(&figures->labels, level->type).text;
	char unit[64], name[2 * TRACE_EVENT_NAME_MAX];
	const char *shown_unit = for_people ? unit : "";

	text_tame(unit, sizeof(unit), field->unit);
	snprintf(name, sizeof(name), "%s.%s", event, field->name);
	table_text(table, name, event);
	if (!for_people) {
		table_text(table, field->name, field->name);
		table_text(table, unit, unit);
	}
	figures_put_count(table, level->count);
	figures_put_level(table, level->least, shown_unit);
	figures_put_level(table, level->sum / (long double)level->count,
			  shown_unit);
	figures_put_level(table, level->greatest, shown_unit);
	figures_put_level(table, level->last, shown_unit);
}

void figures_counters(struct figures *figures, struct figures_table *made,
		      bool for_people)
{
	const struct levels *levels = &figures->levels;

	figures_begin(made);
	figures_add_column(made, "COUNTER", "name", false);
	if (!for_people) {
		figures_add_column(made, "", "field", false);
		figures_add_column(made, "", "unit", false);
	}
	figures_add_column(made, "COUNT", "count", true);
	figures_add_column(made, "MIN", "min", true);
	figures_add_column(made, "AVG", "avg", true);
	figures_add_column(made, "MAX", "max", true);
	figures_add_column(made, "LAST", "last", true);
	figures_end(made, "counters");
	for (uint32_t i = 0; i < levels->count; i++)
		if (levels->level[i].count)
			put_counter(figures, &made->table, &levels->level[i],
				    for_people);
}

static void add_pair_columns(struct figures_table *made)
{
	static const char *const keys[] = {
		"span",	  "begin",  "end",    "by",	 "n",	   "unmatched",
		"min_ns", "p50_ns", "p99_ns", "p999_ns", "max_ns", "slowest",
	};

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		figures_add_column(made, "", keys[i], false);
}

static void put_text(struct table *table, const char *text)
{
	table_text(table, text ? text : "", text ? text : "");
}

static void put_span(struct table *table, const char *span)
{
	char shown[4 * TRACE_EVENT_NAME_MAX] = "";

	if (span)
		text_tame(shown, sizeof(shown), span);
	put_text(table, shown);
}

static void put_slowest_times(struct table *table, const struct pair *pair)
{
	char value[TEXT_MAX];
	const int64_t times[] = { pair->slowest_from, pair->slowest_to };

	for (size_t i = 0; i < 2; i++) {
		snprintf(value, sizeof(value), "%lld", (long long)times[i]);
		table_bare(table, value, pair->spread.count ? value : "");
	}
}

/* All may have ended. */
static void put_longest(struct table *table, const struct pair *pair)
{
	if (pair->waiting)
		table_number(table, pair->longest, NULL);
	else
		table_bare(table, "-", "");
}

void figures_pairs(struct figures *figures, struct figures_table *made)
{
	struct table *table = &made->table;
	const struct pairs *pairs = &figures->pairs;

	figures_begin(made);
	add_pair_columns(made);
	figures_add_column(made, "", "slowest_from_ns", false);
	figures_add_column(made, "", "slowest_to_ns", false);
	figures_add_column(made, "", "at_once", false);
	figures_add_column(made, "", "not_ended", false);
	figures_add_column(made, "", "not_ended_max_ns", false);
	figures_end(made, "pairs");
	for (uint32_t i = 0; i < pairs->count; i++) {
		const struct pair *pair = &pairs->pair[i];
		const struct spread *spread = &pair->spread;

		put_span(table, pair->span);
		put_text(table, pair->begin.names);
		put_text(table, pair->end.names);
		put_text(table, pairs_by(pair));
		table_number(table, spread->count, NULL);
		table_number(table, pairs_unmatched(pair), NULL);
		figures_put_quantile(table, spread, 0);
		figures_put_quantile(table, spread, P50);
		figures_put_quantile(table, spread, P99);
		figures_put_quantile(table, spread, P999);
		figures_put_quantile(table, spread, 1000000);
		put_text(table, pair->slowest);
		put_slowest_times(table, pair);
		table_number(table, pair->at_once, NULL);
		table_number(table, pair->waiting, NULL);
		put_longest(table, pair);
	}
}
