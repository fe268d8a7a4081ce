/*
 * tables.h - who waits for what, and who has it, as tables
 */
#ifndef FIGURES_LOCKS_TABLES_H
#define FIGURES_LOCKS_TABLES_H

#include <stdio.h>

#include "figures/figures_tables.h"

enum { LOCKS_TABLES = 5 };

/* Threads that wait for each other; objects that threads have; who had them while others waited; objects that
 * are waited for; threads that wait. People see those that cost the most. */
void locks_tables(struct figures *figures,
		  struct figures_table made[LOCKS_TABLES], bool for_people);

/* What there is to say of it, in a sentence or none. */
void locks_remarks(struct figures *figures, FILE *out);

#endif
