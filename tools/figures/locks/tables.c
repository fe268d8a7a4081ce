/*
 * tables.c - waiting and ownership as tables
 */
#include <stddef.h>
#include <stdlib.h>

#include "common/stamp.h"
#include "common/text.h"
#include "figures/code.h"
#include "figures/locks/deadlocks.h"
#include "figures/locks/names.h"
#include "figures/locks/tables.h"

enum {
	PEOPLES = 12, /* rows shown to people */
	OWNERS = 16,  /* owners shown per wait of a deadlock */
	SOUGHT = 256, /* owners examined */
};

/* State of making tables. */
struct making {
	struct figures *figures;
	const struct locks *locks;
	struct symbols *symbols;
	struct lock_names names;
	struct figures_table *made;
	bool for_people;
	bool several; /* processes */
	struct deadlocks deadlocks;
};

/* Order by weight */

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

/* Numbers with a weight, to be freed by the caller. NULL: no memory. */
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

/* Columns of an object whose process is shown elsewhere. */
static void add_object_columns_of(struct making *making, const char *title)
{
	struct figures_table *made = making->made;

	figures_add_column(made, title, "object", false);
	if (!making->for_people) {
		figures_add_column(made, "", "kind", false);
		figures_add_column(made, "", "number", true);
	}
}

static void add_object_columns(struct making *making, const char *title)
{
	if (!making->for_people || making->several)
		figures_add_who_columns(making->made, TALLY_PROCESS,
					making->for_people);
	add_object_columns_of(making, title);
}

static void put_object_of(struct making *making,
			  const struct lock_object *object)
{
	struct table *table = &making->made->table;
	char name[LOCK_NAME], kind[LOCK_NAME];

	lock_names_get(&making->names, object, name);
	table_text(table, name, name);
	if (making->for_people)
		return;
	text_tame(kind, sizeof(kind), making->locks->words.word[object->kind]);
	table_text(table, kind, kind);
	table_number(table, object->address, NULL);
}

static void put_object(struct making *making, const struct lock_object *object)
{
	const struct lock_process *process =
		lock_process(making->locks, object->process);
	const struct who who = { .origin = process->origin,
				 .pid = process->pid,
				 .program = process->last_ns };

	if (!making->for_people || making->several)
		figures_put_who(making->figures, &making->made->table,
				TALLY_PROCESS, &who, making->for_people);
	put_object_of(making, object);
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
static bool shows_unended(const struct making *making)
{
	return making->for_people && making->locks->waiting;
}

static void add_unended_column(struct making *making)
{
	if (shows_unended(making))
		figures_add_column(making->made, "NOT ENDED", "", true);
}

static void put_unended(struct making *making, uint64_t count)
{
	if (shows_unended(making))
		figures_put_count(&making->made->table, count);
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
	put_unended(making, object->waiting);
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
	add_unended_column(making);
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
	return (struct code){ thread->origin, thread->pid, address,
			      thread->last_ns };
}

static const char *name_of(struct making *making,
			   const struct lock_thread *thread)
{
	const struct timespec when = stamp_time(thread->last_ns);

	return labels_thread(&making->figures->labels, thread->origin,
			     thread->pid, thread->tid, &when)
		.text;
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
		name = name_of(making, thread);
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

/* Calls on one line are one place for people: the first gets the sum. */
static int join_places(struct making *making)
{
	struct locks *locks = &making->figures->locks;
	struct keys names;
	int err = 0;

	keys_init(&names, LOCKS_PARTS, sizeof(uint32_t));
	for (uint32_t i = 0; i < locks->places.count && !err; i++) {
		struct lock_place *place = lock_place(locks, i), *first;
		const struct lock_part *part = lock_part(locks, place->part);
		const struct code code = code_of(
			lock_thread(locks, part->thread), place->address);
		const uint32_t known = names.count;
		struct key key = { { place->part } };
		uint32_t number;

		if (!place->cost)
			continue;
		key.word[1] = code_number(making->figures, making->symbols,
					  &code);
		err = keys_find(&names, &key, true, &number);
		if (err || number == KEYS_NONE)
			continue;
		if (names.count != known) {
			*(uint32_t *)keys_record(&names, number) = i;
			continue;
		}
		first = lock_place(locks,
				   *(uint32_t *)keys_record(&names, number));
		first->times += place->times;
		first->cost += place->cost;
		place->times = place->cost = 0;
	}
	keys_fini(&names);
	return err;
}

static void put_wait(struct making *making, uint32_t number)
{
	const struct lock_span *span = lock_span(making->locks, number);
	const struct lock_object *object =
		lock_object(making->locks, span->object);
	struct table *table = &making->made->table;
	char name[LOCK_NAME];

	put_object(making, object);
	text_tame(name, sizeof(name), making->locks->words.word[span->name]);
	table_text(table, name, name);
	figures_put_count(table, span->at_once);
	figures_put_count(table, span->waited.count + span->waiting);
	put_unended(making, span->waiting);
	put_sum(table, &span->waited, span->waiting);
	if (!making->for_people)
		table_number(table, span->waiting, NULL);
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
	add_unended_column(making);
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
				 .tid = thread->tid,
				 .program = thread->last_ns };
	struct table *table = &making->made->table;
	char name[LOCK_NAME] = "";

	figures_put_who(making->figures, table, TALLY_THREAD, &who,
			making->for_people);
	figures_put_duration(table, seen_for(thread));
	figures_put_duration(table, thread->waited.total);
	put_share(table, thread);
	if (most)
		lock_names_get(&making->names,
			       lock_object(making->locks, most->object), name);
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

/* Deadlocks */

static void add_deadlock_columns(struct making *making)
{
	struct figures_table *made = making->made;

	figures_add_column(made, "DEADLOCK", "deadlock", true);
	figures_add_who_columns(made, TALLY_THREAD, making->for_people);
	add_object_columns_of(making, "WAITS FOR");
	figures_add_column(made, "FOR", "wait_ns", true);
	code_add_columns(made, "AT", making->for_people);
	figures_add_column(made, "HELD BY", "owner", !making->for_people);
	figures_add_column(made, "SINCE", "owner_address",
			   !making->for_people);
	if (making->for_people)
		return;
	figures_add_column(made, "", "owner_function", false);
	figures_add_column(made, "", "owner_place", false);
}

/* The owner of an awaited object. place: of its acquisition, or KEYS_NONE. */
struct owner {
	uint32_t thread, place;
};

static void put_owner(struct making *making, const struct owner *owner)
{
	const struct lock_thread *thread =
		lock_thread(making->locks, owner->thread);
	const bool known = owner->place != KEYS_NONE;
	struct table *table = &making->made->table;
	const struct code code = code_of(
		thread,
		known ? lock_place(making->locks, owner->place)->address : 0);
	const char *name;

	if (making->for_people) {
		name = name_of(making, thread);
		table_text(table, name, name);
	} else {
		table_number(table, (unsigned)thread->tid, NULL);
	}
	if (known) {
		code_put(making->figures, making->symbols, &code, table,
			 making->for_people);
		return;
	}
	table_bare(table, "-", "");
	for (int i = 0; i < 2 && !making->for_people; i++)
		table_text(table, "", "");
}

/* A link of a deadlock: a thread waits for an object owned by another one. */
static void put_link(struct making *making, const struct lock_part *part,
		     const struct owner *owner)
{
	const struct lock_thread *thread =
		lock_thread(making->locks, part->thread);
	const struct who who = { .origin = thread->origin,
				 .pid = thread->pid,
				 .tid = thread->tid,
				 .program = thread->last_ns };
	const struct code code = code_of(thread, part->waits_at);
	struct table *table = &making->made->table;

	if (making->for_people && table_rows(table) == PEOPLES) {
		making->made->left++;
		return;
	}
	table_number(table, making->deadlocks.of_thread[part->thread], NULL);
	figures_put_who(making->figures, table, TALLY_THREAD, &who,
			making->for_people);
	put_object_of(making, lock_object(making->locks, part->object));
	figures_put_duration(table, part->wait.before);
	code_put(making->figures, making->symbols, &code, table,
		 making->for_people);
	put_owner(making, owner);
}

/* A row for each owner in the deadlock. next: the first of these. */
static void put_wait_in_deadlock(struct making *making,
				 const struct lock_part *part, uint32_t *next)
{
	const struct locks *locks = making->locks;
	const struct lock_object *object = lock_object(locks, part->object);
	const uint32_t group = making->deadlocks.of_object[part->object];
	struct owner owner = { .place = KEYS_NONE };
	unsigned told = 0, sought = 0;

	if (!object->owners.oldest) {
		owner.thread = deadlocks_said_owner(locks, object);
		put_link(making, part, &owner);
		*next = owner.thread;
	}
	for (uint32_t at = object->owners.oldest;
	     at && told < OWNERS && sought < SOUGHT; sought++) {
		const struct lock_part *had = lock_part(locks, at - 1);

		at = had->link[LOCK_OBJECT].newer;
		if (making->deadlocks.of_thread[had->thread] != group)
			continue;
		told++;
		owner = (struct owner){ had->thread, had->place };
		put_link(making, part, &owner);
		if (*next == KEYS_NONE)
			*next = owner.thread;
	}
}

/* Follows the waits from thread to thread. */
static void put_deadlock(struct making *making, uint32_t thread, bool *done)
{
	const struct locks *locks = making->locks;
	const uint32_t group = making->deadlocks.of_thread[thread];

	while (thread != KEYS_NONE && !done[thread]) {
		uint32_t at = lock_thread(locks, thread)->busy.oldest;
		uint32_t next = KEYS_NONE;

		done[thread] = true;
		while (at) {
			const struct lock_part *part = lock_part(locks, at - 1);

			at = part->link[LOCK_THREAD].newer;
			if (part->span && making->deadlocks.of_object
						  [part->object] == group)
				put_wait_in_deadlock(making, part, &next);
		}
		thread = next;
	}
}

static void make_deadlocks(struct making *making)
{
	const struct deadlocks *deadlocks = &making->deadlocks;
	const uint32_t threads = making->locks->threads.count;
	bool *done;

	figures_begin(making->made);
	add_deadlock_columns(making);
	figures_end(making->made, "deadlocks");
	if (!deadlocks->count)
		return;
	done = calloc(threads, sizeof(*done));
	making->made->table.failed |= !done;
	for (uint32_t i = 0; i < threads && done; i++)
		if (deadlocks->of_thread[i])
			put_deadlock(making, i, done);
	free(done);
}

static const struct made_of {
	const char *name;
	size_t keys; /* in struct locks */
	weight_of *weight;
	void (*add_columns)(struct making *making);
	void (*put_row)(struct making *making, uint32_t number);
} tables[LOCKS_TABLES - 1] = {
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
	for (uint32_t i = 0; rows && i < rows_of(making, count); i++)
		of->put_row(making, rows[i]);
	made->left = count - rows_of(making, count);
	free(rows);
}

/* ENOMEM: deadlocks are unknown. */
static int begin(struct making *making, struct figures *figures)
{
	int err;

	*making = (struct making){
		.figures = figures,
		.locks = &figures->locks,
		.several = figures->locks.processes.count > 1,
	};
	if (figures->locks.objects.count || figures->locks.places.count)
		making->symbols = symbols_create(figures->source,
						 figures->options.ascii);
	err = lock_names_init(&making->names, figures, making->symbols);
	return err ? err :
		     deadlocks_find(&figures->locks, &making->deadlocks);
}

static void end(struct making *making)
{
	deadlocks_fini(&making->deadlocks);
	lock_names_fini(&making->names);
	symbols_close(making->symbols);
}

void locks_tables(struct figures *figures,
		  struct figures_table made[LOCKS_TABLES], bool for_people)
{
	struct making making;
	int err;

	locks_settle(&figures->locks);
	err = begin(&making, figures);
	making.for_people = for_people;
	making.made = made;
	make_deadlocks(&making);
	if (for_people && !err)
		err = join_places(&making);
	made->table.failed |= err != 0;
	for (size_t i = 0; i < LOCKS_TABLES - 1; i++) {
		making.made = &made[i + 1];
		make(&making, &tables[i]);
	}
	end(&making);
}

/* Deadlocks have their own table. */
static bool is_in_deadlock(const struct making *making, uint32_t object)
{
	return making->deadlocks.of_object &&
	       making->deadlocks.of_object[object];
}

/* Remarks on an owner that never releases, as far as known. */
static void remark(struct making *making, const struct lock_object *object,
		   FILE *out)
{
	const struct locks *locks = making->locks;
	const struct lock_part *part =
		lock_part(locks, object->owners.oldest - 1);
	const struct lock_thread *thread = lock_thread(locks, part->thread);
	char name[LOCK_NAME], place[CODE_TEXT];
	struct code code;

	lock_names_get(&making->names, object, name);
	fprintf(out, "%s: %u waiting, and %s has it", name,
		(unsigned)object->waiting,
		name_of(making, thread));
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
	unsigned said = 0, most = PEOPLES;

	if (begin(&making, figures))
		most = 0;
	for (uint32_t i = 0; i < locks->objects.count && said < most; i++) {
		const struct lock_object *object = lock_object(locks, i);

		if (!object->waiting || !object->owners.oldest ||
		    is_in_deadlock(&making, i))
			continue;
		remark(&making, object, out);
		said++;
	}
	end(&making);
}
