/*
 * fleet_facts_print.c - facts about a fleet, for people
 */
#include <stdio.h>

#include "common/stamp.h"
#include "common/table.h"
#include "common/text.h"
#include "info/fleet_facts.h"
#include "info/info_objects.h"
#include "info/info_text.h"
#include "source/clocks/offset.h"

enum { SHOWN = 20 };

static void add_text(struct table *table, const char *text)
{
	char shown[256];

	text_tame(shown, sizeof(shown), text);
	table_text(table, shown, shown);
}

static void add_count(struct table *table, unsigned long long count)
{
	char shown[TEXT_MAX];

	table_number(table, count, text_count(shown, count));
}

static void print_rows(struct table *table, const char *what, size_t count,
		       size_t shown)
{
	printf("  %s\n", what);
	info_objects_print_rows(table);
	if (count > shown)
		printf("    and %zu more: -v shows them\n", count - shown);
}

/* Clocks */

static bool is_measured(enum clock_way way)
{
	return way == CLOCK_MESSAGES || way == CLOCK_KERNEL;
}

static bool has_drift(const struct fleet_facts *facts)
{
	for (size_t i = 0; i < facts->set->clocks.count; i++)
		if (clock_shift_drifts(&facts->set->clocks.clock[i].shift))
			return true;
	return false;
}

static void add_drift(struct table *table, const struct clock *clock)
{
	char drift[TEXT_MAX] = "";

	if (clock_shift_drifts(&clock->shift))
		snprintf(drift, sizeof(drift), "%+.3f ppm",
			 clock_shift_ppm(&clock->shift));
	table_text(table, drift, drift);
}

static void add_clock(struct table *table, const struct fleet_facts *facts,
		      size_t number, bool drifts)
{
	const struct clock *clock = &facts->set->clocks.clock[number];
	const char *way = clock->is_contradicted ? "messages that contradict" :
						   fleet_facts_way(clock->way);
	char offset[OFFSET_MAX] = "", error[OFFSET_MAX] = "";

	if (clock->way != CLOCK_UNKNOWN)
		offset_alone(offset, clock->shift.ns);
	if (is_measured(clock->way))
		offset_size(error, clock->shift.error_ns);
	add_text(table, clock->name);
	add_count(table, facts->clock_logs[number]);
	table_text(table, offset, offset);
	table_text(table, error, error);
	table_text(table, way, way);
	if (clock->messages)
		add_count(table, clock->messages);
	else
		table_text(table, "", "");
	if (drifts)
		add_drift(table, clock);
}

static void print_clocks(const struct fleet_facts *facts, size_t shown)
{
	static const struct table_column columns[] = {
		{ "CLOCK", "clock", false, 0 },
		{ "LOGS", "logs", true, 0 },
		{ "OFFSET", "offset", true, 0 },
		{ "+-", "error", true, 0 },
		{ "MEASURED BY", "way", false, 0 },
		{ "PAIRS", "messages", true, 0 },
		{ "DRIFT", "drift", true, 0 },
	};
	const size_t width = sizeof(columns) / sizeof(columns[0]);
	const bool drifts = has_drift(facts);
	const size_t count = facts->set->clocks.count;
	struct table table;

	table_init(&table, "clocks", columns, drifts ? width : width - 1);
	for (size_t i = 0; i < count && i < shown; i++)
		add_clock(&table, facts, i, drifts);
	print_rows(&table, "clocks", count, shown);
	table_fini(&table);
}

/* Programs */

static void print_programs(const struct fleet_facts *facts, size_t shown)
{
	static const struct table_column columns[] = {
		{ "HOST", "host", false, 0 },
		{ "PROGRAM", "program", false, 0 },
		{ "LOGS", "logs", true, 0 },
		{ "EVENTS", "events", true, 0 },
		{ "LOST", "lost", true, 0 },
		{ "DURATION", "duration", true, 0 },
	};
	struct table table;

	table_init(&table, "programs", columns,
		   sizeof(columns) / sizeof(columns[0]));
	for (size_t i = 0; i < facts->programs && i < shown; i++) {
		const struct fleet_program *program = &facts->program[i];
		char duration[TEXT_MAX] = "";

		if (program->has_times)
			text_duration(duration,
				      program->last_ns - program->first_ns);
		add_text(&table, program->host);
		add_text(&table, program->program);
		add_count(&table, program->logs);
		add_count(&table, program->events);
		add_count(&table, program->lost);
		table_text(&table, duration, duration);
	}
	print_rows(&table, "programs", facts->programs, shown);
	table_fini(&table);
}

static void print_logs(const struct fleet_facts *facts)
{
	const struct fleet_program *total = &facts->total;
	char logs[TEXT_MAX], hosts[TEXT_MAX];

	printf("  logs       %s of %s host%s", text_count(logs, total->logs),
	       text_count(hosts, facts->hosts), text_plural(facts->hosts));
	if (total->growing)
		printf(", %zu without an end", total->growing);
	if (total->damaged)
		printf(", %zu damaged", total->damaged);
	if (facts->set->unreadable)
		printf(", and %zu that cannot be read", facts->set->unreadable);
	printf("\n");
}

void fleet_facts_print(const struct fleet_facts *facts, bool all, bool utc)
{
	const struct fleet_program *total = &facts->total;
	const struct timespec first = stamp_time(total->first_ns);
	const struct timespec last = stamp_time(total->last_ns);
	const size_t shown = all ? SIZE_MAX : SHOWN;
	char name[4096], count[TEXT_MAX];

	text_tame(name, sizeof(name), facts->name);
	printf("%s\n", name);
	print_logs(facts);
	if (total->has_times)
		info_text_times(&first, &last, false, utc);
	printf("  events     %s\n", text_count(count, total->events));
	printf("  lost       %s\n", text_count(count, total->lost));
	print_clocks(facts, shown);
	print_programs(facts, shown);
}
