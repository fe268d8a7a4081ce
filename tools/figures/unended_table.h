/*
 * unended_table.h - open spans as a table
 */
#ifndef UNENDED_TABLE_H
#define UNENDED_TABLE_H

#include "figures/figures_tables.h"

/* Places with the most first; people see only these. */
void unended_table(struct figures *figures, struct figures_table *made,
		   bool for_people);

#endif
