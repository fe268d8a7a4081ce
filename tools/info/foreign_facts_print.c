/*
 * foreign_facts_print.c - facts about a foreign trace, for people
 */
#include <stdio.h>

#include "common/table.h"
#include "common/text.h"
#include "info/foreign_facts.h"
#include "info/info_objects.h"
#include "info/info_text.h"
#include "source/damage_notes.h"
#include "source/damage_print.h"

enum { SHOWN = 20 };

static void print_contents(const struct foreign_facts *facts)
{
	char size[TEXT_MAX], number[TEXT_MAX];

	printf("  size       %s\n", text_size(size, facts->bytes));
	printf("  events     %s\n", text_count(number, facts->events));
	info_text_lost(facts->lost, facts->losses, facts->uncounted);
}

static void print_damage(const struct foreign_facts *facts, bool all)
{
	printf("  damage     ");
	if (damage_notes_count(facts->source, 0))
		damage_print(facts->source, 0, all);
	else
		printf("none\n");
}

/* Tables */

/* Hidden: number of further rows. */
static void print_table(struct table *table, size_t hidden)
{
	char number[TEXT_MAX];

	if (table_rows(table)) {
		printf("  %s\n", table->name);
		info_objects_print_rows(table);
	}
	if (hidden)
		printf("    and %s more (-v)\n", text_count(number, hidden));
	table_fini(table);
}

static void add_text(struct table *table, const char *text)
{
	char shown[POSIX_TRACE_THREAD_NAME_MAX_NP + 1];

	text_tame(shown, sizeof(shown), text);
	table_text(table, shown, shown);
}

static void add_count(struct table *table, unsigned long long count)
{
	char number[TEXT_MAX];

	table_number(table, count, text_count(number, count));
}

static void print_threads(const struct foreign_facts *facts, bool all)
{
	static const struct table_column columns[] = {
		{ "NAME", "name", false, 0 },
		{ "TID", "tid", true, 0 },
		{ "PID", "pid", true, 0 },
		{ "EVENTS", "events", true, 0 },
	};
	const size_t shown =
		all || facts->threads < SHOWN ? facts->threads : SHOWN;
	char name[POSIX_TRACE_THREAD_NAME_MAX_NP + 1], number[TEXT_MAX];
	struct table table;

	table_init(&table, "threads", columns, 4);
	for (size_t i = 0; i < shown; i++) {
		const struct foreign_thread *at = &facts->thread[i];

		if (source_get_thread(facts->source, 0, at->pid, at->tid, name,
				      sizeof(name)))
			*name = '\0';
		add_text(&table, name);
		snprintf(number, sizeof(number), "%d", (int)at->tid);
		table_number(&table, (unsigned)at->tid, number);
		snprintf(number, sizeof(number), "%d", (int)at->pid);
		table_number(&table, (unsigned)at->pid, number);
		add_count(&table, at->events);
	}
	print_table(&table, facts->threads - shown);
}

static void print_types(const struct foreign_facts *facts, bool all)
{
	static const struct table_column columns[] = {
		{ "EVENT", "name", false, 0 },
		{ "COUNT", "events", true, 0 },
	};
	char name[TRACE_EVENT_NAME_MAX + 1];
	size_t count = 0, hidden = 0;
	struct table table;

	table_init(&table, "types", columns, 2);
	for (trace_event_id_t i = 0; i < FOREIGN_FACTS_TYPES; i++) {
		if (!facts->type[i] || source_get_name(facts->source, i, name))
			continue;
		if (count++ >= SHOWN && !all) {
			hidden++;
			continue;
		}
		add_text(&table, name);
		add_count(&table, facts->type[i]);
	}
	print_table(&table, hidden);
}

void foreign_facts_print(const struct foreign_facts *facts, const char *file,
			 bool all, bool utc)
{
	const struct pxt_format *format = source_foreign_format(facts->source);
	char name[4096], system[sizeof(facts->origin.system)];

	text_tame(name, sizeof(name), file);
	text_tame(system, sizeof(system), facts->origin.system);
	printf("%s\n", name);
	printf("  format     %s: %s\n", format->name, format->summary);
	if (*system)
		printf("  system     %s\n", system);
	if (facts->has_items)
		info_text_times(&facts->first, &facts->last, facts->is_own_time,
				utc);
	print_contents(facts);
	print_damage(facts, all);
	print_types(facts, all);
	print_threads(facts, all);
	info_objects_print(facts->source, all);
}
