/*
 * tables.h - waiting and ownership as tables
 */
#ifndef FIGURES_LOCKS_TABLES_H
#define FIGURES_LOCKS_TABLES_H

#include <stdio.h>

#include "figures/figures_tables.h"

enum { LOCKS_TABLES = 5 };

/* Deadlocks; owned objects; owners during waits; awaited objects; waiting
 * threads. People see the most expensive ones. */
void locks_tables(struct figures *figures,
		  struct figures_table made[LOCKS_TABLES], bool for_people);

/* Prints a remark, if any. */
void locks_remarks(struct figures *figures, FILE *out);

#endif
