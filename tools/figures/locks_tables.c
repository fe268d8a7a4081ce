/*
 * locks_tables.c - who waits for what, and who has it, as tables
 */
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>

#include "common/text.h"
#include "event/objects.h"
#include "figures/code.h"
#include "figures/locks_tables.h"

enum {
	PEOPLES = 12, /* rows for people */
	NAME = 4 * OBJECTS_TEXT,
};

/* What is made of the locks of figures. */
struct making {
	struct figures *figures;
	const struct locks *locks;
	struct symbols *symbols;
	struct figures_table *made;
	bool for_people;
	bool several; /* processes */
};

/* The most first */

typedef uint64_t weight_of(const struct locks *locks, uint32_t number);

struct order {
	const struct locks *locks;
	weight_of *weight;
};

static int compare(const void *x, const void *y, void *context)
{
	const struct order *order = context;
	const uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
	const uint64_t of_a = order->weight(order->locks, a);
	const uint64_t of_b = order->weight(order->locks, b);

	if (of_a != of_b)
		return of_a < of_b ? 1 : -1;
	return (a > b) - (a < b);
}

/* The numbers of what weighs anything, for the caller to free. NULL: there is
 * no memory. */
static uint32_t *sort(const struct locks *locks, const struct keys *keys,
		      weight_of *weight, uint32_t *count)
{
	struct order order = { .locks = locks, .weight = weight };
	uint32_t *numbers = calloc((size_t)keys->count + 1, sizeof(*numbers));

	*count = 0;
	if (!numbers)
		return NULL;
	for (uint32_t i = 0; i < keys->count; i++)
		if (weight(locks, i))
			numbers[(*count)++] = i;
	qsort_r(numbers, *count, sizeof(*numbers), compare, &order);
	return numbers;
}

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

	if (object->is_had || (!span->waited.count && !span->at_once &&
			       !object->waiting))
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

static bool get_object(const struct making *making,
		       const struct lock_object *object,
		       struct posix_trace_object_np *found)
{
	const struct lock_process *process =
		lock_process(making->locks, object->process);
	const struct timespec when = {
		.tv_sec = object->latest_ns / 1000000000,
		.tv_nsec = object->latest_ns % 1000000000,
	};

	return object->latest_ns >= 0 &&
	       !objects_get(making->figures->source, making->symbols,
			    process->origin, process->pid, object->address,
			    making->locks->word[object->kind], &when, found);
}

/* "mutex/jobs", "fd/3", "mutex/0x5000" */
static void name_object(const struct making *making,
			const struct lock_object *object, char name[NAME])
{
	const char *kind = making->locks->word[object->kind];
	struct posix_trace_object_np found;
	char raw[OBJECTS_TEXT + 32];

	if (get_object(making, object, &found) && *found.name)
		snprintf(raw, sizeof(raw), "%s/%s", found.kind, found.name);
	else if (object->hex)
		snprintf(raw, sizeof(raw), "%s/0x%" PRIx64, kind,
			 object->address);
	else
		snprintf(raw, sizeof(raw), "%s/%" PRId64, kind,
			 (int64_t)object->address);
	text_tame(name, NAME, raw);
}

static void add_object_columns(struct making *making, const char *title)
{
	struct figures_table *made = making->made;

	if (!making->for_people || making->several)
		figures_add_who_columns(made, TALLY_PROCESS,
					making->for_people);
	figures_add_column(made, title, "object", false);
	if (!making->for_people) {
		figures_add_column(made, "", "kind", false);
		figures_add_column(made, "", "number", true);
	}
}

static void put_object(struct making *making, const struct lock_object *object)
{
	const struct lock_process *process =
		lock_process(making->locks, object->process);
	const struct who who = { .origin = process->origin,
				 .pid = process->pid };
	struct table *table = &making->made->table;
	char name[NAME], kind[NAME];

	if (!making->for_people || making->several)
		figures_put_who(making->figures, table, TALLY_PROCESS, &who,
				making->for_people);
	name_object(making, object, name);
	table_text(table, name, name);
	if (making->for_people)
		return;
	text_tame(kind, sizeof(kind), making->locks->word[object->kind]);
	table_text(table, kind, kind);
	table_number(table, object->address, NULL);
}

static void add_sum_columns(struct figures_table *made, const char *what,
			    const char *const keys[3])
{
	figures_add_column(made, what, keys[0], true);
	figures_add_column(made, "MEAN", keys[1], true);
	figures_add_column(made, "MAX", keys[2], true);
}

/* going_on: how many have not ended, and are in the sum. */
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

/* Tables */

static uint32_t rows_of(const struct making *making, uint32_t count)
{
	return making->for_people && count > PEOPLES ? PEOPLES : count;
}

static void put_lock(struct making *making, uint32_t number)
{
	const struct lock_object *object = lock_object(making->locks, number);
	struct table *table = &making->made->table;

	put_object(making, object);
	figures_put_count(table, object->times);
	figures_put_count(table, object->waited.count + object->waiting);
	put_sum(table, &object->waited, object->waiting);
	if (object->waited.total)
		figures_put_duration(table, object->nobodys);
	else
		table_number(table, 0, "-");
	put_sum(table, &object->had, object->having);
	if (making->for_people)
		return;
	table_number(table, object->waiting, NULL);
	table_number(table, object->having, NULL);
}

static void add_lock_columns(struct making *making)
{
	static const char *const waited[] = { "wait_ns", "wait_mean_ns",
					      "wait_max_ns" };
	static const char *const held[] = { "held_ns", "held_mean_ns",
					    "held_max_ns" };
	struct figures_table *made = making->made;

	add_object_columns(making, "LOCK");
	figures_add_column(made, "TAKEN", "taken", true);
	figures_add_column(made, "WAITED", "waited", true);
	add_sum_columns(made, "WAITING", waited);
	figures_add_column(made, "FREE", "wait_free_ns", true);
	add_sum_columns(made, "HELD", held);
	if (making->for_people)
		return;
	figures_add_column(made, "", "waiting_at_end", true);
	figures_add_column(made, "", "held_at_end", true);
}

static struct code code_of(const struct lock_thread *thread, uint64_t address)
{
	return (struct code){ thread->origin, thread->pid, address };
}

static void put_holder(struct making *making, uint32_t number)
{
	const struct locks *locks = making->locks;
	const struct lock_place *place = lock_place(locks, number);
	const struct lock_part *part = lock_part(locks, place->part);
	const struct lock_thread *thread = lock_thread(locks, part->thread);
	const struct code code = code_of(thread, place->address);
	struct table *table = &making->made->table;
	const char *name;

	put_object(making, lock_object(locks, part->object));
	if (making->for_people) {
		name = labels_thread(&making->figures->labels, thread->origin,
				     thread->pid, thread->tid)
			       .text;
		table_text(table, name, name);
	} else {
		table_number(table, (unsigned)thread->tid, NULL);
	}
	code_put(making->figures, making->symbols, &code, table,
		 making->for_people);
	figures_put_count(table, place->times);
	figures_put_duration(table, place->cost);
	code_put_last(making->symbols, &code, table, making->for_people);
}

static void add_holder_columns(struct making *making)
{
	struct figures_table *made = making->made;

	add_object_columns(making, "LOCK");
	figures_add_column(made, "HELD BY", "tid", !making->for_people);
	code_add_columns(made, "SINCE", making->for_people);
	figures_add_column(made, "TIMES", "times", true);
	figures_add_column(made, "OTHERS WAITED", "cost_ns", true);
	code_add_last_column(made, making->for_people);
}

static void put_wait(struct making *making, uint32_t number)
{
	const struct lock_span *span = lock_span(making->locks, number);
	const struct lock_object *object =
		lock_object(making->locks, span->object);
	struct table *table = &making->made->table;
	char name[NAME];

	put_object(making, object);
	text_tame(name, sizeof(name), making->locks->word[span->name]);
	table_text(table, name, name);
	figures_put_count(table, span->at_once);
	figures_put_count(table, span->waited.count);
	put_sum(table, &span->waited, object->waiting);
	if (!making->for_people)
		table_number(table, object->waiting, NULL);
}

static void add_wait_columns(struct making *making)
{
	static const char *const waited[] = { "wait_ns", "wait_mean_ns",
					      "wait_max_ns" };
	struct figures_table *made = making->made;

	add_object_columns(making, "OBJECT");
	figures_add_column(made, "SPAN", "span", false);
	figures_add_column(made, "AT ONCE", "at_once", true);
	figures_add_column(made, "COUNT", "count", true);
	add_sum_columns(made, "TOTAL", waited);
	if (!making->for_people)
		figures_add_column(made, "", "waiting_at_end", true);
}

static uint64_t seen_for(const struct lock_thread *thread)
{
	return thread->last_ns > thread->first_ns ?
		       (uint64_t)thread->last_ns -
			       (uint64_t)thread->first_ns :
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

static void put_waiter(struct making *making, uint32_t number)
{
	const struct lock_thread *thread = lock_thread(making->locks, number);
	const struct lock_part *most =
		thread->most ? lock_part(making->locks, thread->most - 1) :
			       NULL;
	const struct who who = { .origin = thread->origin,
				 .pid = thread->pid,
				 .tid = thread->tid };
	struct table *table = &making->made->table;
	char name[NAME] = "";

	figures_put_who(making->figures, table, TALLY_THREAD, &who,
			making->for_people);
	figures_put_duration(table, seen_for(thread));
	figures_put_duration(table, thread->waited.total);
	put_share(table, thread);
	if (most)
		name_object(making, lock_object(making->locks, most->object),
			    name);
	figures_put_duration(table, most ? most->waited : 0);
	table_text(table, name, name);
}

static void add_waiter_columns(struct making *making)
{
	struct figures_table *made = making->made;

	figures_add_who_columns(made, TALLY_THREAD, making->for_people);
	figures_add_column(made, "SEEN FOR", "seen_ns", true);
	figures_add_column(made, "WAITED", "waited_ns", true);
	figures_add_column(made, "OF IT", "waited_percent", true);
	figures_add_column(made, "MOST", "most_ns", true);
	figures_add_column(made, "FOR", "most_for", false);
}

static const struct made_of {
	const char *name;
	size_t keys; /* in struct locks */
	weight_of *weight;
	void (*add_columns)(struct making *making);
	void (*put_row)(struct making *making, uint32_t number);
} tables[LOCKS_TABLES] = {
	{ "locks", offsetof(struct locks, objects), weight_of_lock,
	  add_lock_columns, put_lock },
	{ "holders", offsetof(struct locks, places), weight_of_place,
	  add_holder_columns, put_holder },
	{ "waits", offsetof(struct locks, spans), weight_of_span,
	  add_wait_columns, put_wait },
	{ "waiters", offsetof(struct locks, threads), weight_of_thread,
	  add_waiter_columns, put_waiter },
};

static const struct keys *keys_of(const struct locks *locks,
				  const struct made_of *of)
{
	return (const struct keys *)((const char *)locks + of->keys);
}

static void make(struct making *making, const struct made_of *of)
{
	struct figures_table *made = making->made;
	uint32_t *rows, count;

	figures_begin(made);
	of->add_columns(making);
	figures_end(made, of->name);
	rows = sort(making->locks, keys_of(making->locks, of), of->weight,
		    &count);
	made->table.failed |= !rows;
	for (uint32_t i = 0; i < rows_of(making, count); i++)
		of->put_row(making, rows[i]);
	made->left = count - rows_of(making, count);
	free(rows);
}

static void begin(struct making *making, struct figures *figures)
{
	*making = (struct making){
		.figures = figures,
		.locks = &figures->locks,
		.several = figures->locks.processes.count > 1,
	};
	if (figures->locks.objects.count || figures->locks.places.count)
		making->symbols = symbols_create(figures->source,
						 figures->options.ascii);
}

void locks_tables(struct figures *figures,
		  struct figures_table made[LOCKS_TABLES], bool for_people)
{
	struct making making;

	locks_settle(&figures->locks);
	begin(&making, figures);
	making.for_people = for_people;
	for (size_t i = 0; i < LOCKS_TABLES; i++) {
		making.made = &made[i];
		make(&making, &tables[i]);
	}
	symbols_close(making.symbols);
}

/* Somebody who has it does not let it go, as far as is known. */
static void remark(struct making *making, const struct lock_object *object,
		   FILE *out)
{
	const struct locks *locks = making->locks;
	const struct lock_part *part =
		lock_part(locks, object->owners.oldest - 1);
	const struct lock_thread *thread = lock_thread(locks, part->thread);
	char name[NAME], place[CODE_TEXT];
	struct code code;

	name_object(making, object, name);
	fprintf(out, "%s: %u waiting, and %s has it", name,
		(unsigned)object->waiting,
		labels_thread(&making->figures->labels, thread->origin,
			      thread->pid, thread->tid)
			.text);
	if (part->place != KEYS_NONE) {
		code = code_of(thread, lock_place(locks, part->place)->address);
		code_name(making->figures, making->symbols, &code, place);
		fprintf(out, ", since %s", place);
	}
	fputc('\n', out);
}

void locks_remarks(struct figures *figures, FILE *out)
{
	const struct locks *locks = &figures->locks;
	struct making making;
	unsigned said = 0;

	begin(&making, figures);
	for (uint32_t i = 0; i < locks->objects.count && said < PEOPLES; i++) {
		const struct lock_object *object = lock_object(locks, i);

		if (!object->waiting || !object->owners.oldest)
			continue;
		remark(&making, object, out);
		said++;
	}
	symbols_close(making.symbols);
}
