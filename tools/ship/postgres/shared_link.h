/*
 * shared_link.h - a connection that logs going to the same database have in common
 */
#ifndef SHIP_POSTGRES_SHARED_LINK_H
#define SHIP_POSTGRES_SHARED_LINK_H

#include "ship/postgres/tables.h"

/* A connection, which is closed when its last user has gone. */
struct shared_link {
	struct link link;
	char *where;
	unsigned users;
	struct tables_kind kind;
};

/* Takes the newest one, or, where that is broken, or goes elsewhere, makes one,
 * with the tables that are wanted. Returns an error number. */
int shared_link_join(struct shared_link **shared, const char *where,
		     const struct store_options *options);

/* shared: may be NULL. */
void shared_link_leave(struct shared_link *shared);

#endif
