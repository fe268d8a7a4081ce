/*
 * posts_table.h - posts of active objects as a table
 */
#ifndef POSTS_TABLE_H
#define POSTS_TABLE_H

#include "figures/figures_tables.h"

/* Most frequent first. The caller releases it. */
void posts_table(struct figures *figures, struct figures_table *made,
		 bool for_people);

#endif
