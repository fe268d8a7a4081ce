/*
 * tables.h - tables of processes and streams for ls and top
 */
#ifndef TABLES_H
#define TABLES_H

#include "common/table.h"
#include "look/survey.h"

/* all: include processes without events that are not traced. */
void tables_processes(struct table *table, const struct survey *survey,
		      bool all);

/* rated: with a column of events per second. */
void tables_streams(struct table *table, const struct survey *survey,
		    bool rated);

#endif
