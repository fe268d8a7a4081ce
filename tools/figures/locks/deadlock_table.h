/*
 * deadlock_table.h - the threads of deadlocks, and what they wait for
 */
#ifndef FIGURES_LOCKS_DEADLOCK_TABLE_H
#define FIGURES_LOCKS_DEADLOCK_TABLE_H

#include "figures/locks/cells.h"

void deadlock_table_make(struct lock_tables *tables);

#endif
