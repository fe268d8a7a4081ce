/*
 * statements.h - statements of SQL, one after the other
 */
#ifndef QUERY_STATEMENTS_H
#define QUERY_STATEMENTS_H

#include "query/answer.h"
#include "query/reader.h"

/* Runs all statements of a text, and puts their rows. Returns the exit status,
 * after reporting errors: the first ends it. */
int statements_run(struct query *query, sqlite3 *database,
		   struct answer *answer, const char *text);

/* Lets an interrupt end what runs; until none is running, NULL. */
void statements_catch_interrupt(struct query *query, sqlite3 *database);

#endif
