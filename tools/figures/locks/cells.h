/*
 * cells.h - what the tables of locks have in common
 */
#ifndef FIGURES_LOCKS_CELLS_H
#define FIGURES_LOCKS_CELLS_H

#include "figures/code.h"
#include "figures/locks/deadlocks.h"
#include "figures/locks/names.h"

enum { LOCKS_PEOPLES = 12 }; /* rows for people */

/* State of making tables. */
struct lock_tables {
	struct figures *figures;
	const struct locks *locks;
	struct symbols *symbols;
	struct lock_names names;
	struct figures_table *made;
	bool for_people;
	bool several; /* processes */
	struct deadlocks deadlocks;
	const struct lock_table *table; /* the table in the making */
};

/* Columns of an object whose process other columns tell of, and its cells. */
void lock_cells_add_object(struct lock_tables *tables, const char *title);
void lock_cells_put_object(struct lock_tables *tables,
			   const struct lock_object *object);

/* The code at an address that a thread ran last. */
struct code lock_cells_code(const struct lock_thread *thread, uint64_t address);

/* Returns the last name of a thread. */
const char *lock_cells_thread(struct lock_tables *tables,
			      const struct lock_thread *thread);

#endif
