/*
 * posts_table.h - who posts which events to whom, as a table
 */
#ifndef POSTS_TABLE_H
#define POSTS_TABLE_H

#include "figures/figures_tables.h"

/* The most first. It is the caller's to fini. */
void posts_table(struct figures *figures, struct figures_table *made,
		 bool for_people);

#endif
