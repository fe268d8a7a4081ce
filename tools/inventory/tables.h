/*
 * tables.h - tables of processes and streams for ls and top
 */
#ifndef TABLES_H
#define TABLES_H

#include "common/table.h"
#include "inventory/inventory.h"

/* all: include processes without events that are not traced. */
void tables_processes(struct table *table, const struct inventory *inventory,
		      bool all);

/* rated: with a column of events per second. */
void tables_streams(struct table *table, const struct inventory *inventory,
		    bool rated);

#endif
