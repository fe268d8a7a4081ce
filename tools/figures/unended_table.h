/*
 * unended_table.h - what was begun and has not ended, as a table
 */
#ifndef UNENDED_TABLE_H
#define UNENDED_TABLE_H

#include "figures/figures_tables.h"

/* The places that have the most of it first; people see these. */
void unended_table(struct figures *figures, struct figures_table *made,
		bool for_people);

#endif
