/*
 * deadlock_table.c - the threads of deadlocks, and what they wait for
 */
#include <stdlib.h>

#include "figures/locks/deadlock_table.h"

enum {
	OWNERS = 16,  /* limit of owners told of a wait in a deadlock */
	SOUGHT = 256, /* limit of owners looked at */
};

static void add_deadlock_columns(struct lock_tables *tables)
{
	struct figures_table *made = tables->made;

	figures_add_column(made, "DEADLOCK", "deadlock", true);
	figures_add_entity_columns(made, TALLY_THREAD, tables->for_people);
	lock_cells_add_object(tables, "WAITS FOR");
	figures_add_column(made, "FOR", "wait_ns", true);
	code_add_columns(made, "AT", tables->for_people);
	figures_add_column(made, "HELD BY", "owner", !tables->for_people);
	figures_add_column(made, "SINCE", "owner_address", !tables->for_people);
	if (tables->for_people)
		return;
	figures_add_column(made, "", "owner_function", false);
	figures_add_column(made, "", "owner_place", false);
}

/* The owner of an awaited object. place: of its acquisition, or KEYS_NONE. */
struct owner {
	uint32_t thread, place;
};

static void put_owner(struct lock_tables *tables, const struct owner *owner)
{
	const struct lock_thread *thread =
		lock_thread(tables->locks, owner->thread);
	const bool known = owner->place != KEYS_NONE;
	struct table *table = &tables->made->table;
	const struct code code = lock_cells_code(
		thread,
		known ? lock_place(tables->locks, owner->place)->address : 0);
	const char *name;

	if (tables->for_people) {
		name = lock_cells_thread(tables, thread);
		table_text(table, name, name);
	} else {
		table_number(table, (unsigned)thread->tid, NULL);
	}
	if (known) {
		code_put(tables->figures, tables->symbols, &code, table,
			 tables->for_people);
		return;
	}
	table_bare(table, "-", "");
	for (int i = 0; i < 2 && !tables->for_people; i++)
		table_text(table, "", "");
}

/* A link of a deadlock: a thread waits for an object owned by another one. */
static void put_link(struct lock_tables *tables, const struct lock_claim *claim,
		     const struct owner *owner)
{
	const struct lock_thread *thread =
		lock_thread(tables->locks, claim->thread);
	const struct entity entity = { .origin = thread->origin,
				       .pid = thread->pid,
				       .tid = thread->tid,
				       .program = thread->last_ns };
	const struct code code = lock_cells_code(thread, claim->waits_at);
	struct table *table = &tables->made->table;

	if (tables->for_people && table_rows(table) == LOCKS_PEOPLES) {
		tables->made->left++;
		return;
	}
	table_number(table, tables->deadlocks.of_thread[claim->thread], NULL);
	figures_put_entity(tables->figures, table, TALLY_THREAD, &entity,
			   tables->for_people);
	lock_cells_put_object(tables,
			      lock_object(tables->locks, claim->object));
	figures_put_duration(table, claim->wait.before);
	code_put(tables->figures, tables->symbols, &code, table,
		 tables->for_people);
	put_owner(tables, owner);
}

/* A row for each owner in the deadlock. next: the first of these. */
static void put_wait_in_deadlock(struct lock_tables *tables,
				 const struct lock_claim *claim, uint32_t *next)
{
	const struct locks *locks = tables->locks;
	const struct lock_object *object = lock_object(locks, claim->object);
	const uint32_t group = tables->deadlocks.of_object[claim->object];
	struct owner owner = { .place = KEYS_NONE };
	unsigned told = 0, sought = 0;

	if (!object->owners.oldest) {
		owner.thread = deadlocks_said_owner(locks, object);
		put_link(tables, claim, &owner);
		*next = owner.thread;
	}
	for (uint32_t at = object->owners.oldest;
	     at && told < OWNERS && sought < SOUGHT; sought++) {
		const struct lock_claim *had = lock_claim(locks, at - 1);

		at = had->link[LOCK_OBJECT].newer;
		if (tables->deadlocks.of_thread[had->thread] != group)
			continue;
		told++;
		owner = (struct owner){ had->thread, had->place };
		put_link(tables, claim, &owner);
		if (*next == KEYS_NONE)
			*next = owner.thread;
	}
}

/* Follows the waits from thread to thread. */
static void put_deadlock(struct lock_tables *tables, uint32_t thread,
			 bool *done)
{
	const struct locks *locks = tables->locks;
	const uint32_t group = tables->deadlocks.of_thread[thread];

	while (thread != KEYS_NONE && !done[thread]) {
		uint32_t at = lock_thread(locks, thread)->busy.oldest;
		uint32_t next = KEYS_NONE;

		done[thread] = true;
		while (at) {
			const struct lock_claim *claim =
				lock_claim(locks, at - 1);

			at = claim->link[LOCK_THREAD].newer;
			if (claim->span &&
			    tables->deadlocks.of_object[claim->object] == group)
				put_wait_in_deadlock(tables, claim, &next);
		}
		thread = next;
	}
}

void deadlock_table_make(struct lock_tables *tables)
{
	const struct deadlocks *deadlocks = &tables->deadlocks;
	const uint32_t threads = tables->locks->threads.count;
	bool *done;

	figures_begin(tables->made);
	add_deadlock_columns(tables);
	figures_end(tables->made, "deadlocks");
	if (!deadlocks->count)
		return;
	done = calloc(threads, sizeof(*done));
	tables->made->table.failed |= !done;
	for (uint32_t i = 0; i < threads && done; i++)
		if (deadlocks->of_thread[i])
			put_deadlock(tables, i, done);
	free(done);
}
