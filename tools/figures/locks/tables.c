/*
 * tables.c - waiting and ownership as tables
 */
#include <stddef.h>

#include "common/stamp.h"
#include "common/text.h"
#include "figures/code.h"
#include "figures/locks/cells.h"
#include "figures/locks/deadlock_table.h"
#include "figures/locks/tables.h"

/* Rows, the most first. */

/* Waiting outweighs having. */
static uint64_t weight_of_lock(const struct locks *locks, uint32_t number)
{
	const struct lock_object *object = lock_object(locks, number);
	const uint64_t waited = object->waited.total;

	if (!object->is_had || !object->times)
		return 0;
	if (waited || object->waiting)
		return UINT64_C(1) << 63 | (waited & INT64_MAX);
	return (object->had.total & (INT64_MAX >> 1)) + 1;
}

static uint64_t weight_of_span(const struct locks *locks, uint32_t number)
{
	const struct lock_span *span = lock_span(locks, number);
	const struct lock_object *object = lock_object(locks, span->object);

	if (object->is_had ||
	    (!span->waited.count && !span->at_once && !span->waiting))
		return 0;
	return (span->waited.total & INT64_MAX) + 1;
}

static uint64_t weight_of_place(const struct locks *locks, uint32_t number)
{
	return lock_place(locks, number)->cost;
}

static uint64_t weight_of_thread(const struct locks *locks, uint32_t number)
{
	return lock_thread(locks, number)->waited.total;
}

/* Cells */

static void add_object_columns(struct lock_tables *tables, const char *title)
{
	if (!tables->for_people || tables->several)
		figures_add_entity_columns(tables->made, TALLY_PROCESS,
					   tables->for_people);
	lock_cells_add_object(tables, title);
}

static void put_object(struct lock_tables *tables,
		       const struct lock_object *object)
{
	const struct lock_process *process =
		lock_process(tables->locks, object->process);
	const struct entity entity = { .origin = process->origin,
				       .pid = process->pid,
				       .program = process->last_ns };

	if (!tables->for_people || tables->several)
		figures_put_entity(tables->figures, &tables->made->table,
				   TALLY_PROCESS, &entity, tables->for_people);
	lock_cells_put_object(tables, object);
}

static void add_sum_columns(struct figures_table *made, const char *what,
			    const char *const keys[3])
{
	figures_add_column(made, what, keys[0], true);
	figures_add_column(made, "MEAN", keys[1], true);
	figures_add_column(made, "MAX", keys[2], true);
}

/* going_on: number of unfinished ones, included in the sum. */
static void put_sum(struct table *table, const struct lock_sum *sum,
		    uint64_t going_on)
{
	const uint64_t count = sum->count + going_on;

	if (!count) {
		for (int i = 0; i < 3; i++)
			table_number(table, 0, "-");
		return;
	}
	figures_put_duration(table, sum->total);
	figures_put_duration(table, sum->total / count);
	figures_put_duration(table, sum->greatest);
}

/* For people, unfinished waits are shown if there are any; programs have a
 * column for them. */
static bool shows_unended(const struct lock_tables *tables)
{
	return tables->for_people && tables->locks->waiting;
}

static void add_unended_column(struct lock_tables *tables)
{
	if (shows_unended(tables))
		figures_add_column(tables->made, "NOT ENDED", "", true);
}

static void put_unended(struct lock_tables *tables, uint64_t count)
{
	if (shows_unended(tables))
		figures_put_count(&tables->made->table, count);
}

/* Tables */

static void put_lock(void *argument, uint32_t number)
{
	struct lock_tables *tables = argument;
	const struct lock_object *object = lock_object(tables->locks, number);
	struct table *table = &tables->made->table;

	put_object(tables, object);
	figures_put_count(table, object->times);
	figures_put_count(table, object->waited.count + object->waiting);
	put_unended(tables, object->waiting);
	put_sum(table, &object->waited, object->waiting);
	if (object->waited.total)
		figures_put_duration(table, object->nobodys);
	else
		table_number(table, 0, "-");
	put_sum(table, &object->had, object->having);
	if (tables->for_people)
		return;
	table_number(table, object->waiting, NULL);
	table_number(table, object->having, NULL);
}

static void add_lock_columns(struct lock_tables *tables)
{
	static const char *const waited[] = { "wait_ns", "wait_mean_ns",
					      "wait_max_ns" };
	static const char *const held[] = { "held_ns", "held_mean_ns",
					    "held_max_ns" };
	struct figures_table *made = tables->made;

	add_object_columns(tables, "LOCK");
	figures_add_column(made, "TAKEN", "taken", true);
	figures_add_column(made, "WAITED", "waited", true);
	add_unended_column(tables);
	add_sum_columns(made, "WAITING", waited);
	figures_add_column(made, "FREE", "wait_free_ns", true);
	add_sum_columns(made, "HELD", held);
	if (tables->for_people)
		return;
	figures_add_column(made, "", "waiting_at_end", true);
	figures_add_column(made, "", "held_at_end", true);
}

static void put_holder(void *argument, uint32_t number)
{
	struct lock_tables *tables = argument;
	const struct locks *locks = tables->locks;
	const struct lock_place *place = lock_place(locks, number);
	const struct lock_claim *claim = lock_claim(locks, place->claim);
	const struct lock_thread *thread = lock_thread(locks, claim->thread);
	const struct code code = lock_cells_code(thread, place->address);
	struct table *table = &tables->made->table;
	const char *name;

	put_object(tables, lock_object(locks, claim->object));
	if (tables->for_people) {
		name = lock_cells_thread(tables, thread);
		table_text(table, name, name);
	} else {
		table_number(table, (unsigned)thread->tid, NULL);
	}
	code_put(tables->figures, tables->symbols, &code, table,
		 tables->for_people);
	figures_put_count(table, place->times);
	figures_put_duration(table, place->cost);
	code_put_last(tables->symbols, &code, table, tables->for_people);
}

static void add_holder_columns(struct lock_tables *tables)
{
	struct figures_table *made = tables->made;

	add_object_columns(tables, "LOCK");
	figures_add_column(made, "HELD BY", "tid", !tables->for_people);
	code_add_columns(made, "SINCE", tables->for_people);
	figures_add_column(made, "TIMES", "times", true);
	figures_add_column(made, "OTHERS WAITED", "cost_ns", true);
	code_add_last_column(made, tables->for_people);
}

static void put_wait(void *argument, uint32_t number)
{
	struct lock_tables *tables = argument;
	const struct lock_span *span = lock_span(tables->locks, number);
	const struct lock_object *object =
		lock_object(tables->locks, span->object);
	struct table *table = &tables->made->table;
	char name[LOCK_NAME];

	put_object(tables, object);
	text_tame(name, sizeof(name), tables->locks->words.word[span->name]);
	table_text(table, name, name);
	figures_put_count(table, span->at_once);
	figures_put_count(table, span->waited.count + span->waiting);
	put_unended(tables, span->waiting);
	put_sum(table, &span->waited, span->waiting);
	if (!tables->for_people)
		table_number(table, span->waiting, NULL);
}

static void add_wait_columns(struct lock_tables *tables)
{
	static const char *const waited[] = { "wait_ns", "wait_mean_ns",
					      "wait_max_ns" };
	struct figures_table *made = tables->made;

	add_object_columns(tables, "OBJECT");
	figures_add_column(made, "SPAN", "span", false);
	figures_add_column(made, "AT ONCE", "at_once", true);
	figures_add_column(made, "COUNT", "count", true);
	add_unended_column(tables);
	add_sum_columns(made, "TOTAL", waited);
	if (!tables->for_people)
		figures_add_column(made, "", "waiting_at_end", true);
}

static uint64_t seen_for(const struct lock_thread *thread)
{
	return thread->last_ns > thread->first_ns ?
		       (uint64_t)thread->last_ns - (uint64_t)thread->first_ns :
		       0;
}

static void put_share(struct table *table, const struct lock_thread *thread)
{
	const double seen = (double)seen_for(thread);
	const double share =
		seen > 0 ? 100 * (double)thread->waited.total / seen : 0;
	char shown[32], value[32];

	snprintf(shown, sizeof(shown), "%.0f %%", share);
	snprintf(value, sizeof(value), "%.1f", share);
	table_bare(table, shown, value);
}

static void put_waiter(void *argument, uint32_t number)
{
	struct lock_tables *tables = argument;
	const struct lock_thread *thread = lock_thread(tables->locks, number);
	const struct lock_claim *most =
		thread->most ? lock_claim(tables->locks, thread->most - 1) :
			       NULL;
	const struct entity entity = { .origin = thread->origin,
				       .pid = thread->pid,
				       .tid = thread->tid,
				       .program = thread->last_ns };
	struct table *table = &tables->made->table;
	char name[LOCK_NAME] = "";

	figures_put_entity(tables->figures, table, TALLY_THREAD, &entity,
			   tables->for_people);
	figures_put_duration(table, seen_for(thread));
	figures_put_duration(table, thread->waited.total);
	put_share(table, thread);
	if (most)
		lock_names_get(&tables->names,
			       lock_object(tables->locks, most->object), name);
	figures_put_duration(table, most ? most->waited : 0);
	table_text(table, name, name);
}

static void add_waiter_columns(struct lock_tables *tables)
{
	struct figures_table *made = tables->made;

	figures_add_entity_columns(made, TALLY_THREAD, tables->for_people);
	figures_add_column(made, "SEEN FOR", "seen_ns", true);
	figures_add_column(made, "WAITED", "waited_ns", true);
	figures_add_column(made, "OF IT", "waited_percent", true);
	figures_add_column(made, "MOST", "most_ns", true);
	figures_add_column(made, "FOR", "most_for", false);
}

typedef uint64_t weight_of(const struct locks *locks, uint32_t number);

static const struct lock_table {
	const char *name;
	size_t keys; /* in struct locks */
	weight_of *weight;
	void (*add_columns)(struct lock_tables *tables);
	figures_put_row *put_row;
} kinds[LOCKS_TABLES - 1] = {
	{ "locks", offsetof(struct locks, objects), weight_of_lock,
	  add_lock_columns, put_lock },
	{ "holders", offsetof(struct locks, places), weight_of_place,
	  add_holder_columns, put_holder },
	{ "waits", offsetof(struct locks, spans), weight_of_span,
	  add_wait_columns, put_wait },
	{ "waiters", offsetof(struct locks, threads), weight_of_thread,
	  add_waiter_columns, put_waiter },
};

static struct figures_weight weigh(const void *argument, uint32_t number)
{
	const struct lock_tables *tables = argument;

	return (struct figures_weight){
		tables->table->weight(tables->locks, number), 0
	};
}

static void make(struct lock_tables *tables, const struct lock_table *table)
{
	const struct keys *keys =
		(const void *)((const char *)tables->locks + table->keys);

	tables->table = table;
	figures_begin(tables->made);
	table->add_columns(tables);
	figures_end(tables->made, table->name);
	figures_put_rows(tables->made, keys->count,
			 tables->for_people ? LOCKS_PEOPLES : UINT32_MAX, weigh,
			 table->put_row, tables);
}

/* The first call of a line has all of it. */
static int join_places(struct lock_tables *tables)
{
	struct locks *locks = &tables->figures->locks;
	struct pxt_map places = { 0 };
	int err = 0;

	for (uint32_t i = 0; i < locks->places.count && !err; i++) {
		struct lock_place *place = lock_place(locks, i);
		const struct lock_claim *claim =
			lock_claim(locks, place->claim);
		const struct code code = lock_cells_code(
			lock_thread(locks, claim->thread), place->address);
		const struct key owner = { { place->claim } };
		uint32_t first = i;

		if (place->cost)
			err = code_first(&places, tables->figures,
					 tables->symbols, &owner, &code, i,
					 &first);
		if (first == i)
			continue;
		lock_place(locks, first)->times += place->times;
		lock_place(locks, first)->cost += place->cost;
		place->times = place->cost = 0;
	}
	pxt_map_fini(&places);
	return err;
}

/* ENOMEM: deadlocks are unknown. */
static int begin(struct lock_tables *tables, struct figures *figures)
{
	int err;

	*tables = (struct lock_tables){
		.figures = figures,
		.locks = &figures->locks,
		.several = figures->locks.processes.count > 1,
	};
	if (figures->locks.objects.count || figures->locks.places.count)
		tables->symbols =
			symbols_create(figures->source, figures->options.ascii);
	err = lock_names_init(&tables->names, figures, tables->symbols);
	return err ? err : deadlocks_find(&figures->locks, &tables->deadlocks);
}

static void end(struct lock_tables *tables)
{
	deadlocks_fini(&tables->deadlocks);
	lock_names_fini(&tables->names);
	symbols_close(tables->symbols);
}

void locks_tables(struct figures *figures,
		  struct figures_table made[LOCKS_TABLES], bool for_people)
{
	struct lock_tables tables;
	int err;

	locks_settle(&figures->locks);
	err = begin(&tables, figures);
	tables.for_people = for_people;
	tables.made = made;
	deadlock_table_make(&tables);
	if (for_people && !err)
		err = join_places(&tables);
	made->table.failed |= err != 0;
	for (size_t i = 0; i < LOCKS_TABLES - 1; i++) {
		tables.made = &made[i + 1];
		make(&tables, &kinds[i]);
	}
	end(&tables);
}

/* Deadlocks have their own table. */
static bool is_in_deadlock(const struct lock_tables *tables, uint32_t object)
{
	return tables->deadlocks.of_object &&
	       tables->deadlocks.of_object[object];
}

/* Remarks on an owner that never releases, as far as known. */
static void remark(struct lock_tables *tables, const struct lock_object *object,
		   FILE *out)
{
	const struct locks *locks = tables->locks;
	const struct lock_claim *claim =
		lock_claim(locks, object->owners.oldest - 1);
	const struct lock_thread *thread = lock_thread(locks, claim->thread);
	char name[LOCK_NAME], place[CODE_TEXT];
	struct code code;

	lock_names_get(&tables->names, object, name);
	fprintf(out, "%s: %u waiting, and %s has it", name,
		(unsigned)object->waiting, lock_cells_thread(tables, thread));
	if (claim->place != KEYS_NONE) {
		code = lock_cells_code(
			thread, lock_place(locks, claim->place)->address);
		code_name(tables->figures->source, tables->symbols, &code,
			  place);
		fprintf(out, ", since %s", place);
	}
	fputc('\n', out);
}

void locks_remarks(struct figures *figures, FILE *out)
{
	const struct locks *locks = &figures->locks;
	struct lock_tables tables;
	unsigned said = 0, most = LOCKS_PEOPLES;

	if (begin(&tables, figures))
		most = 0;
	for (uint32_t i = 0; i < locks->objects.count && said < most; i++) {
		const struct lock_object *object = lock_object(locks, i);

		if (!object->waiting || !object->owners.oldest ||
		    is_in_deadlock(&tables, i))
			continue;
		remark(&tables, object, out);
		said++;
	}
	end(&tables);
}
