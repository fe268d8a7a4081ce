/*
 * cells.c - what the tables of locks have in common
 */
#include "common/stamp.h"
#include "common/text.h"
#include "figures/locks/cells.h"

void lock_cells_add_object(struct lock_tables *tables, const char *title)
{
	struct figures_table *made = tables->made;

	figures_add_column(made, title, "object", false);
	if (!tables->for_people) {
		figures_add_column(made, "", "kind", false);
		figures_add_column(made, "", "number", true);
	}
}

void lock_cells_put_object(struct lock_tables *tables,
			   const struct lock_object *object)
{
	struct table *table = &tables->made->table;
	char name[LOCK_NAME], kind[LOCK_NAME];

	lock_names_get(&tables->names, object, name);
	table_text(table, name, name);
	if (tables->for_people)
		return;
	text_tame(kind, sizeof(kind), tables->locks->words.word[object->kind]);
	table_text(table, kind, kind);
	table_number(table, object->address, NULL);
}

struct code lock_cells_code(const struct lock_thread *thread, uint64_t address)
{
	return (struct code){
		.origin = thread->origin,
		.pid = thread->pid,
		.address = address,
		.when_ns = thread->last_ns,
	};
}

const char *lock_cells_thread(struct lock_tables *tables,
			      const struct lock_thread *thread)
{
	const struct timespec when = stamp_time(thread->last_ns);

	return labels_thread(&tables->figures->labels, thread->origin,
			     thread->pid, thread->tid, &when)
		.text;
}
