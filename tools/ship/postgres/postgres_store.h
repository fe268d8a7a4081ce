/*
 * postgres_store.h - logs in PostgreSQL, a row for each event
 *
 * Its class is postgres_store, in store.h.
 */
#ifndef SHIP_POSTGRES_POSTGRES_STORE_H
#define SHIP_POSTGRES_POSTGRES_STORE_H

#include <stdbool.h>

/* False: built without libpq. */
bool postgres_is_there(void);

#endif
