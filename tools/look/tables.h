/*
 * tables.h - the tables of processes and streams, as ls and top have them
 */
#ifndef TABLES_H
#define TABLES_H

#include "common/table.h"
#include "look/survey.h"

/* all: those, too, that have no event and are not traced. */
void tables_processes(struct table *table, const struct survey *survey,
		      bool all);

/* rated: with a column of events a second. */
void tables_streams(struct table *table, const struct survey *survey,
		    bool rated);

#endif
