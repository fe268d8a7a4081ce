/*
 * damage_rows.h - rows of the table damage
 */
#ifndef QUERY_DAMAGE_ROWS_H
#define QUERY_DAMAGE_ROWS_H

#include "query/census.h"

/* Adds what was damaged in a source that was read: of a log the first place, and
 * how many there are; of the trace of another system, and of what a log was made
 * of, the places that were noted. ENOMEM. */
int damage_rows_add(struct census_rows *rows, struct source *source);

#endif
